//! Changes of parameters. Every change sends a request to the engine and can be undone.

use std::{path::PathBuf, sync::Arc};

use ratatui::layout::Position;

use shingle::pipeline::{Parameter, Params, Template};
use shingle::{
    base::cancel::Cancel, base::numbers::format_count, base::visible::make_visible,
    engine::Question, engine::read_templates,
};

use crate::tui::model::{Change, ChangeKind, Command, EarlierParams, Focus, Model, Pin, Slot};
use crate::tui::parameters::bar::{BarCell, cell_at, entries_to_show, lay_out_bar};
use crate::tui::parameters::values::{explain_inactive, step_value};
use crate::tui::{
    actions::Motion, actions::StepDirection, actions::StepSize, model::parameters::describe_change,
    model::regions::pairs_in_view, parameters::hides_parameter,
    update::pair::refresh_list_and_pair, update::pair::request_open_pair,
};

pub(crate) fn step_parameter(
    model: &mut Model,
    parameter: Parameter,
    step: (StepDirection, StepSize),
) {
    if let Some(why) = parameter.why_inactive(&model.params).filter(|why| hides_parameter(*why)) {
        return model.show_note(format!("{}: {}", parameter.name(), explain_inactive(why)));
    }
    let params = step_value(&model.params, parameter, step, &model.choices);
    model.parameter_state.chosen = parameter;
    if params == model.params {
        return model.show_note("already at the limit");
    }
    change_params(model, params);
}

pub(crate) fn change_params(model: &mut Model, params: Params) {
    model.history.record(Change::Parameters(current_params_for_undo(model)));
    model.parameter_state.reselect = None;
    set_params(model, params, ChangeKind::Changed);
}

pub(crate) fn current_params_for_undo(model: &Model) -> EarlierParams {
    EarlierParams { params: model.params.clone(), selected: model.list.names.clone() }
}

pub(crate) fn set_params(model: &mut Model, params: Params, how: ChangeKind) {
    model.record_before_change(how);
    model.params = params.clone();
    model.compute_areas();
    let in_view = pairs_in_view(model);
    model.send_command(Command::Ask(0, Question::Ranking { params: Arc::new(params), in_view }));
    // The bar may have more or fewer rows for other values, which moves the parts below.
    refresh_list_and_pair(model);
    request_open_pair(model);
    model.current_list().handle_params(model);
}

pub(crate) fn restore_params(model: &mut Model, past: EarlierParams, how: ChangeKind) {
    let EarlierParams { params, selected } = past;
    model.parameter_state.reselect = selected;
    model.show_note(format!("{}{}", how.prefix(), describe_change(&model.params, &params)));
    set_params(model, params, how);
}

/// Moves within the bar: up and down change the value of the selected parameter.
pub(crate) fn move_in_parameter_bar(model: &mut Model, motion: Motion) {
    let parameter = model.parameter_state.chosen;
    match motion {
        Motion::Up => step_parameter(model, parameter, (StepDirection::Next, StepSize::Usual)),
        Motion::Down => step_parameter(model, parameter, (StepDirection::Back, StepSize::Usual)),
        Motion::First | Motion::Last => {
            let all = entries_to_show(&model.params, true);
            let end = if motion == Motion::First { all.first() } else { all.last() };
            model.parameter_state.chosen = end.map_or(parameter, |entry| entry.parameter);
        }
        Motion::PageUp | Motion::PageDown | Motion::HalfUp | Motion::HalfDown => {}
    }
}

pub(crate) fn focus_parameter(model: &mut Model, parameter: Parameter) {
    model.focus = Focus::Bar;
    model.parameter_state.chosen = parameter;
}

/// Requests the text of a template, which a separate thread reads.
pub(crate) fn read_template(model: &mut Model, path: &str) {
    model.show_note(format!("reading {}", make_visible(path)));
    let (reader, params, path) = (model.reader.clone(), model.params.clone(), path.into());
    let paths: [PathBuf; 1] = [path];
    let work = move |_: &Cancel| {
        let read = read_templates(&reader, &paths, &params);
        Some(read.map(|mut all| all.swap_remove(0)).map_err(|error| error.to_string()))
    };
    model.run_job(Slot::Single, work, add_template);
}

/// Adds a template that was read, or reports why its file could not be read.
fn add_template(model: &mut Model, read: Result<Arc<Template>, String>) {
    match read {
        Ok(template) => {
            model.note = None;
            model.parameter_state.chosen = Parameter::Template;
            model.choices.templates = vec![template];
            let template = model.choices.templates.clone();
            let params = Params { template, ..model.params.clone() };
            if params != model.params {
                change_params(model, params);
            }
        }
        Err(reason) => model.note = Some(reason),
    }
}

// Pins a ranking, to compare later rankings with the pinned one.

pub(crate) fn toggle_pin(model: &mut Model) {
    if model.parameter_state.pin.take().is_some() || model.jobs.cancel(Slot::Pin) {
        return model.show_note("unpinned");
    }
    let Some(snapshot) = model.snapshot.clone() else {
        return model.show_note("no ranking to pin yet");
    };
    let work = move |_: &Cancel| Some(Arc::new(Pin::new(Arc::clone(&snapshot))));
    model.run_job(Slot::Pin, work, |model, pin| {
        let pairs = format_count(pin.snapshot.pairs_found, "pair");
        model.show_note(format!("pinned {pairs}: rows now say how they move against them"));
        model.parameter_state.pin = Some(pin);
    });
}

// The mouse on the parameters.

pub(crate) fn parameter_at(model: &Model, at: Position) -> Option<Parameter> {
    bar_cell_at(model, at)?.shows
}

pub(crate) fn bar_cell_at(model: &Model, at: Position) -> Option<BarCell> {
    let area = model.areas.params;
    if !area.contains(at) {
        return None;
    }
    let rows = lay_out_bar(model.parameter_values(), area.width);
    cell_at(rows, at.y - area.y, at.x - area.x)
}
