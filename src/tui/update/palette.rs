//! The command palette: the text, the chosen line, and doing its action.

use shingle::pipeline::Parameter;

use crate::tui::model::{Model, PaletteAction, Prompt, Purpose};
use crate::tui::parameters::values::with_one;
use crate::tui::update::{look, parameters, perform, phrases};
use crate::tui::{actions::Motion, layout::palette_rows, messages::Command};

/// Opens the palette, or closes it.
pub(crate) fn toggle(model: &mut Model) {
    let is_open = model.asks(Purpose::Palette);
    model.close_overlays();
    model.prompt = (!is_open).then(|| Prompt::new(Purpose::Palette, ""));
    look_up(model);
}

/// The text was changed.
pub(crate) fn look_up(model: &mut Model) {
    let text = model.typed().to_string();
    model.palette.look_up(&text, &model.params, &model.choices);
}

/// Moves the choice.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let height = height(model);
    model.palette.step(motion, height);
}

/// Does the chosen action and closes the palette. If no line is chosen, the palette stays open.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    let Some(item) = model.palette.take() else {
        return Vec::new();
    };
    model.close_overlays();
    match item.action {
        PaletteAction::OfKey(action) => perform(model, action),
        PaletteAction::Ask(parameter) => {
            parameters::ask_for(model, parameter);
            Vec::new()
        }
        PaletteAction::Value(parameter, value) => set(model, parameter, &value),
        PaletteAction::Theme(theme) => {
            look::theme(model, theme);
            Vec::new()
        }
        PaletteAction::Mouse(on) => look::mouse(model, on),
        PaletteAction::LeaveOut(words) => phrases::own(model, &words),
    }
}

/// Sets a parameter to a value that was typed.
fn set(model: &mut Model, parameter: Parameter, value: &str) -> Vec<Command> {
    if parameter == Parameter::Template && parameters::is_to_be_read(model, value) {
        return vec![parameters::read_template(model, value)];
    }
    match with_one(&model.params, parameter, value, &model.choices) {
        Ok(params) if params == model.params => {
            model.note = Some(format!("{} is {value} already", parameter.name()));
            Vec::new()
        }
        Ok(params) => parameters::change_to(model, params),
        Err(reason) => {
            model.note = Some(reason);
            Vec::new()
        }
    }
}

/// A click on a row chooses it, or does its action if it was chosen already.
pub(crate) fn click(model: &mut Model, row: usize) -> Vec<Command> {
    let index = model.palette.top(height(model)) + row;
    if index >= model.palette.found.len() {
        return Vec::new();
    }
    if index == model.palette.chosen {
        return enter(model);
    }
    model.palette.chosen = index;
    Vec::new()
}

/// How many rows its lines have.
fn height(model: &Model) -> usize {
    model.areas().map_or(1, |areas| usize::from(palette_rows(areas.body).height))
}
