//! Projector mode: on and off, the folder held back meanwhile, and which key was pressed.

use ratatui::crossterm::event::KeyEvent;

use crate::tui;
use crate::tui::event_loop::command::Command;
use crate::tui::pair;
use crate::tui::screen::model::Model;
use crate::tui::screen::update::freeze;

use super::model::Projector;

/// Turns it on or off. What changes in the folder is held back meanwhile, as by its key.
pub(crate) fn toggle(model: &mut Model) -> Vec<Command> {
    let mut commands = Vec::new();
    if let Some(before) = model.projector.take() {
        if before.thaws && model.parameter_state.frozen.is_some() {
            commands = freeze::toggle(model);
        }
        model.note = Some("everyday use again".into());
    } else {
        let thaws = model.parameter_state.frozen.is_none();
        if thaws {
            commands = freeze::toggle(model);
        }
        model.projector = Some(Projector { pressed: None, thaws });
        let held = "projector mode: the folder is held back; Ctrl-O ends it";
        model.note = Some(held.into());
    }
    commands.extend(pair::update::settle(model));
    commands
}

/// Takes in which key is pressed, before anything is done about it.
pub(crate) fn pressed(model: &mut Model, key: KeyEvent) {
    let place = model.place();
    if let Some(projector) = &mut model.projector {
        projector.pressed = tui::keys::pressed(key, place);
    }
}
