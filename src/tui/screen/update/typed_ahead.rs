//! Keys typed ahead: whoever types `D D` or `R g` at once means what comes of the first key, so that the second waits for it.
//! What waits is drawn as it is, other keys and the mouse go on, and nothing waits long. Other parameters are no other list:
//! keys go on in the one that is shown, and the selection follows into the next.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui;
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::event_loop::wish::{LessonWish, ListWish, PairWish, ProgramWish, Wish};
use crate::tui::keys::binding::Place;
use crate::tui::pair::shown::Answer;
use crate::tui::projector;
use crate::tui::rooms::room::Room;
use crate::tui::screen::focus::{Focus, Overlay};
use crate::tui::screen::model::Model;
use crate::tui::screen::update::take;

/// Takes a key in: it acts, or waits.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let message = tui::keys::message(key, model.place());
    if message.as_ref().is_some_and(|message| never_waits(message, key)) {
        model.ahead.clear();
        return act(model, key);
    }
    if !model.ahead.is_empty() || message.is_some_and(|message| waits(model, &message)) {
        model.ahead.push(key, model.now);
        return Vec::new();
    }
    act(model, key)
}

/// The next key that waited and need not any more.
pub(crate) fn next(model: &mut Model) -> Option<KeyEvent> {
    let first = model.ahead.first()?;
    if model.ahead.is_over(model.now) {
        // What did not come in time is not waited for again.
        (model.list.owed, model.documents.owed) = (false, false);
    } else if tui::keys::message(first, model.place()).is_some_and(|message| waits(model, &message))
    {
        return None;
    }
    model.ahead.pop(model.now)
}

/// Does what a key means where one is.
pub(crate) fn act(model: &mut Model, key: KeyEvent) -> Vec<Command> {
    let Some(message) = tui::keys::message(key, model.place()) else { return Vec::new() };
    projector::update::pressed(model, key);
    take(model, message)
}

/// Whether a key ends all waiting: it leads back or out, and is no letter that may be meant for a text.
fn never_waits(message: &Message, key: KeyEvent) -> bool {
    let is_letter =
        matches!(key.code, KeyCode::Char(_)) && !key.modifiers.contains(KeyModifiers::CONTROL);
    let ends = [ProgramWish::Quit, ProgramWish::Suspend, ProgramWish::Redraw].map(Wish::Program);
    matches!(message, Message::Wish(wish) if *wish == Wish::Leave || ends.contains(wish))
        && !is_letter
}

/// Whether what a key is about was asked for by another and is not there yet.
fn waits(model: &Model, message: &Message) -> bool {
    if model.sandbox.as_ref().is_some_and(|sandbox| sandbox.awaits_pair) {
        // Whoever writes there writes into these texts.
        return model.place() == Place::Sandbox;
    }
    let Message::Wish(wish) = message else { return false };
    if model.is_covered() || model.prompt.is_some() {
        return false;
    }
    let on_list = model.overlay.is_none() && model.focus == Focus::List;
    match wish {
        Wish::Move(_) | Wish::Edge(_) if on_list => is_list_owed(model),
        Wish::Move(_) | Wish::Edge(_) => {
            let on_texts = match model.overlay {
                None => matches!(model.focus, Focus::Pane(_)),
                Some(overlay) => overlay == Overlay::Passages,
            };
            on_texts && (is_list_owed(model) || is_pair_owed(model))
        }
        // What another list leads to are rows of the ranked one, and only those asked for last ever come.
        Wish::Enter => on_list && (is_list_owed(model) || model.list.owed),
        // To the texts, which hang on the list; from text to text, where a word is chosen.
        Wish::Focus(_) => {
            let is_owed = is_list_owed(model) || model.explain.is_some() && is_pair_owed(model);
            model.overlay.is_none() && is_owed
        }
        // Its document may be the one of the ranked list, which may be left.
        Wish::List(ListWish::Documents) => is_list_owed(model) || model.list.owed,
        Wish::List(ListWish::Problems) => leaves_owed(model, Room::Problems),
        Wish::List(ListWish::Clusters) => leaves_owed(model, Room::Clusters),
        Wish::List(ListWish::Query) => leaves_owed(model, Room::Query),
        Wish::List(ListWish::Lab) => leaves_owed(model, Room::Lab),
        Wish::List(ListWish::Sort(_) | ListWish::Reverse | ListWish::Unfold | ListWish::Fold)
        | Wish::Pair(PairWish::Neighbour(_))
        | Wish::Sandbox => is_list_owed(model),
        Wish::Pair(_)
        | Wish::Cursor(_)
        | Wish::Lesson(LessonWish::Open)
        | Wish::Program(ProgramWish::Edit | ProgramWish::CopyPassage | ProgramWish::CopyPair) => {
            is_list_owed(model) || is_pair_owed(model)
        }
        _ => false,
    }
}

/// Whether going into a room leaves what resembles one document before it is there: what would be selected in it stays
/// selected in the list of all.
fn leaves_owed(model: &Model, room: Room) -> bool {
    model.list.owed && model.rooms.is_behind(room, Room::Resembling)
}

/// Whether another list was asked for by a key than the one that is shown.
fn is_list_owed(model: &Model) -> bool {
    match model.rooms.here() {
        Room::Pairs | Room::Resembling => model.list.owed,
        Room::Documents => model.documents.owed,
        Room::Problems => model.problems.awaited.is_some() && model.problems.shown.is_none(),
        Room::Clusters => model.tree.awaited && model.tree.shown.is_none(),
        Room::Query => model.query.is_behind(),
        Room::Lab => false,
    }
}

/// Whether a pair was asked for and is not there yet.
fn is_pair_owed(model: &Model) -> bool {
    model.shown.as_ref().is_some_and(|shown| matches!(shown.answer, Answer::Awaited))
}
