//! The thread that shows a written result in place of a corpus. It answers from the result alone, and says so where texts
//! would be needed.

use std::sync::{Arc, mpsc::Receiver};

use super::error::{PassagesError, SourcingError};
use super::question::{Answer, Question, Request};
use super::report::{Report, Sink};
use super::worker::WorkerMessage;
use crate::pipeline::{Params, SavedResult};
use crate::{base::ids::Epoch, folder::WatchState};

/// What cannot be answered from a result without texts, each with what to do.
const NO_QUERY: &str = "a written result holds no texts to compare another with: `shingle query FILE --in DIR` reads the folder";
const NO_STUDY: &str =
    "a written result holds no texts to try parameters on: `shingle lab DIR` reads the folder";

/// What differs in open pairs.
const COMMON_IS_COUNTED: &str = "this result leaves out what many documents share (common); an open pair counts it, so it may share more than the list says";

/// The state of the thread.
pub(super) struct Viewer {
    result: SavedResult,
    params: Arc<Params>,
    epoch: Epoch,
    /// The number of the question for clusters, if one is open.
    clusters: Option<u64>,
    sink: Sink,
}

impl Viewer {
    /// A viewer that has shown nothing yet.
    pub(super) fn new(result: SavedResult, sink: Sink) -> Self {
        let params = Arc::clone(&result.params);
        Self { result, params, epoch: Epoch::default(), clusters: None, sink }
    }

    /// Shows the result, and answers until it gets [`WorkerMessage::Stop`].
    pub(super) fn run(mut self, messages: &Receiver<WorkerMessage>) {
        (self.sink)(Report::Watch(WatchState::Written));
        if self.params.common.is_some() {
            self.notice(COMMON_IS_COUNTED);
        }
        self.show();
        while let Ok(message) = messages.recv() {
            match message {
                WorkerMessage::Stop => return,
                WorkerMessage::Ask(request) => self.answer(request),
                WorkerMessage::Watch(_) => {}
            }
        }
    }

    fn answer(&mut self, Request { number, question, cancel }: Request) {
        match question {
            Question::Ranking { params, .. } => {
                self.params = self.result.with_threshold_of(&params);
                self.epoch = cancel.epoch();
                self.show();
            }
            Question::Rescan => self.show(),
            Question::Clusters(is_on) => {
                self.clusters = is_on.then_some(number);
                self.show_clusters();
            }
            Question::Query(Some(_)) => self.notice(NO_QUERY),
            Question::Study(true) => self.notice(NO_STUDY),
            Question::Sources(Some(_)) => {
                let answer = Answer::Sources(Err(SourcingError::NoTexts));
                (self.sink)(Report::Answered(number, answer));
            }
            Question::Passages(Some(_)) => {
                let answer = Answer::Passages(Err(PassagesError::NoTexts));
                (self.sink)(Report::Answered(number, answer));
            }
            // Nothing is counted, and nothing is marked.
            _ => {}
        }
    }

    fn show(&self) {
        let snapshot = self.result.snapshot(Arc::clone(&self.params), self.epoch);
        (self.sink)(Report::Snapshot(Arc::new(snapshot)));
        self.show_clusters();
    }

    fn show_clusters(&self) {
        if let Some(number) = self.clusters {
            let clusters = Arc::new(self.result.clusters(&self.params));
            (self.sink)(Report::Answered(number, Answer::Clusters(clusters)));
        }
    }

    fn notice(&self, what: &str) {
        (self.sink)(Report::Notice(what.to_string()));
    }
}
