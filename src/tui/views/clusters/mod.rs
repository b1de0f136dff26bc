//! The tree of clusters, and the pairs of the selected cluster beside the tree.

mod draw;
pub(crate) mod tree;

use std::sync::Arc;

use ratatui::layout::Position;

use shingle::pipeline::{Clusters, Parameter};
use shingle::{base::path::DocPath, engine::Question};

use self::tree::{ClusterColumn, Tree};
use crate::tui::actions::{KeyName, Motion, StepDirection, ViewName};
use crate::tui::drawing::Canvas;
use crate::tui::layout::{ListAreas, TitledList};
use crate::tui::model::{
    Command, Filter, FilterTarget, KeyHint, List, Model, Sort, Table, regions::list_height,
};
use crate::tui::update::{lists, pair::open_zoomed, pair::refresh_list_and_pair};
use crate::tui::views::list::ListView;

/// Rows for the selected cluster, or for the pair that is looked at in it.
const ABOUT: u16 = 4;

pub(crate) struct ClustersListView;

impl List for ClustersListView {
    fn scroll_list(&self, model: &mut Model, height: usize) {
        model.states.get_mut::<Tree>().settle(Some(height));
    }

    fn awaits(&self, model: &Model) -> bool {
        model.states.get::<Tree>().awaited
    }

    fn rows_below(&self, _model: &Model) -> u16 {
        ABOUT
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.states.get::<Tree>().name()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.states.get::<Tree>().selected_names()
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.states.get::<Tree>().on_side_list {
            key_names! { Open Back Move Parameter(Threshold) }
        } else {
            key_names! { Open Back Sideways Mark Filter Parameter(Threshold) Sort }
        })
    }

    fn key_hint(&self, model: &Model, name: KeyName) -> Option<KeyHint> {
        let tree: &Tree = model.states.get();
        (name == KeyName::Open && !tree.on_side_list).then(|| {
            let on_member = tree.selected().is_some_and(|branch| branch.member.is_some());
            (None, if on_member { "matches" } else { "pairs" })
        })
    }
}

impl ListView for ClustersListView {
    fn enter(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) {
        if is_new {
            // It always begins in the tree.
            model.states.get_mut::<Tree>().on_side_list = false;
        }
        ask(model);
    }

    fn press_view_key(&self, model: &mut Model) {
        lists::enter(model, ViewName::Clusters);
    }

    fn drop_content(&self, model: &mut Model) {
        let tree: &mut Tree = model.states.get_mut();
        let was_there = tree.answer.take().is_some() || tree.awaited;
        (tree.awaited, tree.on_side_list, tree.filter) = (false, false, Arc::default());
        if was_there {
            model.send(Command::Ask(0, Question::Clusters(false)));
        }
    }

    fn awaits_list(&self, model: &Model) -> bool {
        let tree: &Tree = model.states.get();
        tree.awaited && tree.answer.is_none()
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.states.get_mut::<Tree>().filter, FilterTarget::Clusters))
    }

    fn apply_filter(&self, model: &mut Model) {
        let height = list_height(model);
        model.states.get_mut::<Tree>().rearrange(height);
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) {
        sort(model, model.states.get::<Tree>().sort.stepped(direction, |_| true));
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) {
        let height = list_height(model);
        let tree: &mut Tree = model.states.get_mut();
        if !tree.on_side_list {
            tree.fold(unfold, height);
        } else if !unfold {
            tree.on_side_list = false;
        }
    }

    fn open_line(&self, model: &mut Model) {
        let tree: &mut Tree = model.states.get_mut();
        if tree.on_side_list {
            return open(model);
        }
        let is_member = tree.selected().map(|branch| branch.member.is_some());
        match (is_member, tree.name()) {
            (Some(true), Some(name)) => lists::show_similar_documents(model, name),
            (is_member, _) => tree.on_side_list = is_member == Some(false),
        }
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let (height, zoomed) = (list_height(model), model.zoomed);
        let tree: &mut Tree = model.states.get_mut();
        // The whole screen shows a pair of the side list.
        tree.on_side_list |= zoomed;
        tree.step(motion, height);
    }

    fn noun(&self) -> Option<&'static str> {
        Some("pair of the cluster")
    }

    fn selected_index(&self, model: &Model) -> Option<usize> {
        Some(model.states.get::<Tree>().pairs.selected)
    }

    fn second_part<'m>(&self, model: &'m mut Model) -> Option<&'m mut bool> {
        Some(&mut model.states.get_mut::<Tree>().on_side_list)
    }

    fn leave_part(&self, model: &mut Model) -> bool {
        std::mem::take(&mut model.states.get_mut::<Tree>().on_side_list)
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        model.states.get_mut::<Tree>().select(line, height);
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) {
        let Some((part, on_side)) = part_at(model, at) else { return refresh_list_and_pair(model) };
        let (height, line) = (list_height(model), line_at(model, at));
        let tree: &mut Tree = model.states.get_mut();
        tree.on_side_list = on_side;
        let table = Table::of_clusters(part.columns.width);
        if part.columns.contains(at) && !on_side {
            let column = table.column_at(at.x - part.columns.x);
            if let Some(sorted) = column.map(|column| tree.sort.toggled(column)) {
                sort(model, sorted);
            }
            return;
        }
        let pairs = tree.best().len();
        match line {
            Some(line) if on_side => tree.pairs.select(line, pairs, height),
            Some(line) => tree.select(line, height),
            None => {}
        }
        refresh_list_and_pair(model);
    }

    fn is_selected(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        let tree: &Tree = model.states.get();
        let on_side = part_at(model, at).is_some_and(|(_, on_side)| on_side);
        let cursor = if on_side { tree.pairs } else { tree.cursor };
        line_at(model, at) == Some(cursor.selected)
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) {
        let on_side =
            part_at(model, at).is_some_and(|(part, on_side)| on_side && part.rows.contains(at));
        model.states.get_mut::<Tree>().on_side_list = on_side;
        self.step(model, motion);
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        draw::render(model, canvas, areas);
    }
}

/// Returns the part at a position, and true if the part is the list beside the tree.
fn part_at(model: &Model, at: Position) -> Option<(TitledList, bool)> {
    let list = model.list_areas()?;
    let parts = list.cluster_areas(model.states.get::<Tree>().on_side_list);
    let is_in = |part: &TitledList| part.columns.contains(at) || part.rows.contains(at);
    let side = parts.side.filter(is_in).map(|part| (part, true));
    parts.tree.filter(is_in).map(|part| (part, false)).or(side)
}

fn line_at(model: &Model, at: Position) -> Option<usize> {
    let (part, on_side) = part_at(model, at).filter(|(part, _)| part.rows.contains(at))?;
    let tree: &Tree = model.states.get();
    let (top, lines) =
        if on_side { (tree.pairs.top, tree.best().len()) } else { (tree.cursor.top, tree.len()) };
    Some(top + usize::from(at.y - part.rows.y)).filter(|line| *line < lines)
}

/// Changes the order.
fn sort(model: &mut Model, sort: Sort<ClusterColumn>) {
    let height = list_height(model);
    let tree: &mut Tree = model.states.get_mut();
    tree.sort = sort;
    tree.rearrange(height);
    model.show_note(sort.sentence());
}

// Its requests and answers.

/// Asks for the clusters, now and after every change.
pub(crate) fn ask(model: &mut Model) {
    model.states.get_mut::<Tree>().awaited = true;
    model.send(Command::Ask(0, Question::Clusters(true)));
}

/// Takes the engine's answer. While the folder is frozen, it takes only an answer for other parameters.
pub(crate) fn found(model: &mut Model, clusters: Arc<Clusters>) {
    let tree: &Tree = model.states.get();
    let frozen = model.parameter_state.frozen.is_some()
        && tree.answer.as_ref().is_some_and(|current| current.params == clusters.params);
    if model.visited.has(ViewName::Clusters) && !frozen {
        let visible = model.visible_lines(ViewName::Clusters);
        model.states.get_mut::<Tree>().show(clusters, visible);
    }
}

fn open(model: &mut Model) {
    let tree: &Tree = model.states.get();
    let Some(names) = tree.selected_names() else {
        let none = "no pair to open";
        let same = "both documents have the same text: no pair to open";
        model.note = Some(if tree.texts() == 0 { none } else { same }.into());
        return;
    };
    open_zoomed(model, names);
}
