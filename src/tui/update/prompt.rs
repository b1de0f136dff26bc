//! The open line of input. Typed text acts at once.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::actions::{Action, KeyName, Place, ViewName};
use crate::tui::update::{decisions, handle_message, lists};
use crate::tui::views::{help, palette, query, report, sandbox};
use crate::tui::{
    messages::Message, model::Model, model::Purpose, model::input::Draft, update,
    views::documents::DocumentList, views::help::Help, views::query::Query,
    views::sandbox::Sandbox,
};

pub(crate) fn type_in_prompt(model: &mut Model, key: KeyEvent) {
    let purpose = model.prompt_purpose();
    match (purpose, key.code) {
        (Some(Purpose::Help), KeyCode::Char('?')) if model.typed_text().is_empty() => {
            return help::toggle_help(model);
        }
        (Some(Purpose::Nothing(_)), _) => return,
        _ => {}
    }
    match model.prompt.as_mut().map(|prompt| prompt.apply_key(key)) {
        Some(true) => handle_changed_text(model),
        Some(false) => {}
        None if model.layers.has_layer_at(Place::Sandbox) => sandbox::type_key(model, key),
        None => query::type_key(model, key),
    }
}

pub(crate) fn paste_into_prompt(model: &mut Model, text: &str) {
    if let Some(prompt) = &mut model.prompt {
        if matches!(prompt.purpose, Purpose::Nothing(_)) {
            return;
        }
        prompt.paste(text);
        return handle_changed_text(model);
    }
    if model.layers.covering_layer().is_some_and(|cover| cover.place_of_layer() == Place::Sandbox) {
        sandbox::insert_text(model, text);
    } else if model.shows_list_of(ViewName::Query) {
        query::paste_text(model, text);
    } else if model.current_place() == Place::List {
        model.states.get_mut::<Query>().text = Draft::default();
        model.decisions.just_marked = None;
        lists::enter_view(model, ViewName::Query);
        query::paste_text(model, text);
    } else {
        let query = KeyName::ViewName(ViewName::Query).label();
        model.note =
            Some(format!("press {query} first: there a pasted text is compared with the folder"));
    }
}

fn handle_changed_text(model: &mut Model) {
    let Some(prompt) = &model.prompt else { return };
    match prompt.purpose {
        Purpose::Help => model.states.set(Help::default()),
        Purpose::Palette => palette::update_palette(model),
        Purpose::Search => update::search_typed_text(model),
        Purpose::Mark => decisions::run_mark_line(model, false),
        Purpose::Replace => report::handle_replace_reply(model),
        Purpose::Report => model.note = None,
        Purpose::Nothing(_) | Purpose::Note | Purpose::Phrase => {}
        Purpose::Filter(_) => {
            let text = prompt.text().to_string();
            lists::set_filter(model, &text);
        }
    }
}

// Keys typed ahead. A user may type `D D` or `R g` quickly. The second key then needs the result of the first key, so
// the second key waits. The screen shows waiting keys, and no key waits long. Other keys and the mouse act at once.
// Keys do not wait for changed parameters: they act in the shown list, and the next list keeps the selection.

/// Runs a key, or lets the key wait.
pub(crate) fn handle_key(model: &mut Model, key: KeyEvent) {
    let message = Message::from_key(key, model.current_place());
    let ends = [Action::Leave, Action::Quit, Action::Suspend, Action::Redraw];
    let is_letter = key.code.as_char().is_some() && !key.modifiers.contains(KeyModifiers::CONTROL);
    // A key that goes back or quits drops all waiting keys, if it cannot be a letter of a text.
    let ends = matches!(&message, Some(Message::Action(action)) if ends.contains(action));
    let ends = ends && !is_letter;
    if ends {
        model.typed_ahead.clear();
    }
    let is_early = |message: &Message| !ends && must_wait_for_result(model, message);
    if !model.typed_ahead.is_empty() || message.as_ref().is_some_and(is_early) {
        model.typed_ahead.push(key, model.now);
        return;
    }
    if let Some(message) = message {
        handle_message(model, message);
    }
}

/// Removes and returns the next waiting key, if it can act now. Drops keys without a meaning.
pub(crate) fn next_waiting_key(model: &mut Model) -> Option<Message> {
    loop {
        let message = Message::from_key(model.typed_ahead.first()?, model.current_place());
        if model.typed_ahead.is_due(model.now) {
            // The time is over, so no further key waits for the result.
            model.list.key_waits = false;
            model.states.get_mut::<DocumentList>().key_waits = false;
        } else if message.as_ref().is_some_and(|message| must_wait_for_result(model, message)) {
            return None;
        }
        model.typed_ahead.pop(model.now)?;
        if message.is_some() {
            return message;
        }
    }
}

/// Returns true if a key depends on the awaited list, or on the awaited pair.
fn must_wait_for_result(model: &Model, message: &Message) -> bool {
    if model.layers.get::<Sandbox>().is_some_and(|sandbox| sandbox.awaits_pair) {
        // Keys write into the texts of the sandbox, so they wait for these texts.
        return model.current_place() == Place::Sandbox;
    }
    let Message::Action(action) = message else { return false };
    if model.is_list_covered() || model.prompt.is_some() {
        return false;
    }
    let place = model.current_place();
    let on_list = matches!(place, Place::List | Place::Text);
    let is_about_pair = action.acts_on_open_pair()
        || matches!(action, Action::Digit(_) | Action::IgnorePassage | Action::Lesson)
        || matches!(action, Action::Edit | Action::CopyPassage);
    let needs_pair = place != Place::Bar && (!on_list || is_about_pair);
    // A line of another list opens rows of the ranked list.
    let is_list_awaited = model.current_list().awaits_list(model) || model.list.key_waits;
    let is_awaited = is_list_awaited || needs_pair && model.is_pair_awaited();
    let is_free =
        matches!(action, Action::Change(..) | Action::Ask | Action::Palette | Action::Close);
    is_awaited && !is_free
}
