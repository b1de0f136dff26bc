//! From one message to the next state and what is to be done outside, cut by what the message is about. Nothing here does
//! anything outside itself, and nothing waits.

pub(crate) mod look;
pub(crate) mod mouse;
pub(crate) mod moving;
pub(crate) mod program;
pub(crate) mod prompt;
pub(crate) mod report;
pub(crate) mod typed_ahead;

use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::message::Message;
use crate::tui::event_loop::wish::{CursorWish, ListWish, PairWish, ProgramWish, Wish};
use crate::tui::lesson;
use crate::tui::pair;
use crate::tui::pair::dots;
use crate::tui::pair::explain;
use crate::tui::pair::update::passages;
use crate::tui::pair::update::reading;
use crate::tui::parameters;
use crate::tui::parameters::update::pin;
use crate::tui::rooms::update::arrange;
use crate::tui::rooms::update::lists;
use crate::tui::sandbox;

use super::focus::Focus;
use super::model::Model;

/// Takes a message in.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    let mut commands = keeping(model, |model| take(model, message));
    // What has come may be what keys wait for.
    while let Some(key) = typed_ahead::next(model) {
        commands.extend(keeping(model, |model| typed_ahead::act(model, key)));
    }
    commands
}

/// Does something, and keeps together what belongs together.
fn keeping(model: &mut Model, act: impl FnOnce(&mut Model) -> Vec<Command>) -> Vec<Command> {
    let mut commands = act(model);
    if let Focus::Pane(which) = model.focus {
        model.reading.last = which;
    }
    dots::update::keep(model);
    commands.extend(explain::update::keep(model));
    commands.extend(lesson::update::keep(model));
    commands.extend(sandbox::update::keep(model));
    commands
}

fn take(model: &mut Model, message: Message) -> Vec<Command> {
    match message {
        Message::Clock(now) => {
            model.now = now;
            Vec::new()
        }
        Message::Resized(width, height) => {
            model.size = (width, height);
            pair::update::settle(model)
        }
        Message::Report(report) => report::take_report(model, report),
        Message::Opened(prepared) => {
            report::take_pair(model, *prepared);
            Vec::new()
        }
        Message::Pinned(pin) => {
            pin::take_pin(model, pin);
            Vec::new()
        }
        Message::Taught(taught) => {
            lesson::update::taught(model, *taught);
            Vec::new()
        }
        Message::Compared(compared) => {
            sandbox::update::compared(model, *compared);
            Vec::new()
        }
        Message::Template(read) => parameters::update::take_template(model, read),
        Message::Arranged(arranged) => {
            let (request, found) = *arranged;
            arrange::arranged(model, request, found)
        }
        Message::Mouse(mouse) => mouse::take(model, mouse),
        Message::Key(key) => typed_ahead::key(model, key),
        Message::Typed(key) => prompt::typed(model, key),
        Message::Pasted(text) => prompt::pasted(model, &text),
        Message::Wish(wish) => {
            model.note = None;
            model.tune.effect.hush();
            model.news.hush();
            // What a filter is about to show is not seen yet.
            let filters = wish == Wish::List(ListWish::Filter);
            let seen = if filters { None } else { report::see(model) };
            let mut commands = take_wish(model, wish);
            commands.extend(seen);
            commands
        }
    }
}

/// Somebody asks for something.
pub(crate) fn take_wish(model: &mut Model, wish: Wish) -> Vec<Command> {
    // What the palette asks of what lies behind the lesson is done there.
    let behind = matches!(wish, Wish::List(_) | Wish::Pair(_) | Wish::Cursor(_) | Wish::Focus(_));
    if behind && model.lesson.is_some() && model.overlay.is_none() {
        let mut commands = lesson::update::leave(model);
        if model.lesson.is_none() {
            commands.extend(take_wish(model, wish));
        }
        return commands;
    }
    let behind = behind
        || matches!(
            wish,
            Wish::Program(
                ProgramWish::Edit
                    | ProgramWish::CopyPassage
                    | ProgramWish::CopyPair
                    | ProgramWish::Rescan
            )
        );
    if behind && model.sandbox.is_some() && model.overlay.is_none() {
        if let Wish::Focus(turn) = wish {
            sandbox::update::focus(model, turn);
            return Vec::new();
        }
        let mut commands = sandbox::update::leave(model);
        if model.sandbox.is_none() {
            commands.extend(take_wish(model, wish));
        }
        return commands;
    }
    match wish {
        Wish::Move(motion) => moving::step(model, motion),
        Wish::Enter => moving::enter(model),
        Wish::Leave => moving::leave(model),
        Wish::Focus(_) if model.explain.is_some() && model.overlay.is_none() => {
            explain::update::across(model);
            Vec::new()
        }
        Wish::Focus(turn) => {
            moving::focus(model, turn);
            Vec::new()
        }
        Wish::Edge(turn) => moving::edge(model, turn),
        Wish::Cursor(wish) => cursor(model, wish),
        Wish::List(wish) => lists::take(model, wish),
        Wish::Pair(wish) => of_pair(model, wish),
        Wish::Lesson(wish) => lesson::update::take(model, wish),
        Wish::Sandbox => sandbox::update::toggle(model),
        Wish::Tuning(wish) => parameters::update::take(model, wish),
        Wish::Program(wish) => program::take(model, wish),
    }
}

/// Somebody asks for something of the cross-hair or of the word that is explained.
fn cursor(model: &mut Model, wish: CursorWish) -> Vec<Command> {
    match wish {
        CursorWish::Dots => return dots::update::toggle(model),
        CursorWish::Explain => return explain::update::toggle(model),
        CursorWish::Side(turn) if model.dots.is_some() => {
            dots::update::sideways(model, turn, false)
        }
        CursorWish::Side(turn) => explain::update::sideways(model, turn),
        CursorWish::Far(turn) => dots::update::sideways(model, turn, true),
    }
    Vec::new()
}

/// Somebody asks for something of the open pair.
fn of_pair(model: &mut Model, wish: PairWish) -> Vec<Command> {
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
        model.note = Some(pair::update::NO_PAIR.into());
        return Vec::new();
    }
    match wish {
        PairWish::Passage(turn) => passages::next(model, turn),
        PairWish::Neighbour(turn) => return lists::neighbour(model, turn),
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
