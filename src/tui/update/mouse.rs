//! The mouse: what lies under it decides what is wanted.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::super::command::Command;
use super::super::message::Motion;
use super::super::model::pane::Which;
use super::super::model::state::{Focus, Model};
use super::line;
use super::list::list_height;
use super::moving;
use super::pair::{self, settle};
use super::texts;
use super::tuning;

/// Rows that one notch of the wheel moves.
const NOTCH: usize = 3;

/// Takes in what the mouse did.
pub(super) fn take(model: &mut Model, mouse: MouseEvent) -> Vec<Command> {
    let at = Position::new(mouse.column, mouse.row);
    if let Some(commands) = line::take(model, mouse) {
        return commands;
    }
    match mouse.kind {
        MouseEventKind::ScrollDown => wheel(model, at, Motion::Down),
        MouseEventKind::ScrollUp => wheel(model, at, Motion::Up),
        MouseEventKind::Down(MouseButton::Left) if texts::press(model, at) => Vec::new(),
        MouseEventKind::Down(MouseButton::Left) => click(model, at),
        MouseEventKind::Drag(MouseButton::Left) => {
            texts::drag(model, at);
            Vec::new()
        }
        MouseEventKind::Up(MouseButton::Left) => {
            texts::release(model);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// What lies under a place of the screen.
fn under(model: &Model, at: Position) -> Option<Focus> {
    let areas = model.areas()?;
    let is_in = |area: Rect| area.contains(at);
    if areas.list.is_some_and(|list| is_in(list.rows)) {
        return Some(Focus::List);
    }
    let pair = areas.pair?;
    let whole = |pane: super::super::layout::PaneAreas| {
        pane.gutter.union(pane.text).union(pane.map).union(pane.title)
    };
    let a = pair.a.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(Which::A));
    a.or_else(|| pair.b.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(Which::B)))
}

/// The wheel moves what lies under it; the focus stays.
fn wheel(model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
    if model.overlay.is_some() && (texts::is_list(model, at) || !texts::is_seen(model)) {
        return (0..NOTCH).flat_map(|_| moving::step(model, motion)).collect();
    }
    if let Some(dial) = line::parameter(model, at) {
        return line::wheel(model, dial, motion);
    }
    match under(model, at) {
        Some(Focus::Pane(which)) => {
            for _ in 0..NOTCH {
                pair::step(model, which, motion);
            }
            Vec::new()
        }
        // A list moves by a row, so that what is open below it is seen to change.
        Some(Focus::List) => super::list::step(model, motion),
        Some(Focus::Bar) | None => Vec::new(),
    }
}

fn click(model: &mut Model, at: Position) -> Vec<Command> {
    if model.overlay.is_some() && !texts::is_seen(model) {
        return Vec::new();
    }
    if let Some(dial) = line::parameter(model, at) {
        tuning::choose(model, dial);
        return Vec::new();
    }
    let Some(focus) = under(model, at) else {
        return Vec::new();
    };
    model.focus = focus;
    if focus != Focus::List {
        return Vec::new();
    }
    let height = list_height(model);
    let row =
        model.areas().and_then(|areas| areas.list).map(|list| at.y.saturating_sub(list.rows.y));
    let (Some(row), Some(snapshot)) = (row, model.snapshot.clone()) else {
        return Vec::new();
    };
    let index = model.list.top + usize::from(row);
    if index < snapshot.rows.len() {
        model.list.select(&snapshot, index, height);
    }
    settle(model)
}
