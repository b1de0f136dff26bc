//! The open line of input: what is written into it acts at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::super::command::Command;
use super::super::keymap;
use super::super::message::Message;
use super::super::model::prompt::Purpose;
use super::super::model::rooms::Room;
use super::super::model::state::Model;
use super::{help, list, palette, passages, query, sandbox, take_wish};

/// Writes a key into it.
pub(super) fn typed(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let purpose = model.prompt.as_ref().map(|prompt| prompt.purpose);
    let help = purpose == Some(Purpose::Help)
        && model.prompt.as_ref().is_some_and(|prompt| prompt.text().is_empty());
    if help && key.code == KeyCode::Char('?') {
        help::toggle(model);
        return Vec::new();
    }
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
        Some(false) => Vec::new(),
        None if model.sandbox.is_some() => {
            sandbox::typed(model, key);
            Vec::new()
        }
        None => query::typed(model, key),
    }
}

/// Writes a pasted text into it.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Command> {
    if let Some(prompt) = &mut model.prompt {
        prompt.paste(text);
        return changed(model);
    }
    if model.sandbox.is_some() && model.lesson.is_none() {
        sandbox::write(model, text);
    } else if model.is_in(Room::Query) {
        return query::pasted(model, text);
    } else {
        model.note = Some("press Q first: there a pasted text is compared with the folder".into());
    }
    Vec::new()
}

/// The text is another one.
fn changed(model: &mut Model) -> Vec<Command> {
    let Some(prompt) = &model.prompt else { return Vec::new() };
    match prompt.purpose {
        Purpose::Help => help::filter(model),
        Purpose::Palette => palette::look_up(model),
        Purpose::Passage => passages::typed(model),
        Purpose::Value(_) => model.tune.refused = None,
        Purpose::Filter => {
            let text = prompt.text().to_string();
            return list::filter(model, &text);
        }
    }
    Vec::new()
}
