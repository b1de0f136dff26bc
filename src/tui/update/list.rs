//! The ranked list: which pair is selected.

use super::super::command::Command;
use super::super::message::{ListWish, Motion, Turn};
use super::super::model::state::{Model, Overlay};
use super::pair::{settle, want};

/// Does what is wanted of the list.
pub(super) fn take(model: &mut Model, wish: ListWish) -> Vec<Command> {
    match wish {
        ListWish::Problems => {
            let shown = matches!(model.overlay, Some(Overlay::Problems(_)));
            model.overlay = (!shown).then_some(Overlay::Problems(0));
        }
    }
    Vec::new()
}

/// Moves the selection; the pair below follows.
pub(super) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    let height = list_height(model);
    if let Some(snapshot) = model.snapshot.clone() {
        model.list.step(&snapshot, motion, height);
    }
    settle(model)
}

/// Goes to the next pair of the list or to the one before, wherever the focus is.
pub(super) fn neighbour(model: &mut Model, turn: Turn) -> Vec<Command> {
    let height = list_height(model);
    let Some(snapshot) = model.snapshot.clone() else {
        return Vec::new();
    };
    let (motion, end) = match turn {
        Turn::Next => (Motion::Down, "last"),
        Turn::Back => (Motion::Up, "first"),
    };
    let before = model.list.selected;
    model.list.step(&snapshot, motion, height);
    if model.list.selected == before && !snapshot.rows.is_empty() {
        model.note = Some(format!("this is the {end} pair of the list"));
    }
    // On the whole screen the open pair stays until another is asked for, as is done here.
    if model.zoomed || model.reading.alone {
        let names = model.list.names.clone();
        want(model, names)
    } else {
        settle(model)
    }
}

/// Rows of the list on the screen, or those it would have.
pub(super) fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}
