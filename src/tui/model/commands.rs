//! The closed list of all effects outside the model, and the jobs on separate threads.

use std::{fmt, path::PathBuf, sync::Arc};

use shingle::base::{cancel::Cancel, guard::guarded, path::DocPath};
use shingle::decisions::{Decision, PhraseLine};
use shingle::{engine::Question, pipeline::Params};

use crate::tui::model::{Model, ReportRequest, Slot};

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
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    Quit,
}

// Jobs on separate threads.

/// Stores an answer in the model.
type Apply = Box<dyn FnOnce(&mut Model) + Send>;

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
        apply: impl Fn(&mut Model, T) + Clone + Send + Sync + 'static,
    ) -> Self {
        let work = move |cancel: &Cancel| {
            let (answer, apply) = (work(cancel)?, apply.clone());
            Some(Box::new(move |model: &mut Model| apply(model, answer)) as Apply)
        };
        Self { slot, generation, work: Arc::new(work) }
    }

    /// Does the work. `None` if the work was cancelled, or if a library panicked.
    pub(crate) fn run(&self, cancel: &Cancel) -> Option<Done> {
        let apply = guarded(|| (self.work)(cancel)).ok()??;
        Some(Done { slot: self.slot, generation: self.generation, apply })
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

/// The answer of a thread.
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

impl Done {
    /// Stores an answer that no other answer replaces.
    pub(crate) fn store(store: impl FnOnce(&mut Model) + Send + 'static) -> Self {
        Self { slot: Slot::Single, generation: 0, apply: Box::new(store) }
    }
}

impl Model {
    /// Requests an effect outside the model, after this update.
    pub(crate) fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Starts a job. `apply` stores its answer in the model.
    pub(crate) fn run<T: Send + 'static>(
        &mut self,
        slot: Slot,
        work: impl Fn(&Cancel) -> Option<T> + Send + Sync + 'static,
        apply: impl Fn(&mut Self, T) + Clone + Send + Sync + 'static,
    ) {
        let generation = self.jobs.start(slot);
        self.send(Command::Run(Job::new((slot, generation), work, apply)));
    }
}
