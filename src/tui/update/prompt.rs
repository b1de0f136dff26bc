//! The open line of input. Typed text acts at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::tui::actions::{KeyName, Place, ViewName, binding::BACK, binding::NEXT};
use crate::tui::messages::Message;
use crate::tui::model::{Model, Purpose};
use crate::tui::update::{decisions, lists, moving, parameters, perform, report, search};
use crate::tui::views::{help, palette, query, query::Query, sandbox};
use crate::tui::{keys::key_map::key_of, update::pair::passages};

pub(crate) fn type_key(model: &mut Model, key: KeyEvent) {
    let purpose = model.purpose();
    match (purpose, key.code) {
        (Some(Purpose::Help), _) if help::type_key(model, key) => return,
        (Some(Purpose::Value(_)), KeyCode::Tab) => return parameters::switch_prompt(model, NEXT),
        (Some(Purpose::Value(_)), KeyCode::BackTab) => {
            return parameters::switch_prompt(model, BACK);
        }
        (Some(Purpose::Nothing(_)), _) => return,
        _ => {}
    }
    let ends_number = matches!(key.code, KeyCode::Char(letter) if !letter.is_ascii_digit());
    if purpose == Some(Purpose::Passage) && ends_number {
        // Any other key ends the number.
        let number = passages::end_number(model).unwrap_or(0);
        if let Some(Message::Action(action)) = Message::from_key(key, model.place())
            && !moving::move_by_number(model, number, action)
        {
            perform(model, action);
        }
        return;
    }
    match model.prompt.as_mut().map(|prompt| prompt.apply_key(key)) {
        Some(true) => handle_changed_text(model),
        Some(false) => {}
        None if model.layers.has(Place::Sandbox) => sandbox::type_key(model, key),
        None => query::type_key(model, key),
    }
}

pub(crate) fn paste_text(model: &mut Model, text: &str) {
    if let Some(prompt) = &mut model.prompt {
        if matches!(prompt.purpose, Purpose::Nothing(_)) {
            return;
        }
        prompt.paste(text);
        return handle_changed_text(model);
    }
    if model.layers.cover().is_some_and(|cover| cover.place() == Place::Sandbox) {
        sandbox::write(model, text);
    } else if model.is_in(ViewName::Query) {
        query::pasted(model, text);
    } else if model.place() == Place::List {
        model.states.get_mut::<Query>().text.clear();
        lists::enter(model, ViewName::Query);
        query::pasted(model, text);
    } else {
        let query = key_of(KeyName::ViewName(ViewName::Query));
        model.note =
            Some(format!("press {query} first: there a pasted text is compared with the folder"));
    }
}

fn handle_changed_text(model: &mut Model) {
    let Some(prompt) = &model.prompt else { return };
    match prompt.purpose {
        Purpose::Help => help::filter(model),
        Purpose::Palette => palette::look_up(model),
        Purpose::Passage => passages::go_to_typed_number(model),
        Purpose::Value(_) => model.parameter_state.refused = None,
        Purpose::Search => search::search_typed(model),
        Purpose::Mark => decisions::run_mark_line(model, false),
        Purpose::Replace => report::handle_replace_reply(model),
        Purpose::Report(_) => model.note = None,
        Purpose::Nothing(_) | Purpose::Note | Purpose::Phrase => {}
        Purpose::Filter(_) => {
            let text = prompt.text().to_string();
            lists::set_filter(model, &text);
        }
    }
}
