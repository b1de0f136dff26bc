//! The room of clusters: asking for them while it is open, moving through them, and opening pairs from it.

use std::sync::Arc;

use ratatui::layout::Position;

use shingle::{base::path::DocPath, engine::Question, pipeline::Clusters};

use crate::tui::actions::{Motion, Room};
use crate::tui::layout::{ClusterAreas, TitledList};
use crate::tui::messages::Command;
use crate::tui::model::{ClusterColumn, Focus, Model, Sort, Table, regions::list_height};
use crate::tui::update::pair::{open_whole, settle};

/// Asks for the clusters, now and after every change.
pub(crate) fn ask(model: &mut Model) -> Command {
    model.tree.awaited = true;
    Command::Ask(0, Question::Clusters(true))
}

/// Stops the answers: nobody looks at the clusters any more.
pub(crate) fn forget(model: &mut Model) -> Option<Command> {
    let was_there = model.tree.answer.take().is_some() || model.tree.awaited;
    (model.tree.awaited, model.tree.on_side_list) = (false, false);
    model.tree.filter = Arc::default();
    // A report may still wait for them.
    (was_there && model.reporting.awaits.is_none())
        .then_some(Command::Ask(0, Question::Clusters(false)))
}

/// Takes the engine's answer. While the folder is frozen, it takes only an answer for other parameters.
pub(crate) fn found(model: &mut Model, clusters: Arc<Clusters>) {
    let tree = &model.tree;
    let frozen = model.parameter_state.frozen.is_some()
        && tree.answer.as_ref().is_some_and(|current| current.params == clusters.params);
    if model.rooms.has(Room::Clusters) && !frozen {
        let visible = model.visible_lines(Room::Clusters);
        model.tree.show(clusters, visible);
    }
}

/// Switches between the pairs of a cluster and the heat map of all its texts, and gives that the keys.
pub(crate) fn toggle_heat(model: &mut Model) {
    model.tree.heat = !model.tree.heat;
    model.tree.on_side_list = true;
    model.focus = Focus::List;
}

/// Moves in the tree or in the part beside it.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let height = list_height(model);
    model.tree.step(motion, height);
}

/// Folds, unfolds, or moves the cross-hair sideways.
pub(crate) fn fold(model: &mut Model, unfold: bool) {
    let height = list_height(model);
    if !model.tree.on_side_list {
        model.tree.fold(unfold, height);
    } else if model.tree.heat {
        model.tree.sideways(unfold);
    } else if !unfold {
        model.tree.on_side_list = false;
    }
}

/// The selected member of a cluster, unless the part beside the tree has the keys.
pub(crate) fn member(model: &Model) -> Option<DocPath> {
    let tree = &model.tree;
    let branch = tree.selected().filter(|_| !tree.on_side_list)?;
    branch.member.and_then(|_| tree.name())
}

/// Opens what is selected, except for a member: of a cluster its pairs, of a pair both texts.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    if model.tree.on_side_list {
        return open(model);
    }
    model.tree.on_side_list = model.tree.selected().is_some_and(|branch| branch.member.is_none());
    Vec::new()
}

/// Opens the pair that is looked at on the whole screen.
pub(crate) fn open(model: &mut Model) -> Vec<Command> {
    let Some(names) = model.tree.pair().and_then(|pair| model.tree.names(pair)) else {
        let none = "there is no pair to open";
        let same = "that is one text twice: there is no pair to open";
        model.note = Some(if model.tree.texts() == 0 { none } else { same }.into());
        return Vec::new();
    };
    open_whole(model, names)
}

/// Goes to the next or previous pair of the open cluster. `None` if there is none.
pub(crate) fn neighbour(model: &mut Model, motion: Motion) -> Option<Vec<Command>> {
    let height = list_height(model);
    let tree = &mut model.tree;
    // A cross-hair has no next pair. The list of pairs continues from the best.
    (tree.heat, tree.on_side_list) = (false, true);
    let before = tree.pairs.selected;
    tree.step(motion, height);
    (tree.pairs.selected != before).then(|| open(model))
}

/// The regions of the tree and of the part beside it.
fn areas(model: &Model) -> Option<ClusterAreas> {
    Some(model.areas()?.list?.clusters(model.tree.on_side_list, model.tree.heat))
}

/// A click on a line of the tree, a pair, a cell of the heat map, or a heading, which sorts.
pub(crate) fn click(model: &mut Model, at: Position) -> Vec<Command> {
    let Some(ClusterAreas { tree, side }) = areas(model) else { return Vec::new() };
    let height = list_height(model);
    let is_in = |part: &TitledList| part.columns.contains(at) || part.rows.contains(at);
    if let Some(part) = tree.filter(is_in) {
        model.tree.on_side_list = false;
        if part.columns.contains(at) {
            let column = Table::of_clusters(part.columns.width).at(at.x - part.columns.x);
            if let Some(column) = column {
                sort(model, model.tree.sort.chosen(column));
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
        if model.tree.heat {
            let map = model.tree.map(part.rows);
            if let Some((row, column)) = map.and_then(|map| map.at(at.x, at.y)) {
                model.tree.aim(row, column);
            }
        } else if let Some(line) = row.map(|row| model.tree.pairs.top + row) {
            let pairs = model.tree.best().len();
            if line < pairs {
                model.tree.pairs.select(line, pairs, height);
            }
        }
    }
    settle(model)
}

/// Changes the order.
pub(crate) fn sort(model: &mut Model, sort: Sort<ClusterColumn>) {
    let height = list_height(model);
    model.tree.sort(sort, height);
    model.note = Some(sort.sentence());
}

/// The wheel moves the part under it and gives it the keys.
pub(crate) fn wheel(model: &mut Model, at: Position, motion: Motion) {
    let side = areas(model).and_then(|areas| areas.side);
    model.tree.on_side_list = side.is_some_and(|part| part.rows.contains(at));
    step(model, motion);
}

/// Whether what is at a position is selected, so that a second click opens it.
pub(crate) fn is_selected(model: &Model, at: Position) -> bool {
    let Some(ClusterAreas { tree, side }) = areas(model) else { return false };
    let line = |part: TitledList| usize::from(at.y.saturating_sub(part.rows.y));
    if let Some(part) = tree.filter(|part| part.rows.contains(at)) {
        let cursor = model.tree.cursor;
        return cursor.top + line(part) == cursor.selected;
    }
    side.filter(|part| part.rows.contains(at)).is_some_and(|part| {
        if model.tree.heat {
            let map = model.tree.map(part.rows);
            return map.and_then(|map| map.at(at.x, at.y)) == Some(model.tree.cross);
        }
        let cursor = model.tree.pairs;
        cursor.top + line(part) == cursor.selected && model.tree.pair().is_some()
    })
}
