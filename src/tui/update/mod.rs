//! From one message to the next state and what is to be done outside, cut by what the message is about. Nothing here does
//! anything outside itself, and nothing waits.

mod arrange;
mod help;
mod line;
mod list;
mod mouse;
mod moving;
mod pair;
mod palette;
mod pin;
mod program;
mod prompt;
mod query;
mod report;
mod rooms;
mod share;
mod tuning;

use super::command::Command;
use super::message::{Message, Wish};
use super::model::state::Model;

/// Takes a message in.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Command> {
    match message {
        Message::Clock(now) => {
            model.now = now;
            Vec::new()
        }
        Message::Resized(width, height) => {
            model.size = (width, height);
            pair::settle(model)
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
        Message::Arranged(arranged) => {
            let (request, found) = *arranged;
            arrange::arranged(model, request, found)
        }
        Message::Mouse(mouse) => mouse::take(model, mouse),
        Message::Typed(key) => prompt::typed(model, key),
        Message::Pasted(text) => prompt::pasted(model, &text),
        Message::Wish(wish) => {
            model.note = None;
            model.tune.effect.hush();
            take_wish(model, wish)
        }
    }
}

/// Somebody asks for something.
fn take_wish(model: &mut Model, wish: Wish) -> Vec<Command> {
    match wish {
        Wish::Move(motion) => moving::step(model, motion),
        Wish::Enter => moving::enter(model),
        Wish::Leave => moving::leave(model),
        Wish::Focus(turn) => {
            moving::focus(model, turn);
            Vec::new()
        }
        Wish::List(wish) => list::take(model, wish),
        Wish::Pair(wish) => pair::take(model, wish),
        Wish::Tuning(wish) => tuning::take(model, wish),
        Wish::Program(wish) => program::take(model, wish),
    }
}
