//! Going from one list to another and back, and what a new result means for the lists that were gone through.

pub(crate) mod lists;

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::{beside, open_whole, resize_pair, settle, zoom};
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

use super::pairs::update::end_work;
use super::room::{Room, WholePair};
use super::{all, arrange, selected};

/// Goes into a room.
pub(crate) fn enter(model: &mut Model, room: Room) -> Vec<Command> {
    let is_new = model.rooms.here() != room;
    let subject = selected::subject(model);
    put_pair_aside(model);
    let gone = model.rooms.enter(room);
    come(model, room, gone, (is_new, subject))
}

/// Goes into a room that a line of this one leads to, filtered; the way back leads here.
pub(crate) fn enter_filtered(model: &mut Model, room: Room, text: &str) -> Vec<Command> {
    let subject = selected::subject(model);
    put_pair_aside(model);
    model.rooms.enter_from_here(room);
    let mut commands = come(model, room, Vec::new(), (true, subject));
    commands.extend(all::of(room).lend(model, text));
    commands
}

/// The pair that has the whole screen is where the way back leads.
fn put_pair_aside(model: &mut Model) {
    let plot = model.dots.as_ref().map(|dots| &dots.before);
    let before = plot.or(model.explain.as_ref().map(|explain| &explain.before));
    let (zoomed, focus) =
        before.map_or((model.zoomed, model.focus), |before| (before.zoomed, before.focus));
    let shown = model.shown.as_ref().filter(|_| zoomed);
    let whole = shown.map(|shown| WholePair {
        names: shown.names.clone(),
        which: if let Focus::Pane(which) = focus { which } else { model.reading.last },
        alone: model.reading.alone,
    });
    model.rooms.keep(whole);
    (model.zoomed, model.reading.alone) = (false, false);
}

fn come(
    model: &mut Model,
    room: Room,
    gone: Vec<Room>,
    (is_new, subject): (bool, Option<DocPath>),
) -> Vec<Command> {
    model.focus = Focus::List;
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
    let (gone, whole) = model.rooms.leave()?;
    model.focus = Focus::List;
    if let Some(whole) = whole.as_ref().filter(|_| model.rooms.here().shares_list(Room::Pairs)) {
        // Rows that come back are followed to it.
        model.list.names = Some(whole.names.clone());
    }
    let mut commands = forget(model, vec![gone]);
    commands.extend(match whole {
        Some(whole) => reopen(model, whole),
        None => settle(model),
    });
    Some(commands)
}

/// The pair from which one went into another room has the whole screen again.
fn reopen(model: &mut Model, WholePair { names, which, alone }: WholePair) -> Vec<Command> {
    (model.focus, model.reading.alone) = (Focus::Pane(which), alone);
    if model.rooms.here() != Room::Query {
        return open_whole(model, names);
    }
    zoom(model);
    let command = beside(model);
    resize_pair(model);
    command.into_iter().collect()
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
        && before.is_whole()
        && (!Arc::ptr_eq(&before.docs, &snapshot.docs) || before.problems != snapshot.problems)
    {
        model.changed = Some(model.now);
    }
    if model.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, snapshot)) {
        // The work that was announced had no effect.
        end_work(model, snapshot);
    }
    let mut commands = arrange::update::rows_of(model, snapshot);
    // The other lists are about all documents.
    let changed = snapshot.has_all_documents().then(|| model.rooms.visited());
    for room in changed.into_iter().flatten() {
        commands.extend(all::of(room).result(model, snapshot));
    }
    commands
}
