//! The open line of input: what is written into it acts at once.

use ratatui::crossterm::event::KeyEvent;

use super::super::command::Command;
use super::super::model::prompt::Purpose;
use super::super::model::rooms::Room;
use super::super::model::state::{Model, Overlay};
use super::{list, query};

/// Writes a key into it.
pub(super) fn typed(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    match model.prompt.as_mut().map(|prompt| prompt.take(key)) {
        Some(true) => changed(model),
        Some(false) => Vec::new(),
        None => query::typed(model, key),
    }
}

/// Writes a pasted text into it.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Command> {
    match model.prompt.as_mut() {
        Some(prompt) => prompt.paste(text),
        None if model.rooms.here() == Room::Query && !model.zoomed => {
            return query::pasted(model, text);
        }
        None => {
            model.note =
                Some("press Q first: there a pasted text is compared with the folder".into());
            return Vec::new();
        }
    }
    changed(model)
}

/// The text is another one.
fn changed(model: &mut Model) -> Vec<Command> {
    let Some(prompt) = &model.prompt else { return Vec::new() };
    match prompt.purpose {
        Purpose::Help => model.overlay = Some(Overlay::Help(0)),
        Purpose::Value(_) => model.tune.refused = None,
        Purpose::Filter => {
            let text = prompt.text().to_string();
            return list::filter(model, &text);
        }
    }
    Vec::new()
}
