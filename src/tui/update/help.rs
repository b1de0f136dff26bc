//! Help: choosing a line and doing what it says.

use crate::tui::actions::{Action, KeyName, Motion, Place, Section, StepDirection};
use crate::tui::messages::Command;
use crate::tui::model::help::{inner, lines};
use crate::tui::model::{Help, HelpLine, Model, Prompt, Purpose};
use crate::tui::update::{parameters, perform};

/// Shows help, or closes it.
pub(crate) fn toggle(model: &mut Model) {
    let place = model.place();
    model.close_overlays();
    model.help = Help::default();
    if place == Place::Help {
        return;
    }
    model.prompt = Some(Prompt::new(Purpose::Help, ""));
    let (lines, room) = (laid(model).0, model.rooms.here());
    model.help = match place {
        Place::Pair | Place::Dots | Place::Words => Help::at_section(&lines, Section::Pair),
        Place::Bar => Help::at_section(&lines, Section::Parameters),
        Place::Lesson | Place::Sandbox => Help::at_section(&lines, Section::Lesson),
        // What the list of pairs shows is explained at the beginning, another list beside its key.
        _ => Help::at_key(&lines, KeyName::Room(room)),
    };
}

/// Goes to the next section, or the one before.
pub(crate) fn section(model: &mut Model, direction: StepDirection) {
    let (lines, _) = laid(model);
    model.help.section(&lines, direction);
}

/// The filter was changed.
pub(crate) fn filter(model: &mut Model) {
    let (lines, _) = laid(model);
    model.help = Help::new(model.typed(), &lines);
}

/// Moves the choice.
pub(crate) fn step(model: &mut Model, motion: Motion) {
    let (lines, height) = laid(model);
    model.help.step(&lines, motion, height);
}

/// Closes help and does the chosen action, or asks for the value of the chosen parameter.
pub(crate) fn enter(model: &mut Model) -> Vec<Command> {
    let binding = model.help.binding(&laid(model).0);
    model.close_overlays();
    let Some(binding) = binding else { return Vec::new() };
    if let KeyName::Parameter(parameter) = binding.name {
        parameters::ask_for(model, parameter);
        return Vec::new();
    }
    // An action that shows or hides help has nothing left to do.
    let action = binding.actions.first().map(|one| one.action);
    let action = action.filter(|action| *action != Action::Help);
    action.map_or_else(Vec::new, |action| perform(model, action))
}

/// A click on a row chooses it, or does its action if it was chosen already.
pub(crate) fn click(model: &mut Model, row: usize) -> Vec<Command> {
    let (lines, _) = laid(model);
    if model.help.click(&lines, row) { enter(model) } else { Vec::new() }
}

/// The lines as the screen shows them, and the number of rows they have.
fn laid(model: &Model) -> (Vec<HelpLine>, usize) {
    let region = model.areas().map(|areas| inner(areas.body)).unwrap_or_default();
    (lines(model.typed(), region.width), usize::from(region.height))
}
