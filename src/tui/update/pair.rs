//! The open pair: which one is wanted, its passages and its size.

use std::sync::Arc;

use shingle::base::path::DocPath;

use super::super::command::Command;
use super::super::message::{Motion, PairWish, Turn};
use super::super::model::pane::Which;
use super::super::model::rooms::Room;
use super::super::model::shown::{Answer, Shown};
use super::super::model::state::{Focus, Model, Overlay};
use super::list::neighbour;
use super::{passages, query, reading, selected};

/// What is said where a key is about a pair and none is on the screen.
pub(super) const NO_PAIR: &str = "no pair is open: Enter opens the selected one";

/// Does what is wanted of the pair.
pub(super) fn take(model: &mut Model, wish: PairWish) -> Vec<Command> {
    let on_texts = matches!(
        wish,
        PairWish::Passages | PairWish::Join | PairWish::Shape(_) | PairWish::Dropped
    );
    if on_texts && model.dots.is_some() {
        model.note = Some("that is seen in the texts: d leaves the plot".into());
        return Vec::new();
    }
    let on_pair = matches!(
        wish,
        PairWish::Passage(_) | PairWish::Digit(_) | PairWish::Repetition(_) | PairWish::Alone
    );
    if on_pair && model.areas().is_none_or(|areas| areas.pair.is_none()) {
        model.note = Some(NO_PAIR.into());
        return Vec::new();
    }
    match wish {
        PairWish::Passage(turn) => passage(model, turn),
        PairWish::Neighbour(turn) => return neighbour(model, turn),
        PairWish::Digit(digit) => passages::digit(model, digit),
        PairWish::Repetition(turn) => passages::repeat(model, turn),
        PairWish::Passages => passages::toggle(model),
        PairWish::Join => reading::join(model),
        PairWish::Shape(turn) => reading::shape(model, turn),
        PairWish::Alone => return reading::alone(model),
        PairWish::Dropped => reading::dropped(model),
    }
    Vec::new()
}

/// Scrolls a text; the other follows.
pub(super) fn step(model: &mut Model, which: Which, motion: Motion) {
    let free = model.reading.free;
    if let Some(pair) = model.open_mut() {
        pair.scroll(which, motion, free);
    }
}

fn passage(model: &mut Model, turn: Turn) {
    let which = model.leader();
    let Some(pair) = model.open_mut() else {
        return;
    };
    let count = pair.view.passages.len();
    let wrapped = pair.step(which, turn);
    if count == 0 {
        model.note = Some("these two share no passage".into());
    } else if wrapped {
        let end = match turn {
            Turn::Next => "first",
            Turn::Back => "last",
        };
        model.note = Some(format!("round to the {end} passage"));
    }
}

/// Brings list and panes to the size of the screen and asks for the pair that should be seen.
pub(super) fn settle(model: &mut Model) -> Vec<Command> {
    model.settle_list();
    let Some(areas) = model.areas() else {
        return Vec::new();
    };
    if areas.pair.is_none() {
        close_passages(model);
        leave_panes(model);
        return Vec::new();
    }
    resize_pair(model);
    if (model.zoomed || model.reading.alone) && model.shown.is_some() {
        return Vec::new();
    }
    if model.rooms.here() == Room::Query {
        return query::beside(model).into_iter().collect();
    }
    let names = model.list.names.clone();
    want(model, names)
}

/// Brings the texts to the size of their panes.
pub(super) fn resize_pair(model: &mut Model) {
    if let Some(pair) = model.areas().and_then(|areas| areas.pair)
        && let Some(open) = model.open_mut()
    {
        open.resize(pair.sizes());
    }
}

/// Gives the pair the whole screen, and the focus if the list has it.
pub(super) fn zoom(model: &mut Model) {
    model.zoomed = true;
    if model.focus == Focus::List {
        model.focus = Focus::Pane(Which::A);
    }
}

/// Opens two documents on the whole screen.
pub(super) fn open_whole(model: &mut Model, names: (DocPath, DocPath)) -> Vec<Command> {
    zoom(model);
    let commands = want(model, Some(names));
    resize_pair(model);
    commands
}

/// The pair on the screen, or where none is the one selected, is to have the whole screen; `None` where there is none.
pub(super) fn bring(model: &mut Model) -> Option<Vec<Command>> {
    let is_seen = model.shown.is_some() && model.areas().is_some_and(|areas| areas.pair.is_some());
    let names = if is_seen { None } else { Some(selected::pair(model)?) };
    zoom(model);
    Some(match names {
        None => Vec::new(),
        Some(_) if model.rooms.here() == Room::Query => query::beside(model).into_iter().collect(),
        Some(names) => want(model, Some(names)),
    })
}

/// Asks for a pair unless it is there already.
pub(super) fn want(model: &mut Model, names: Option<(DocPath, DocPath)>) -> Vec<Command> {
    let (Some(names), Some(snapshot)) = (names, &model.snapshot) else {
        // There is no pair any more: the list says why.
        model.shown = None;
        model.zoomed = false;
        model.reading.alone = false;
        close_passages(model);
        leave_panes(model);
        return Vec::new();
    };
    if model.shown.as_ref().is_some_and(|shown| shown.names == names) {
        return Vec::new();
    }
    let (params, surroundings) = (Arc::clone(&snapshot.params), snapshot.surroundings.clone());
    let shown = Shown { names, text: None, answer: Answer::Awaited };
    let open = shown.open(&params, &surroundings);
    model.shown = Some(shown);
    vec![open]
}

/// Without texts there is nothing to list.
fn close_passages(model: &mut Model) {
    if model.overlay == Some(Overlay::Passages) {
        model.overlay = None;
    }
}

/// The texts are not on the screen: the list has the focus if they had it.
fn leave_panes(model: &mut Model) {
    if matches!(model.focus, Focus::Pane(_)) {
        model.focus = Focus::List;
    }
}
