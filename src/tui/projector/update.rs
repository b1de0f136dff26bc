//! Projector mode: on and off, the folder frozen meanwhile, and the last key.

use ratatui::crossterm::event::KeyEvent;

use crate::tui;
use crate::tui::event_loop::command::Command;
use crate::tui::pair;
use crate::tui::screen::model::Model;
use crate::tui::screen::update::freeze;

use super::model::Projector;

/// Turns projector mode on or off. Meanwhile changes of the folder are held back, as by the key that freezes it.
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
        let is_alone = model.lesson.as_ref().is_some_and(|open_lesson| open_lesson.alone);
        let held = if is_alone { "" } else { ": the folder is held back" };
        model.note = Some(format!("projector mode{held}; Ctrl-O ends it"));
    }
    commands.extend(pair::update::settle(model));
    commands
}

/// Remembers a key before it acts.
pub(crate) fn pressed(model: &mut Model, key: KeyEvent) {
    let place = model.place();
    if let Some(projector) = &mut model.projector {
        projector.pressed = tui::keys::pressed(key, place);
    }
}
