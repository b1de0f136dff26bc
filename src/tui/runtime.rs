//! Carries out what `update` wants done outside. It decides nothing.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use shingle::base::path::DocPath;
use shingle::engine::handle::Engine;
use shingle::engine::report::WordAsked;
use shingle::pipeline::params::Params;

use super::command::{Command, Shot};
use super::event::Event;
use super::model::pin::Pin;

/// What the screen asks of the engine.
pub(crate) trait Desk {
    /// A ranking with other parameters.
    fn set_params(&self, params: Params);
    /// Two documents side by side.
    fn open(&self, a: DocPath, b: DocPath, params: Arc<Params>);
    /// What became of a word.
    fn explain(&self, asked: WordAsked);
    /// The folder listed again.
    fn rescan(&self);
}

impl Desk for Engine {
    fn set_params(&self, params: Params) {
        Engine::set_params(self, params);
    }

    fn open(&self, a: DocPath, b: DocPath, params: Arc<Params>) {
        Engine::open(self, a, b, params);
    }

    fn explain(&self, asked: WordAsked) {
        Engine::explain(self, asked);
    }

    fn rescan(&self) {
        Engine::rescan(self);
    }
}

/// What a command asks of the loop itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing; it was carried out.
    Nothing,
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave.
    Quit,
}

/// Carries out a command as far as it concerns the engine or a thread of its own, whose answer goes to `outbox`.
pub(crate) fn execute(command: Command, desk: &dyn Desk, outbox: &Sender<Event>) -> Asked {
    match command {
        Command::Pin(Shot(snapshot)) => {
            let outbox = outbox.clone();
            thread::spawn(move || outbox.send(Event::Pinned(Arc::new(Pin::new(snapshot)))));
        }
        Command::SetParams(params) => desk.set_params(params),
        Command::Open { a, b, params } => desk.open(a, b, params),
        Command::Explain(asked) => desk.explain(asked),
        Command::Rescan => desk.rescan(),
        Command::Redraw => return Asked::Redraw,
        Command::Suspend => return Asked::Suspend,
        Command::Quit => return Asked::Quit,
    }
    Asked::Nothing
}
