//! From one list to another and back.

use std::sync::Arc;

use shingle::base::path::DocPath;

use super::super::command::Command;
use super::super::model::filter::Filter;
use super::super::model::pane::Which;
use super::super::model::query::YOUR_TEXT;
use super::super::model::rooms::Room;
use super::super::model::state::{Focus, Model};
use super::pair::settle;
use super::{arrange, clusters, lab, query};

/// Goes into a room.
pub(super) fn enter(model: &mut Model, room: Room) -> Vec<Command> {
    let name = subject(model);
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
            commands.push(clusters::ask(model));
        }
        (Room::Query, _) => {
            model.query.writing = true;
            commands.extend(query::ask(model));
        }
        (Room::Lab, _) => commands.extend(lab::come(model)),
        _ => {}
    }
    commands.extend(settle(model));
    commands
}

/// Shows one document and all that resembles it.
pub(super) fn resembling(model: &mut Model, name: DocPath) -> Vec<Command> {
    model.rooms.enter(Room::Resembling);
    if model.list.of.is_none() {
        model.list.behind = Some(std::mem::take(&mut model.list.filter));
    }
    model.list.of = Some(name);
    arrange::rows(model)
}

/// Goes one room back; whether there was one.
pub(super) fn leave(model: &mut Model) -> Option<Vec<Command>> {
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
        commands.extend(lab::forget(model));
    }
    if !model.rooms.has(Room::Clusters) {
        commands.extend(clusters::forget(model));
    }
    if !model.rooms.has(Room::Query) {
        commands.extend(query::forget(model));
    }
    commands
}

/// The document that one looks at.
pub(super) fn subject(model: &Model) -> Option<DocPath> {
    if let Some(shown) = model.shown.as_ref().filter(|_| model.zoomed) {
        let is_b = model.focus == Focus::Pane(Which::B) || shown.text.is_some();
        return Some(if is_b { shown.names.1.clone() } else { shown.names.0.clone() });
    }
    match model.rooms.here() {
        Room::Query => model.query.name.clone(),
        Room::Documents => model.documents.name.clone(),
        Room::Clusters => model.tree.name(),
        Room::Pairs | Room::Resembling | Room::Problems | Room::Lab => {
            let (a, b) = model.list.names.clone()?;
            let is_b = model.focus == Focus::Pane(Which::B) || model.list.is_on_member();
            Some(if is_b { b } else { a })
        }
    }
}

/// The two documents that are selected where one is; the first may be the text that is compared with the folder.
pub(super) fn pair(model: &Model) -> Option<(DocPath, DocPath)> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => model.list.names.clone(),
        Room::Clusters => model.tree.pair().and_then(|pair| model.tree.names(pair)),
        Room::Lab => model.lab.pair(),
        Room::Query => Some((DocPath::new(YOUR_TEXT), model.query.name.clone()?)),
        Room::Documents | Room::Problems => None,
    }
}

/// The filter of the list that one is in; `None` where there is none.
pub(super) fn filter(model: &mut Model) -> Option<&mut Arc<Filter>> {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => Some(&mut model.list.filter),
        Room::Documents => Some(&mut model.documents.filter),
        Room::Query | Room::Clusters | Room::Problems | Room::Lab => None,
    }
}
