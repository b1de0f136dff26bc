//! The open line of input: what is written into it acts at once.

use ratatui::crossterm::event::KeyEvent;

use super::super::command::Command;
use super::super::keymap;
use super::super::message::Message;
use super::super::model::prompt::Purpose;
use super::super::model::state::{Model, Overlay};
use super::{passages, take_wish};

/// Writes a key into it.
pub(super) fn typed(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let purpose = model.prompt.as_ref().map(|prompt| prompt.purpose);
    if purpose == Some(Purpose::Passage) && passages::ends_number(key) {
        // Whoever types something else has done with the number.
        model.prompt = None;
        return match keymap::message(key, model.place()) {
            Some(Message::Wish(wish)) => take_wish(model, wish),
            _ => Vec::new(),
        };
    }
    match model.prompt.as_mut().map(|prompt| prompt.take(key)) {
        Some(true) => changed(model),
        _ => Vec::new(),
    }
}

/// Writes a pasted text into it.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Command> {
    match model.prompt.as_mut() {
        Some(prompt) => prompt.paste(text),
        None => return Vec::new(),
    }
    changed(model)
}

/// The text is another one.
fn changed(model: &mut Model) -> Vec<Command> {
    match model.prompt.as_ref().map(|prompt| prompt.purpose) {
        Some(Purpose::Help) => model.overlay = Some(Overlay::Help(0)),
        Some(Purpose::Value(_)) => model.tune.refused = None,
        Some(Purpose::Passage) => passages::typed(model),
        None => {}
    }
    Vec::new()
}
