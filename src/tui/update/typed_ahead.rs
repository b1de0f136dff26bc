//! Keys typed ahead. Whoever types `D D` or `R g` at once means the second key for what the first one brings, so the second
//! waits. What waits is shown, other keys and the mouse act at once, and no key waits long. Changed parameters do not make
//! keys wait: they act in the list that is shown, and the selection is carried over into the next one.

use ratatui::crossterm::event::{KeyEvent, KeyModifiers};

use crate::tui::actions::{Action, Place, Room};
use crate::tui::lists;
use crate::tui::messages::{Command, Message};
use crate::tui::model::{Focus, Model, PairState};
use crate::tui::update::{look, take};

/// A key, and what it means at the current place.
pub(crate) type KeyMeaning = (KeyEvent, Option<Message>);

/// Takes a key: it acts or waits.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let message = Message::from_key(key, model.place());
    let ends = message.as_ref().is_some_and(|message| never_waits(message, key));
    if ends {
        model.typed_ahead.clear();
    }
    let is_early = |message: &Message| !ends && waits(model, message);
    if !model.typed_ahead.is_empty() || message.as_ref().is_some_and(is_early) {
        model.typed_ahead.push(key, model.now);
        return Vec::new();
    }
    act(model, (key, message))
}

/// The next waiting key that can act now.
pub(crate) fn next(model: &mut Model) -> Option<KeyMeaning> {
    let message = Message::from_key(model.typed_ahead.first()?, model.place());
    if model.typed_ahead.is_over(model.now) {
        // What did not come in time is not waited for again.
        (model.list.key_waits, model.documents.key_waits) = (false, false);
    } else if message.as_ref().is_some_and(|message| waits(model, message)) {
        return None;
    }
    Some((model.typed_ahead.pop(model.now)?, message))
}

/// Does what a key means.
pub(crate) fn act(model: &mut Model, (key, message): KeyMeaning) -> Vec<Command> {
    let Some(message) = message else { return Vec::new() };
    look::pressed(model, key);
    take(model, message)
}

/// Whether a key ends all waiting: it goes back or quits, and cannot be a letter of a text.
fn never_waits(message: &Message, key: KeyEvent) -> bool {
    let ends = [Action::Leave, Action::Quit, Action::Suspend, Action::Redraw];
    matches!(message, Message::Action(action) if ends.contains(action)) && letter(key).is_none()
}

/// The letter that a key writes where letters are text.
fn letter(key: KeyEvent) -> Option<char> {
    key.code.as_char().filter(|_| !key.modifiers.contains(KeyModifiers::CONTROL))
}

/// Whether a key must wait for something that another key asked for.
fn waits(model: &Model, message: &Message) -> bool {
    if model.sandbox.as_ref().is_some_and(|sandbox| sandbox.awaits_pair) {
        // Keys are written into the texts of the sandbox.
        return model.place() == Place::Sandbox;
    }
    let Message::Action(action) = message else { return false };
    if model.is_covered() || model.prompt.is_some() {
        return false;
    }
    let on_list = !model.lists_passages && model.focus == Focus::List;
    match action {
        Action::Move(_) | Action::Edge(_) if on_list => is_list_owed(model),
        Action::Move(_) | Action::Edge(_) => {
            let on_texts = model.lists_passages || matches!(model.focus, Focus::Pane(_));
            on_texts && (is_list_owed(model) || is_pair_owed(model))
        }
        // Another list leads to rows of the ranked one. Only those asked for last will come.
        Action::Enter => on_list && (is_list_owed(model) || model.list.key_waits),
        // The texts depend on the list. Between the texts, the chosen word matters.
        Action::Focus(_) => {
            let is_owed = is_list_owed(model) || model.explain.is_some() && is_pair_owed(model);
            !model.lists_passages && is_owed
        }
        // The document may be that of the ranked list, which this key may leave.
        Action::Go(Room::Documents | Room::Sources) => is_list_owed(model) || model.list.key_waits,
        Action::Go(room) => leaves_owed(model, *room),
        Action::Sort(_) | Action::Reverse | Action::Neighbour(_) | Action::Sandbox => {
            is_list_owed(model)
        }
        Action::Side(_) | Action::Far(_) => is_list_owed(model) || !on_list && is_pair_owed(model),
        Action::Filter if !on_list => is_pair_owed(model),
        Action::Digit(_)
        | Action::LeaveOut
        | Action::Lesson
        | Action::Edit
        | Action::CopyPassage
        | Action::CopyPair => is_list_owed(model) || is_pair_owed(model),
        _ => action.is_on_pair() && (is_list_owed(model) || is_pair_owed(model)),
    }
}

/// Whether a key goes to a room before the list is there that it leaves. The document selected among those that resemble
/// one would stay selected in the list of all; the pair below a list would not have taken the place of the open one.
fn leaves_owed(model: &Model, room: Room) -> bool {
    let here = lists::here(model);
    here.replaces_pair() && here.is_owed(model)
        || model.list.key_waits && model.rooms.is_behind(room, Room::Resembling)
}

/// Whether a key asked for another list than the one that is shown.
fn is_list_owed(model: &Model) -> bool {
    lists::here(model).is_owed(model)
}

/// Whether a pair was asked for and is not there yet.
fn is_pair_owed(model: &Model) -> bool {
    model.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited))
}
