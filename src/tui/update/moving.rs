//! Moving, opening, leaving: what they mean depends on where one is.

use super::super::binding::Place;
use super::super::command::Command;
use super::super::model::focus::{Focus, Overlay};
use super::super::model::pane::Which;
use super::super::model::prompt::Purpose;
use super::super::model::rooms::Room;
use super::super::model::state::Model;
use super::super::wish::{Motion, Turn};
use super::pair::{resize_pair, settle, want, zoom};
use super::{
    dots, explain, help, lesson, list, pair, palette, passages, reading, rooms, sandbox, tuning,
};

/// One level back.
pub(super) fn leave(model: &mut Model) -> Vec<Command> {
    let prompt = model.prompt.take();
    model.tune.refused = None;
    let filters = prompt.as_ref().is_some_and(|prompt| prompt.purpose == Purpose::Filter);
    if model.overlay.take().is_some() || prompt.is_some() {
        resize_pair(model);
        return if filters { list::unfilter(model).unwrap_or_default() } else { Vec::new() };
    }
    if model.lesson.is_some() {
        return lesson::leave(model);
    }
    if model.sandbox.is_some() {
        return sandbox::back(model);
    }
    if model.focus == Focus::Bar && (model.zoomed || model.reading.alone) {
        model.focus = Focus::Pane(model.reading.last);
        return Vec::new();
    }
    if model.dots.is_some() {
        return dots::leave(model);
    }
    if model.explain.is_some() {
        return explain::leave(model);
    }
    if model.reading.alone {
        return reading::alone(model);
    }
    if model.zoomed {
        model.zoomed = false;
        model.focus = Focus::List;
        return settle(model);
    }
    if model.focus != Focus::List {
        model.focus = Focus::List;
        return Vec::new();
    }
    if model.rooms.here() == Room::Clusters && std::mem::take(&mut model.tree.beside) {
        return Vec::new();
    }
    list::unfilter(model).or_else(|| rooms::leave(model)).unwrap_or_default()
}

/// Opens what is selected.
pub(super) fn enter(model: &mut Model) -> Vec<Command> {
    match model.overlay {
        Some(Overlay::Help) => return help::enter(model),
        Some(Overlay::Palette) => return palette::enter(model),
        _ => {}
    }
    if let Some(Purpose::Value(dial)) = model.prompt.as_ref().map(|prompt| prompt.purpose) {
        return tuning::typed(model, dial);
    }
    if model.place() == Place::Lesson {
        lesson::enter(model);
        return Vec::new();
    }
    if model.place() == Place::Sandbox {
        sandbox::write(model, "\n");
        return Vec::new();
    }
    if model.focus == Focus::Bar && model.overlay.is_none() && model.prompt.is_none() {
        tuning::ask(model, None);
        return Vec::new();
    }
    if model.place() == Place::Dots {
        return dots::enter(model);
    }
    let prompt = model.prompt.take();
    let overlay = model.overlay.take();
    let written = prompt.is_some();
    resize_pair(model);
    if prompt.is_some_and(|prompt| prompt.purpose == Purpose::Filter) {
        // Rows that the filter left empty are the texts' now.
        return settle(model);
    }
    if overlay.is_some() || written || model.zoomed {
        return Vec::new();
    }
    if !matches!(model.rooms.here(), Room::Pairs | Room::Resembling) {
        return list::enter(model);
    }
    let names = model.list.names.clone();
    if names.is_none() {
        return Vec::new();
    }
    zoom(model);
    // Where there was no room for a pair beside the list, another one may have been left from before.
    let mut commands = want(model, names);
    commands.extend(settle(model));
    let free = model.reading.free;
    if let Some(pair) = model.open_mut().filter(|pair| !free && !pair.shows_active()) {
        pair.again();
    }
    commands
}

/// Gives the focus to the next region, or to the one before.
pub(super) fn focus(model: &mut Model, turn: Turn) {
    let text = model.is_in(Room::Query);
    if text && model.focus == Focus::List && model.query.writing == (turn == Turn::Next) {
        model.query.writing = !model.query.writing;
        return;
    }
    let tree = model.is_in(Room::Clusters);
    if tree && model.focus == Focus::List && model.tree.beside == (turn == Turn::Back) {
        model.tree.beside = !model.tree.beside;
        return;
    }
    let areas = model.areas();
    let mut ring = Vec::new();
    if areas.is_some_and(|areas| areas.list.is_some()) {
        ring.push(Focus::List);
    }
    if areas.is_some_and(|areas| areas.pair.is_some()) {
        ring.extend([Focus::Pane(Which::A), Focus::Pane(Which::B)]);
    }
    if areas.is_some() {
        ring.push(Focus::Bar);
    }
    let place = ring.iter().position(|focus| *focus == model.focus).unwrap_or(0);
    let next = match turn {
        Turn::Next => place + 1,
        Turn::Back => place + ring.len().saturating_sub(1),
    };
    model.focus = ring.get(next % ring.len().max(1)).copied().unwrap_or(Focus::List);
    if text && model.focus == Focus::List {
        model.query.writing = turn == Turn::Next;
    }
    if tree && model.focus == Focus::List {
        model.tree.beside = turn == Turn::Back;
    }
    resize_pair(model);
}

/// Moves in whatever has the focus.
pub(super) fn step(model: &mut Model, motion: Motion) -> Vec<Command> {
    match model.overlay {
        Some(Overlay::Help) => help::step(model, motion),
        Some(Overlay::Palette) => palette::step(model, motion),
        Some(Overlay::Passages) => passages::step(model, motion),
        None => return step_below(model, motion),
    }
    Vec::new()
}

/// The same where nothing lies on top.
fn step_below(model: &mut Model, motion: Motion) -> Vec<Command> {
    if matches!(model.prompt.as_ref().map(|prompt| prompt.purpose), Some(Purpose::Value(_))) {
        return Vec::new();
    }
    match (model.place(), model.focus) {
        (Place::Lesson, _) => lesson::step(model, motion),
        (Place::Sandbox, _) => sandbox::step(model, motion),
        (Place::Dots, _) => dots::step(model, motion),
        (Place::Words, _) => explain::step(model, motion),
        (_, Focus::Pane(which)) => pair::step(model, which, motion),
        (_, Focus::List) => return list::step(model, motion),
        (_, Focus::Bar) => return tuning::step(model, motion),
    }
    Vec::new()
}

/// To the beginning or the end.
pub(super) fn edge(model: &mut Model, turn: Turn) -> Vec<Command> {
    match (model.place(), turn) {
        (Place::Lesson, _) => lesson::edge(model, turn),
        (Place::Dots, _) => dots::edge(model, turn),
        (Place::Words, _) => explain::row_end(model, turn),
        (_, Turn::Next) => return step(model, Motion::Last),
        (_, Turn::Back) => return step(model, Motion::First),
    }
    Vec::new()
}
