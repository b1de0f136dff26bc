//! Projector mode: on and off, the folder held back meanwhile, and which key was pressed.

use ratatui::crossterm::event::KeyEvent;

use super::super::command::Command;
use super::super::keymap;
use super::super::model::projector::Projector;
use super::super::model::state::Model;
use super::super::wish::TuningWish;
use super::{pair, tuning};

/// Turns it on or off. What changes in the folder is held back meanwhile, as by its key.
pub(super) fn toggle(model: &mut Model) -> Vec<Command> {
    let mut commands = Vec::new();
    if let Some(before) = model.projector.take() {
        if before.thaws && model.tune.frozen.is_some() {
            commands = tuning::take(model, TuningWish::Freeze);
        }
        model.note = Some("everyday use again".into());
    } else {
        let thaws = model.tune.frozen.is_none();
        if thaws {
            commands = tuning::take(model, TuningWish::Freeze);
        }
        model.projector = Some(Projector { pressed: None, thaws });
        let held = "projector mode: the folder is held back; Ctrl-O ends it";
        model.note = Some(held.into());
    }
    commands.extend(pair::settle(model));
    commands
}

/// Takes in which key is pressed, before anything is done about it.
pub(super) fn pressed(model: &mut Model, key: KeyEvent) {
    let place = model.place();
    if let Some(projector) = &mut model.projector {
        projector.pressed = keymap::pressed(key, place);
    }
}
