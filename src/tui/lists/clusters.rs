//! The room of the clusters.

use std::sync::Arc;

use ratatui::{buffer::Buffer, layout::Position};

use shingle::{base::path::DocPath, pipeline::Parameter};

use crate::tui::actions::{KeyName, Motion, StepDirection};
use crate::tui::layout::{ClusterAreas, ListAreas, TitledList};
use crate::tui::lists::{ListRoom, Opened};
use crate::tui::model::{
    ClusterColumn, Filter, FilterTarget, KeyHint, Model, RoomList, Sort, Table,
    regions::list_height,
};
use crate::tui::{
    drawing::Theme, messages::Command, update::clusters, update::pair::refresh_list_and_pair,
};

/// Rows for the selected cluster, or for the pair that is looked at in it.
const ABOUT: u16 = 4;

/// The tree of clusters, and the list beside it.
pub(crate) struct ClustersRoom;

impl RoomList for ClustersRoom {
    fn scroll_list(&self, model: &mut Model, height: usize) {
        model.tree.settle(Some(height));
    }

    fn rows_below(&self, _model: &Model) -> u16 {
        ABOUT
    }

    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.tree.name()
    }

    fn selected_pair(&self, model: &Model) -> Option<(DocPath, DocPath)> {
        model.tree.pair().and_then(|pair| model.tree.names(pair))
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        Some(if model.tree.on_side_list {
            key_names! { Open Back Move Parameter(Threshold) }
        } else {
            key_names! { Open Back Sideways Mark Filter Parameter(Threshold) Sort }
        })
    }

    fn key_hint(&self, model: &Model, name: KeyName) -> Option<KeyHint> {
        let tree = &model.tree;
        (name == KeyName::Open && !model.zoomed && !tree.on_side_list).then(|| {
            let on_member = tree.selected().is_some_and(|branch| branch.member.is_some());
            (None, if on_member { "matches" } else { "pairs" })
        })
    }
}

impl ListRoom for ClustersRoom {
    fn enter(&self, model: &mut Model, is_new: bool, _subject: Option<DocPath>) -> Vec<Command> {
        if is_new {
            // It always begins in the tree.
            model.tree.on_side_list = false;
        }
        vec![clusters::ask(model)]
    }

    fn drop_content(&self, model: &mut Model) -> Vec<Command> {
        clusters::forget(model).into_iter().collect()
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.tree.awaited && model.tree.answer.is_none()
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.tree.filter, FilterTarget::Clusters))
    }

    fn apply_filter(&self, model: &mut Model) -> Vec<Command> {
        let height = list_height(model);
        model.tree.filter(height);
        Vec::new()
    }

    fn sort(&self, model: &mut Model, direction: Option<StepDirection>) -> Vec<Command> {
        sort(model, model.tree.sort.stepped(direction, |_| true));
        Vec::new()
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) -> Vec<Command> {
        let height = list_height(model);
        if !model.tree.on_side_list {
            model.tree.fold(unfold, height);
        } else if !unfold {
            model.tree.on_side_list = false;
        }
        Vec::new()
    }

    fn open_line(&self, model: &mut Model) -> Opened {
        if model.tree.on_side_list {
            return Opened::Done(clusters::open(model));
        }
        let is_member = model.tree.selected().map(|branch| branch.member.is_some());
        match (is_member, model.tree.name()) {
            (Some(true), Some(name)) => return Opened::Resembling(name),
            (is_member, _) => model.tree.on_side_list = is_member == Some(false),
        }
        Opened::Done(Vec::new())
    }

    fn step(&self, model: &mut Model, motion: Motion) {
        let height = list_height(model);
        model.tree.step(motion, height);
    }

    fn open_neighbour(&self, model: &mut Model, motion: Motion, end: &str) -> Vec<Command> {
        let height = list_height(model);
        let tree = &mut model.tree;
        tree.on_side_list = true;
        let before = tree.pairs.selected;
        tree.step(motion, height);
        if tree.pairs.selected == before {
            model.note = Some(format!("this is the {end} pair of the cluster"));
            return Vec::new();
        }
        clusters::open(model)
    }

    fn move_focus(&self, model: &mut Model, direction: StepDirection) -> bool {
        let is_there = model.tree.on_side_list == (direction == StepDirection::Back);
        model.tree.on_side_list ^= is_there;
        is_there
    }

    fn regain_focus(&self, model: &mut Model, direction: StepDirection) {
        model.tree.on_side_list = direction == StepDirection::Back;
    }

    fn leave_part(&self, model: &mut Model) -> bool {
        std::mem::take(&mut model.tree.on_side_list)
    }

    fn select(&self, model: &mut Model, line: usize, height: usize) {
        model.tree.select(line, height);
    }

    fn click(&self, model: &mut Model, at: Position, _areas: &ListAreas) -> Vec<Command> {
        let Some(ClusterAreas { tree, side }) = areas(model) else { return Vec::new() };
        let height = list_height(model);
        let is_in = |part: &TitledList| part.columns.contains(at) || part.rows.contains(at);
        if let Some(part) = tree.filter(is_in) {
            model.tree.on_side_list = false;
            if part.columns.contains(at) {
                let column =
                    Table::of_clusters(part.columns.width).column_at(at.x - part.columns.x);
                if let Some(column) = column {
                    sort(model, model.tree.sort.toggled(column));
                }
                return Vec::new();
            }
            let line = model.tree.cursor.top + usize::from(at.y - part.rows.y);
            if line < model.tree.len() {
                model.tree.select(line, height);
            }
        } else if let Some(part) = side.filter(is_in) {
            model.tree.on_side_list = true;
            let row = at.y.checked_sub(part.rows.y).map(usize::from);
            if let Some(line) = row.map(|row| model.tree.pairs.top + row) {
                let pairs = model.tree.best().len();
                if line < pairs {
                    model.tree.pairs.select(line, pairs, height);
                }
            }
        }
        refresh_list_and_pair(model)
    }

    fn is_selected(&self, model: &Model, at: Position, _areas: &ListAreas) -> bool {
        let Some(ClusterAreas { tree, side }) = areas(model) else { return false };
        let line = |part: TitledList| usize::from(at.y.saturating_sub(part.rows.y));
        if let Some(part) = tree.filter(|part| part.rows.contains(at)) {
            let cursor = model.tree.cursor;
            return cursor.top + line(part) == cursor.selected;
        }
        side.filter(|part| part.rows.contains(at)).is_some_and(|part| {
            let cursor = model.tree.pairs;
            cursor.top + line(part) == cursor.selected && model.tree.pair().is_some()
        })
    }

    fn scroll_wheel(&self, model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
        let side = areas(model).and_then(|areas| areas.side);
        model.tree.on_side_list = side.is_some_and(|part| part.rows.contains(at));
        self.step(model, motion);
        Vec::new()
    }

    fn render(&self, model: &Model, theme: &Theme, buffer: &mut Buffer, areas: &ListAreas) {
        crate::tui::view::clusters::render(model, theme, buffer, areas);
    }
}

/// The regions of the tree and of the part beside it.
fn areas(model: &Model) -> Option<ClusterAreas> {
    Some(model.areas()?.list?.cluster_areas(model.tree.on_side_list))
}

/// Changes the order.
fn sort(model: &mut Model, sort: Sort<ClusterColumn>) {
    let height = list_height(model);
    model.tree.sort(sort, height);
    model.note = Some(sort.sentence());
}
