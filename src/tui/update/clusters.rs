//! The clusters: asking for them while their list is open, taking the answers, and opening a pair of one.

use std::sync::Arc;

use shingle::{engine::Question, pipeline::Clusters};

use crate::tui::{actions::Room, messages::Command, model::Model, update::pair::open_zoomed};

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
    was_there.then_some(Command::Ask(0, Question::Clusters(false)))
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

/// Opens the pair that is looked at on the whole screen.
pub(crate) fn open(model: &mut Model) -> Vec<Command> {
    let Some(names) = model.tree.pair().and_then(|pair| model.tree.names(pair)) else {
        let none = "no pair to open";
        let same = "both documents have the same text: no pair to open";
        model.note = Some(if model.tree.texts() == 0 { none } else { same }.into());
        return Vec::new();
    };
    open_zoomed(model, names)
}
