//! From one list to another and back.

pub(crate) mod arrange;
pub(crate) mod lists;

use std::sync::Arc;

use shingle::base::path::DocPath;

use crate::tui::event_loop::command::Command;
use crate::tui::pair::update::settle;
use crate::tui::rooms::laboratory::update::study;
use crate::tui::screen::focus::Focus;
use crate::tui::screen::model::Model;

use super::filter::Filter;
use super::room::Room;
use super::{clusters, query, selected};

/// Goes into a room.
pub(crate) fn enter(model: &mut Model, room: Room) -> Vec<Command> {
    let name = selected::subject(model);
    let is_other = model.rooms.here() != room;
    model.rooms.enter(room);
    (model.focus, model.zoomed) = (Focus::List, false);
    (model.overlay, model.prompt) = (None, None);
    (model.dots, model.explain) = (None, None);
    let mut commands = tidy(model);
    let snapshot = model.snapshot.clone();
    match (room, snapshot) {
        (Room::Documents, Some(snapshot)) => {
            model.documents.name = name.or_else(|| model.documents.name.take());
            model.documents.owed = true;
            commands.push(arrange::documents(model, &snapshot));
        }
        (Room::Problems, Some(snapshot)) => commands.push(arrange::problems(model, &snapshot)),
        (Room::Clusters, _) => {
            if is_other {
                // It begins in the tree, whatever was looked at beside it.
                (model.tree.heat, model.tree.beside) = (false, false);
            }
            commands.push(clusters::update::ask(model));
        }
        (Room::Query, _) => {
            model.query.writing = true;
            commands.extend(query::update::ask(model));
        }
        (Room::Lab, _) => commands.extend(study::come(model)),
        _ => {}
    }
    commands.extend(settle(model));
    commands
}

/// Shows one document and all that resembles it.
pub(crate) fn resembling(model: &mut Model, name: DocPath) -> Vec<Command> {
    model.rooms.enter(Room::Resembling);
    if model.list.of.is_none() {
        model.list.behind = Some(std::mem::take(&mut model.list.filter));
    }
    model.list.of = Some(name);
    arrange::rows(model)
}

/// Goes one room back; whether there was one.
pub(crate) fn leave(model: &mut Model) -> Option<Vec<Command>> {
    if !model.rooms.leave() {
        return None;
    }
    model.focus = Focus::List;
    let mut commands = tidy(model);
    commands.extend(settle(model));
    Some(commands)
}

/// What belongs to rooms that the way no longer comes through is put away.
fn tidy(model: &mut Model) -> Vec<Command> {
    let mut commands = Vec::new();
    if !model.rooms.has(Room::Resembling) && model.list.of.take().is_some() {
        model.list.filter = model.list.behind.take().unwrap_or_default();
        commands.extend(arrange::rows(model));
    }
    if !model.rooms.has(Room::Documents) {
        (model.documents.shown, model.documents.awaited) = (None, None);
        model.documents.owed = false;
    }
    if !model.rooms.has(Room::Problems) {
        (model.problems.shown, model.problems.awaited) = (None, None);
    }
    if !model.rooms.has(Room::Lab) {
        commands.extend(study::forget(model));
    }
    if !model.rooms.has(Room::Clusters) {
        commands.extend(clusters::update::forget(model));
    }
    if !model.rooms.has(Room::Query) {
        commands.extend(query::update::forget(model));
    }
    commands
}

/// The filter of the list that one is in; `None` where there is none.
pub(crate) fn filter(model: &mut Model) -> Option<&mut Arc<Filter>> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => Some(&mut model.list.filter),
        Room::Documents => Some(&mut model.documents.filter),
        Room::Query | Room::Clusters | Room::Problems | Room::Lab => None,
    }
}
