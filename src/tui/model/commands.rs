//! The closed list of all effects outside the model.

use std::{path::PathBuf, sync::Arc};

use shingle::decisions::{PhraseLine, UserMark};
use shingle::{base::cancel::Cancel, base::path::DocPath, engine::Question, pipeline::Params};

use crate::tui::model::{Job, Model, ReportRequest, Slot};

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
    Run(Job),
    /// Read a file whose shingles are to be ignored, on a separate thread.
    ReadTemplate {
        path: PathBuf,
        params: Arc<Params>,
    },
    /// Save marks, with the date of the saving.
    Decide(Vec<UserMark>),
    KeepPhrase(PhraseLine),
    WriteReport(ReportRequest),
    Redraw,
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    Quit,
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
