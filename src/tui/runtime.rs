//! Carries out what `update` wants done outside. It decides nothing.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use shingle::base::path::DocPath;
use shingle::engine::handle::Engine;
use shingle::engine::report::WordAsked;
use shingle::engine::templates::read_templates;
use shingle::pipeline::boilerplate::LeftOut;
use shingle::pipeline::params::Params;

use super::arranger::Arranger;
use super::command::{Command, FilePlace, Shot};
use super::comparer::Comparer;
use super::event::Event;
use super::model::arrange::Request;
use super::model::lesson::Request as Lesson;
use super::model::pin::Pin;
use super::model::query::YOUR_TEXT;
use super::model::sandbox::Request as Texts;
use super::teacher::Teacher;

/// What the screen asks of others.
pub(crate) trait Desk {
    /// A ranking with other parameters.
    fn set_params(&self, params: Params);
    /// Two documents side by side.
    fn open(&self, a: DocPath, b: DocPath, params: Arc<Params>, left_out: Arc<LeftOut>);
    /// A text beside a document.
    fn open_text(&self, text: Arc<str>, b: DocPath, params: Arc<Params>, left_out: Arc<LeftOut>);
    /// All that a text resembles, now and whenever that may have changed; `None` ends it.
    fn query(&self, text: Option<Arc<str>>, number: u64);
    /// Which width, sketch and threshold suit the folder; `None` ends it.
    fn study(&self, number: Option<u64>);
    /// The clusters, now and whenever they may have changed, or no longer.
    fn clusters(&self, wanted: bool);
    /// Rows, documents or problems arranged.
    fn arrange(&self, request: Request);
    /// A lesson on two texts.
    fn teach(&self, request: Lesson);
    /// Two texts compared.
    fn compare(&self, request: Texts);
    /// What became of a word.
    fn explain(&self, asked: WordAsked);
    /// The folder listed again.
    fn rescan(&self);
}

/// Those whom the screen asks.
pub(crate) struct Office {
    /// All that is computed of documents.
    pub(crate) engine: Engine,
    /// The order of lists.
    pub(crate) arranger: Arranger,
    /// Lessons.
    pub(crate) teacher: Teacher,
    /// What comes of the sandbox.
    pub(crate) comparer: Comparer,
}

/// Where there is a lesson and no folder.
pub(crate) struct School {
    /// Lessons.
    pub(crate) teacher: Teacher,
    /// What comes of the sandbox.
    pub(crate) comparer: Comparer,
}

impl Desk for Office {
    fn set_params(&self, params: Params) {
        self.engine.set_params(params);
    }

    fn open(&self, a: DocPath, b: DocPath, params: Arc<Params>, left_out: Arc<LeftOut>) {
        self.engine.open(a, b, params, left_out);
    }

    fn open_text(&self, text: Arc<str>, b: DocPath, params: Arc<Params>, left_out: Arc<LeftOut>) {
        self.engine.open_text((DocPath::new(YOUR_TEXT), text), b, params, left_out);
    }

    fn query(&self, text: Option<Arc<str>>, number: u64) {
        self.engine.query(text, number);
    }

    fn study(&self, number: Option<u64>) {
        match number {
            Some(number) => self.engine.study(number),
            None => self.engine.stop_study(),
        }
    }

    fn clusters(&self, wanted: bool) {
        self.engine.clusters(wanted);
    }

    fn arrange(&self, request: Request) {
        self.arranger.ask(request);
    }

    fn teach(&self, request: Lesson) {
        self.teacher.ask(request);
    }

    fn compare(&self, request: Texts) {
        self.comparer.ask(request);
    }

    fn explain(&self, asked: WordAsked) {
        self.engine.explain(asked);
    }

    fn rescan(&self) {
        self.engine.rescan();
    }
}

impl Desk for School {
    fn set_params(&self, _: Params) {}

    fn open(&self, _: DocPath, _: DocPath, _: Arc<Params>, _: Arc<LeftOut>) {}

    fn open_text(&self, _: Arc<str>, _: DocPath, _: Arc<Params>, _: Arc<LeftOut>) {}

    fn query(&self, _: Option<Arc<str>>, _: u64) {}

    fn study(&self, _: Option<u64>) {}

    fn clusters(&self, _: bool) {}

    fn arrange(&self, _: Request) {}

    fn teach(&self, request: Lesson) {
        self.teacher.ask(request);
    }

    fn compare(&self, request: Texts) {
        self.comparer.ask(request);
    }

    fn explain(&self, _: WordAsked) {}

    fn rescan(&self) {}
}

/// What a command asks of the loop itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing; it was carried out.
    Nothing,
    /// Draw everything anew.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Give a text to the terminal's clipboard.
    Copy(String),
    /// Give the terminal to the editor until it ends.
    Edit(FilePlace),
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
        Command::ReadTemplate { path, params } => {
            let outbox = outbox.clone();
            thread::spawn(move || {
                let read = read_templates(&[path], &params);
                let first = read.map(|mut all| all.swap_remove(0));
                outbox.send(Event::Template(first))
            });
        }
        Command::SetParams(params) => desk.set_params(params),
        Command::Open { a, b, params, left_out } => desk.open(a, b, params, left_out),
        Command::OpenText { text, b, params, left_out } => {
            desk.open_text(text, b, params, left_out);
        }
        Command::Query { text, number } => desk.query(text, number),
        Command::Study(number) => desk.study(number),
        Command::Teach(request) => desk.teach(request),
        Command::Compare(request) => desk.compare(request),
        Command::Clusters(wanted) => desk.clusters(wanted),
        Command::Arrange(request) => desk.arrange(request),
        Command::Explain(asked) => desk.explain(asked),
        Command::Rescan => desk.rescan(),
        Command::Redraw => return Asked::Redraw,
        Command::Mouse(on) => return Asked::Mouse(on),
        Command::Copy(text) => return Asked::Copy(text),
        Command::Edit(place) => return Asked::Edit(place),
        Command::Suspend => return Asked::Suspend,
        Command::Quit => return Asked::Quit,
    }
    Asked::Nothing
}
