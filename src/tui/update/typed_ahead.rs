//! Keys typed ahead. A user may type `D D` or `R g` quickly. The second key then refers to the result of the first key,
//! so the second key waits. The screen shows waiting keys, other keys and the mouse act at once, and no key waits long.
//! Keys do not wait for changed parameters: they act in the shown list, and the next list retains the selection.

use ratatui::crossterm::event::{KeyEvent, KeyModifiers};

use crate::tui::actions::{Action, Place, ViewName};
use crate::tui::messages::Message;
use crate::tui::model::{Model, PairState};
use crate::tui::update::{handle_message, look};
use crate::tui::views::{current_list, documents::DocumentList, sandbox::Sandbox};

pub(crate) type KeyMeaning = (KeyEvent, Option<Message>);

/// Runs a key, or lets the key wait.
pub(crate) fn handle_key(model: &mut Model, key: KeyEvent) {
    let message = Message::from_key(key, model.place());
    let ends = message.as_ref().is_some_and(|message| never_waits(message, key));
    if ends {
        model.typed_ahead.clear();
    }
    let is_early = |message: &Message| !ends && must_wait(model, message);
    if !model.typed_ahead.is_empty() || message.as_ref().is_some_and(is_early) {
        model.typed_ahead.push(key, model.now);
        return;
    }
    run_key(model, (key, message));
}

/// Returns the next waiting key that can act now.
pub(crate) fn next(model: &mut Model) -> Option<KeyMeaning> {
    let message = Message::from_key(model.typed_ahead.first()?, model.place());
    if model.typed_ahead.is_due(model.now) {
        // After this time, keys stop waiting for the result.
        model.list.key_waits = false;
        model.states.get_mut::<DocumentList>().key_waits = false;
    } else if message.as_ref().is_some_and(|message| must_wait(model, message)) {
        return None;
    }
    Some((model.typed_ahead.pop(model.now)?, message))
}

pub(crate) fn run_key(model: &mut Model, (key, message): KeyMeaning) {
    let Some(message) = message else { return };
    look::record_key(model, key);
    handle_message(model, message);
}

/// Returns true if a key ends all waiting: the key goes back or quits, and cannot be a letter of a text.
fn never_waits(message: &Message, key: KeyEvent) -> bool {
    let ends = [Action::Leave, Action::Quit, Action::Suspend, Action::Redraw];
    matches!(message, Message::Action(action) if ends.contains(action))
        && (key.code.as_char().is_none() || key.modifiers.contains(KeyModifiers::CONTROL))
}

fn must_wait(model: &Model, message: &Message) -> bool {
    if model.layers.get::<Sandbox>().is_some_and(|sandbox| sandbox.awaits_pair) {
        // Keys write into the texts of the sandbox.
        return model.place() == Place::Sandbox;
    }
    let Message::Action(action) = message else { return false };
    if model.is_covered() || model.prompt.is_some() {
        return false;
    }
    let place = model.place();
    let on_list = matches!(place, Place::List | Place::Text);
    match action {
        Action::Move(_) | Action::Edge(_) => {
            place != Place::Bar && (is_list_awaited(model) || !on_list && is_pair_awaited(model))
        }
        // Lines of another list open rows of the ranked list. Only the newest requested rows will come.
        Action::Enter => on_list && (is_list_awaited(model) || model.list.key_waits),
        // The texts depend on the list. Between the texts, the selected word matters.
        Action::Focus(_) => {
            let is_owed =
                is_list_awaited(model) || model.pair_shows(Place::Words) && is_pair_awaited(model);
            place != Place::Passages && is_owed
        }
        // The document may belong to the ranked list, which this key may leave.
        Action::Go(ViewName::Documents | ViewName::Sources) => {
            is_list_awaited(model) || model.list.key_waits
        }
        Action::Go(view) => leaves_awaited_list(model, *view),
        Action::Sort(_) | Action::Reverse | Action::Neighbour(_) | Action::Sandbox => {
            is_list_awaited(model)
        }
        Action::Side(_) | Action::Far(_) => {
            is_list_awaited(model) || !on_list && is_pair_awaited(model)
        }
        Action::Filter if !on_list => is_pair_awaited(model),
        Action::Digit(_)
        | Action::LeaveOut
        | Action::Lesson
        | Action::Edit
        | Action::CopyPassage
        | Action::CopyPair => is_list_awaited(model) || is_pair_awaited(model),
        _ => action.is_on_pair() && (is_list_awaited(model) || is_pair_awaited(model)),
    }
}

/// Returns true if a key enters a view before the list that it leaves has arrived. Otherwise the document selected
/// among similar documents would stay selected in the list of all documents, and the pair below a list would not have
/// replaced the open pair.
fn leaves_awaited_list(model: &Model, view: ViewName) -> bool {
    let here = current_list(model);
    here.replaces_pair() && here.awaits_list(model)
        || model.list.key_waits && model.visited.was_visited_before(view, ViewName::Resembling)
}

fn is_list_awaited(model: &Model) -> bool {
    current_list(model).awaits_list(model)
}

fn is_pair_awaited(model: &Model) -> bool {
    model.pair.as_ref().is_some_and(|current| matches!(current.answer, PairState::Awaited))
}
