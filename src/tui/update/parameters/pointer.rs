//! The mouse on the parameters and on the threshold's line in the histogram.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use shingle::pipeline::{Parameter, Params};

use crate::tui::actions::{Motion, StepDirection, StepSize};
use crate::tui::model::parameters::ThresholdDrag;
use crate::tui::model::{HistogramScale, Model};
use crate::tui::parameters::bar::{BarShows, ParameterBar};
use crate::tui::update::parameters;

/// Returns the parameter at a position of the screen.
pub(crate) fn parameter_at(model: &Model, at: Position) -> Option<Parameter> {
    match bar_cell_at(model, at)? {
        BarShows::Parameter(parameter) => Some(parameter),
        BarShows::More => None,
    }
}

/// Returns the cell of the bar at a position of the screen.
pub(crate) fn bar_cell_at(model: &Model, at: Position) -> Option<BarShows> {
    let area = model.areas?.params;
    if !area.contains(at) {
        return None;
    }
    ParameterBar::new(model.values(), area.width).at(at.y - area.y, at.x - area.x)
}

/// Changes a parameter by one notch of the wheel. The threshold changes by one hundredth.
pub(crate) fn wheel_on_parameter(model: &mut Model, parameter: Parameter, motion: Motion) {
    let direction = if motion == Motion::Up { StepDirection::Next } else { StepDirection::Back };
    model.note = None;
    parameters::change_by_step(model, parameter, (direction, StepSize::Fine));
}

/// Drags the threshold's line. The line jumps to the pressed column of the histogram and follows the mouse until the
/// release of the button. Returns false if the event is about something else.
pub(crate) fn drag_threshold(model: &mut Model, mouse: MouseEvent) -> bool {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            let by_score = model.params.passage.is_none();
            let begins = by_score && model.layers.top().is_none() && is_in_bars(model, mouse);
            model.parameter_state.threshold_drag = begins.then_some(ThresholdDrag::Begun);
        }
        MouseEventKind::Drag(MouseButton::Left) => {}
        MouseEventKind::Up(_) => {
            model.parameter_state.threshold_drag = None;
            return false;
        }
        _ => return false,
    }
    let drag = model.parameter_state.threshold_drag;
    if let Some(drag) = drag {
        move_threshold_line(model, drag, mouse.column);
    }
    drag.is_some()
}

fn is_in_bars(model: &Model, mouse: MouseEvent) -> bool {
    let area = model.areas.and_then(|areas| areas.strip);
    area.is_some_and(|area| {
        let end = area.x + 1 + HistogramScale::for_width(area.width).bars();
        area.contains(Position::new(mouse.column, mouse.row))
            && (area.x + 1..=end).contains(&mouse.column)
    })
}

/// Moves the line to a column of the screen. A whole drag is one change.
fn move_threshold_line(model: &mut Model, drag: ThresholdDrag, column: u16) {
    let Some(area) = model.areas.and_then(|areas| areas.strip) else {
        model.parameter_state.threshold_drag = None;
        return;
    };
    let threshold =
        HistogramScale::for_width(area.width).threshold(column.saturating_sub(area.x + 1));
    model.parameter_state.chosen = Parameter::Threshold;
    if threshold == model.params.threshold {
        return;
    }
    let params = Params { threshold, ..model.params.clone() };
    parameters::change_further(model, params, drag == ThresholdDrag::Changed);
    if model.params.threshold == threshold {
        model.parameter_state.threshold_drag = Some(ThresholdDrag::Changed);
    }
}
