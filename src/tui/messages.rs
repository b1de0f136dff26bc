//! The messages and actions that `update` understands, the commands it returns, and the events of the loop.

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event as Input, KeyEvent, KeyEventKind, MouseEvent};

use shingle::base::{cancel::Cancel, guard::guarded, path::DocPath};
use shingle::decisions::{Decided, Decision, PhraseLine};
use shingle::engine::{Answer, Question, Report};
use shingle::pipeline::{Params, Template};

use crate::tui::actions::{Action, Place};
use crate::tui::model::{FileAnswer, Model, ReportAnswer, ReportRequest, Slot};
use crate::tui::{drawing::Ground, keys::find_binding, words::names::ShortNames};

#[derive(Debug)]
pub(crate) enum Message {
    /// A key, the mouse or the palette requests an action.
    Action(Action),
    /// A key was pressed. Its meaning depends on the focus.
    Key(KeyEvent),
    /// A key that writes into the open line of input.
    Typed(KeyEvent),
    Pasted(String),
    Mouse(MouseEvent),
    /// New columns and rows of the screen.
    Resized(u16, u16),
    /// Time since the start.
    Clock(Duration),
    /// Short names of the documents of the next result.
    Named(Arc<ShortNames>),
    /// A report that the engine sends unasked.
    Report(Report),
    /// The engine's answer to the question of this number.
    Answered(u64, Answer),
    /// A template, or one line that explains the error.
    Template(Result<Arc<Template>, String>),
    /// The answer of a job, or an answer of the engine that is already laid out.
    Done(Done),
    /// Result of saving marks.
    Decided(FileAnswer<Arc<Decided>>),
    /// Result of writing a report.
    Reported(Box<(ReportRequest, ReportAnswer)>),
    /// Result of saving phrases.
    Phrases(FileAnswer<Arc<[PhraseLine]>>),
}

impl Message {
    /// Stores an answer that no other answer replaces.
    pub(crate) fn store(store: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        let apply: Apply = Box::new(|model| {
            store(model);
            Vec::new()
        });
        Self::Done(Done { slot: Slot::Single, generation: 0, apply })
    }

    /// Returns the meaning of a key at a place. `None` if the key has no meaning there.
    pub(crate) fn from_key(event: KeyEvent, place: Place) -> Option<Self> {
        if event.kind != KeyEventKind::Press {
            return None;
        }
        match find_binding(event, place) {
            Some((_, action)) => Some(Self::Action(action)),
            None => place.is_text_input().then_some(Self::Typed(event)),
        }
    }
}

// The closed list of all effects outside the model.

/// A place in a file at which the editor opens the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// Path relative to the folder.
    pub(crate) path: DocPath,
    pub(crate) at: At,
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// The line, counted from 1.
    Line(usize),
    /// The first place with these consecutive words. Used for files whose lines differ from those of their text.
    Words(String),
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Ask the engine a question. Its answers carry the number.
    Ask(u64, Question),
    /// Run a job on a separate thread.
    Run(Job),
    /// Read a file whose shingles are to be ignored, on a separate thread.
    ReadTemplate {
        /// The path as typed.
        path: PathBuf,
        params: Arc<Params>,
    },
    /// Save marks, with the date of the saving.
    Decide(Vec<Decision>),
    /// Save a statement about a phrase, with the date of the saving.
    KeepPhrase(PhraseLine),
    /// Write a report, on a separate thread.
    WriteReport(ReportRequest),
    /// Redraw everything.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave the loop.
    Quit,
}

// Jobs on separate threads.

/// Stores an answer in the model.
type Apply = Box<dyn FnOnce(&mut Model) -> Vec<Command> + Send>;

type Work = dyn Fn(&Cancel) -> Option<Apply> + Send + Sync;

/// Work on a separate thread.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) slot: Slot,
    generation: u64,
    work: Arc<Work>,
}

impl Job {
    pub(crate) fn new<T: Send + 'static>(
        (slot, generation): (Slot, u64),
        work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
        apply: impl Fn(&mut Model, T) -> Vec<Command> + Clone + Send + Sync + 'static,
    ) -> Self {
        let work = move |cancel: &Cancel| {
            let (answer, apply) = (work(cancel)?, apply.clone());
            Some(Box::new(move |model: &mut Model| apply(model, answer)) as Apply)
        };
        Self { slot, generation, work: Arc::new(work) }
    }

    /// Does the work. `None` if the work was cancelled, or if a library panicked.
    pub(crate) fn run(&self, cancel: &Cancel) -> Option<Message> {
        let apply = guarded(|| (self.work)(cancel)).ok()??;
        Some(Message::Done(Done { slot: self.slot, generation: self.generation, apply }))
    }
}

/// Jobs are equal if their slots and generations are equal.
impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        (self.slot, self.generation) == (other.slot, other.generation)
    }
}

impl Eq for Job {}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.slot, self.generation)
    }
}

/// The answer of a job.
pub(crate) struct Done {
    pub(crate) slot: Slot,
    pub(crate) generation: u64,
    pub(crate) apply: Apply,
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.slot, self.generation)
    }
}

/// Starts a job. `apply` stores its answer in the model.
pub(crate) fn run<T: Send + 'static>(
    model: &mut Model,
    slot: Slot,
    work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
    apply: impl Fn(&mut Model, T) -> Vec<Command> + Clone + Send + Sync + 'static,
) -> Command {
    Command::Run(Job::new((slot, model.jobs.start(slot)), work, apply))
}

// The closed list of all events from outside.

/// An event for the loop. Events arrive in their order of time.
#[derive(Debug)]
pub(crate) enum Event {
    /// Input from the terminal: a key, a paste, a new size.
    Input(Input),
    /// The terminal can no longer be read.
    InputLost,
    /// The terminal reported the colour of its page.
    Ground(Ground),
    /// A report or an answer of a thread, for `update`.
    Message(Box<Message>),
    /// A signal asks the program to end. The exit status is 128 and the signal's number.
    End(u8),
    /// A signal asks the program to stop until it is continued.
    Stop,
    /// The program was continued.
    Continue,
}

impl From<Message> for Event {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}
