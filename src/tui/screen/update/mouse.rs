//! The mouse: what is under it decides what happens.

use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::tui::event_loop::action::Motion;
use crate::tui::event_loop::command::Command;
use crate::tui::help::model::inner;
use crate::tui::layout::{ListAreas, PaneAreas, palette_rows};
use crate::tui::pair::pane::Which;
use crate::tui::pair::update::clicks;
use crate::tui::pair::{dots, explain};
use crate::tui::parameters::bar::BarShows;
use crate::tui::parameters::update::pointer;
use crate::tui::rooms::all;
use crate::tui::screen::focus::{Focus, Overlay};
use crate::tui::screen::hints::Hints;
use crate::tui::screen::model::Model;
use crate::tui::{help, lesson, pair, palette, parameters, sandbox};

use super::moving;

/// How many rows one notch of the wheel moves.
const NOTCH: usize = 3;
/// Two clicks within this time are one double click.
const DOUBLE: Duration = Duration::from_millis(400);

/// Takes a message of the mouse.
pub(crate) fn take(model: &mut Model, mouse: MouseEvent) -> Vec<Command> {
    let at = Position::new(mouse.column, mouse.row);
    let footer = model.areas().map(|areas| areas.footer).filter(|footer| footer.contains(at));
    if let Some(footer) = footer
        && mouse.kind == MouseEventKind::Down(MouseButton::Left)
    {
        return hint(model, at, footer.width);
    }
    if model.is_covered() && model.overlay.is_none() {
        return cover(model, mouse.kind, at);
    }
    if let Some(commands) = pointer::take(model, mouse) {
        return commands;
    }
    let is_taken = model.overlay.is_none()
        && (dots::update::mouse(model, mouse.kind, at)
            || explain::update::mouse(model, mouse.kind, at));
    if is_taken {
        return Vec::new();
    }
    match mouse.kind {
        MouseEventKind::ScrollDown => wheel(model, at, Motion::Down),
        MouseEventKind::ScrollUp => wheel(model, at, Motion::Up),
        MouseEventKind::Down(MouseButton::Left) if clicks::press(model, at) => Vec::new(),
        MouseEventKind::Down(MouseButton::Left) => {
            let before = model.clicked.replace((model.now, at));
            let again = before.is_some_and(|(then, place)| {
                place == at && model.now.saturating_sub(then) <= DOUBLE
            });
            press(model, at, again)
        }
        MouseEventKind::Drag(MouseButton::Left) => {
            // Dragging over a text usually means to select it.
            if !clicks::drag(model, at)
                && model.overlay.is_none()
                && matches!(under(model, at), Some(Focus::Pane(_)))
            {
                model.note =
                    Some("to select text hold Shift, or & gives the mouse to the terminal".into());
            }
            Vec::new()
        }
        MouseEventKind::Up(MouseButton::Left) => {
            clicks::release(model);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// The mouse on what covers list and pair: the lesson or the sandbox.
fn cover(model: &mut Model, kind: MouseEventKind, at: Position) -> Vec<Command> {
    let is_lesson = model.lesson.is_some();
    let motion = match kind {
        MouseEventKind::ScrollDown => Motion::Down,
        MouseEventKind::ScrollUp => Motion::Up,
        MouseEventKind::Down(MouseButton::Left) => {
            if is_lesson {
                lesson::update::click(model, at);
            } else {
                sandbox::update::click(model, at);
            }
            return Vec::new();
        }
        _ => return Vec::new(),
    };
    if let Some(parameter) = pointer::parameter(model, at) {
        return pointer::wheel(model, parameter, motion);
    }
    if is_lesson {
        lesson::update::step(model, motion);
    } else {
        (0..NOTCH).for_each(|_| sandbox::update::step(model, motion));
    }
    Vec::new()
}

/// A click on a key of the last row does what the key does.
fn hint(model: &mut Model, at: Position, width: u16) -> Vec<Command> {
    if model.prompt.is_some() {
        return Vec::new();
    }
    Hints::new(model, width).at(at.x).map_or_else(Vec::new, |action| {
        model.note = None;
        crate::tui::screen::update::perform(model, action)
    })
}

/// The left button was pressed. `again` if that also happened a moment ago at the same position.
fn press(model: &mut Model, at: Position, again: bool) -> Vec<Command> {
    let Some(areas) = model.areas() else {
        return Vec::new();
    };
    match model.overlay {
        // The title says how to close it.
        Some(Overlay::Help) if at.y == areas.body.y => moving::leave(model),
        Some(Overlay::Help) => {
            let row = at.y.checked_sub(inner(areas.body).y);
            row.map_or_else(Vec::new, |row| help::update::click(model, usize::from(row)))
        }
        Some(Overlay::Palette) => {
            let rows = palette_rows(areas.body);
            if rows.contains(at) {
                palette::update::click(model, usize::from(at.y - rows.y))
            } else {
                moving::leave(model)
            }
        }
        None | Some(Overlay::Passages) => {
            let commands = click(model, at);
            let list = model.areas().and_then(|areas| areas.list);
            let selected = list
                .filter(|list| list.rows.contains(at))
                .is_some_and(|list| all::here(model).is_selected(model, at, &list));
            if again && selected {
                return commands.into_iter().chain(moving::enter(model)).collect();
            }
            commands
        }
    }
}

/// What is at a position of the screen.
fn under(model: &Model, at: Position) -> Option<Focus> {
    let areas = model.areas()?;
    let is_in = |area: Rect| area.contains(at);
    let box_of_text = |list: ListAreas| all::here(model).is_written_above() && is_in(list.above);
    if areas.list.is_some_and(|list| is_in(list.rows) || is_in(list.columns) || box_of_text(list)) {
        return Some(Focus::List);
    }
    let pair = areas.pair?;
    let whole = |pane: PaneAreas| pane.gutter.union(pane.text).union(pane.map).union(pane.title);
    let a = pair.a.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(Which::A));
    a.or_else(|| pair.b.filter(|pane| is_in(whole(*pane))).map(|_| Focus::Pane(Which::B)))
}

/// The wheel moves what is under it. The focus stays.
fn wheel(model: &mut Model, at: Position, motion: Motion) -> Vec<Command> {
    if model.overlay.is_some() && (clicks::is_list(model, at) || !clicks::is_seen(model)) {
        return (0..NOTCH).flat_map(|_| moving::step(model, motion)).collect();
    }
    if let Some(parameter) = pointer::parameter(model, at) {
        return pointer::wheel(model, parameter, motion);
    }
    match under(model, at) {
        Some(Focus::Pane(which)) => {
            for _ in 0..NOTCH {
                pair::update::step(model, which, motion);
            }
            Vec::new()
        }
        // A list moves by one row, so that the part below it is seen to change.
        Some(Focus::List) => all::here(model).wheel(model, at, motion),
        Some(Focus::Bar) | None => Vec::new(),
    }
}

fn click(model: &mut Model, at: Position) -> Vec<Command> {
    match pointer::shows(model, at) {
        Some(BarShows::Parameter(parameter)) => {
            parameters::update::choose(model, parameter);
            return Vec::new();
        }
        Some(BarShows::More) => {
            model.focus = Focus::Bar;
            return Vec::new();
        }
        None => {}
    }
    if all::here(model).click_title(model, at) {
        return Vec::new();
    }
    let Some(focus) = under(model, at) else {
        return Vec::new();
    };
    model.focus = focus;
    if focus != Focus::List {
        return Vec::new();
    }
    let areas = model.areas().and_then(|areas| areas.list);
    areas.map_or_else(Vec::new, |areas| all::here(model).click(model, at, &areas))
}
