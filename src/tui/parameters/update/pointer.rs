//! The mouse on the parameters and on the threshold's line in the histogram.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::wish::{Dial, Motion, Turn};
use crate::tui::parameters;
use crate::tui::parameters::bar::{BarShows, ParameterBar};
use crate::tui::parameters::histogram::HistogramScale;
use crate::tui::screen::model::Model;

/// The parameter that lies under a place of the screen.
pub(crate) fn parameter(model: &Model, at: Position) -> Option<Dial> {
    match shows(model, at)? {
        BarShows::Dial(dial) => Some(dial),
        BarShows::More => None,
    }
}

/// What of the bar lies under a place of the screen.
pub(crate) fn shows(model: &Model, at: Position) -> Option<BarShows> {
    let area = model.areas()?.params;
    if !area.contains(at) {
        return None;
    }
    ParameterBar::new(model.values(), area.width).at(at.y - area.y, at.x - area.x)
}

/// Turns a parameter by a notch of the wheel: a threshold by one hundredth.
pub(crate) fn wheel(model: &mut Model, dial: Dial, motion: Motion) -> Vec<Command> {
    let turn = if motion == Motion::Up { Turn::Next } else { Turn::Back };
    let dial = if dial == Dial::Threshold { Dial::ThresholdFine } else { dial };
    model.note = None;
    parameters::update::turn(model, dial, turn)
}

/// Takes the mouse's message if it is about the line: it is put where the button goes down in the histogram, and follows
/// until the button is let go.
pub(crate) fn take(model: &mut Model, mouse: MouseEvent) -> Option<Vec<Command>> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            model.tune.held = model.overlay.is_none() && is_in_bars(model, mouse);
        }
        MouseEventKind::Drag(MouseButton::Left) => {}
        MouseEventKind::Up(_) => {
            model.tune.held = false;
            return None;
        }
        _ => return None,
    }
    model.tune.held.then(|| follow(model, mouse.column))
}

fn is_in_bars(model: &Model, mouse: MouseEvent) -> bool {
    let area = model.areas().and_then(|areas| areas.strip);
    area.is_some_and(|area| {
        let end = area.x + 1 + HistogramScale::of(area.width).bars();
        area.contains(Position::new(mouse.column, mouse.row))
            && (area.x + 1..=end).contains(&mouse.column)
    })
}

/// Puts the line into a column of the screen.
fn follow(model: &mut Model, column: u16) -> Vec<Command> {
    let Some(area) = model.areas().and_then(|areas| areas.strip) else {
        model.tune.held = false;
        return Vec::new();
    };
    let threshold = HistogramScale::of(area.width).threshold(column.saturating_sub(area.x + 1));
    model.tune.chosen = Dial::Threshold;
    if threshold == model.params.threshold {
        return Vec::new();
    }
    let params = Params { threshold, ..model.params.clone() };
    parameters::update::change_to(model, params, Some(Dial::Threshold))
}
