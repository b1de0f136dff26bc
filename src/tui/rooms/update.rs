//! Going from one list to another and back, and what a new result means for the lists that were gone through.

pub(crate) mod lists;

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::settle;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

use super::pairs::update::end_work;
use super::room::Room;
use super::{all, arrange, selected};

/// Goes into a room.
pub(crate) fn enter(model: &mut Model, room: Room) -> Vec<Command> {
    let subject = selected::subject(model);
    let is_new = model.rooms.here() != room;
    let gone = model.rooms.enter(room);
    (model.focus, model.zoomed) = (Focus::List, false);
    (model.overlay, model.prompt) = (None, None);
    (model.dots, model.explain) = (None, None);
    let mut commands = forget(model, gone);
    commands.extend(all::of(room).enter(model, is_new, subject));
    commands.extend(settle(model));
    commands
}

/// Shows one document and everything that resembles it.
pub(crate) fn resembling(model: &mut Model, name: DocPath) -> Vec<Command> {
    model.rooms.enter(Room::Resembling);
    if model.list.of.is_none() {
        model.list.behind = Some(std::mem::take(&mut model.list.filter));
    }
    model.list.of = Some(name);
    arrange::update::rows(model)
}

/// Goes one room back. Returns the commands, if there was a room before.
pub(crate) fn leave(model: &mut Model) -> Option<Vec<Command>> {
    let gone = model.rooms.leave()?;
    model.focus = Focus::List;
    let mut commands = forget(model, vec![gone]);
    commands.extend(settle(model));
    Some(commands)
}

/// Drops what belongs to rooms that were left.
fn forget(model: &mut Model, gone: Vec<Room>) -> Vec<Command> {
    let mut commands = Vec::new();
    if gone.contains(&Room::Resembling) && model.list.of.take().is_some() {
        model.list.filter = model.list.behind.take().unwrap_or_default();
        commands.extend(arrange::update::rows(model));
    }
    for room in gone {
        commands.extend(all::of(room).forget(model));
    }
    commands
}

/// Takes a new result: shows it at once in the engine's order, else when its rows are arranged.
pub(crate) fn result(model: &mut Model, snapshot: &Arc<Snapshot>) -> Vec<Command> {
    let coming = model.list.awaited.as_ref().map(|request| &request.snapshot);
    if coming.or(model.snapshot.as_ref()).is_some_and(|newest| newest.epoch > snapshot.epoch) {
        return Vec::new();
    }
    if let Some(before) = coming.or(model.snapshot.as_ref())
        && before.params == snapshot.params
        && before.complete_from.is_none()
        && (!Arc::ptr_eq(&before.docs, &snapshot.docs) || before.problems != snapshot.problems)
    {
        model.changed = Some(model.now);
    }
    if model.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, snapshot)) {
        // The work that was announced had no effect.
        end_work(model, snapshot);
    }
    let mut commands = arrange::update::rows_of(model, snapshot);
    for room in model.rooms.way() {
        commands.extend(all::of(room).result(model, snapshot));
    }
    commands
}
