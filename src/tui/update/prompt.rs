//! The open line of input: what is written into it acts at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::super::command::Command;
use super::super::model::prompt::Purpose;
use super::super::model::state::Model;
use super::{help, palette};

/// Writes a key into it.
pub(super) fn typed(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let help = model
        .prompt
        .as_ref()
        .is_some_and(|prompt| prompt.purpose == Purpose::Help && prompt.text().is_empty());
    if help && key.code == KeyCode::Char('?') {
        help::toggle(model);
        return Vec::new();
    }
    match model.prompt.as_mut().map(|prompt| prompt.take(key)) {
        Some(true) => changed(model),
        _ => Vec::new(),
    }
}

/// Writes a pasted text into it.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Command> {
    let Some(prompt) = model.prompt.as_mut() else {
        model.note = Some("pasted text is for a line of input: open one first, as with :".into());
        return Vec::new();
    };
    prompt.paste(text);
    changed(model)
}

/// The text is another one.
fn changed(model: &mut Model) -> Vec<Command> {
    match model.prompt.as_ref().map(|prompt| prompt.purpose) {
        Some(Purpose::Help) => help::filter(model),
        Some(Purpose::Palette) => palette::look_up(model),
        Some(Purpose::Value(_)) => model.tune.refused = None,
        None => {}
    }
    Vec::new()
}
