//! The thread that shows a written result in place of a corpus. It answers from the result alone, and says so where texts
//! would be needed.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use crate::base::ids::Epoch;
use crate::folder::watch::WatchState;
use crate::pipeline::parameters::Params;
use crate::pipeline::saved_result::SavedResult;

use super::passages::PassagesWanted;
use super::passages::error::PassagesError;
use super::report::Report;
use super::sourcing::SourcesWanted;
use super::sourcing::error::SourcingError;
use super::worker::WorkerMessage;

/// What cannot be answered from a result without texts, each with what to do.
const NO_QUERY: &str = "a written result holds no texts to compare another with: `shingle query FILE --in DIR` reads the folder";
const NO_STUDY: &str =
    "a written result holds no texts to try parameters on: `shingle lab DIR` reads the folder";

/// What differs in open pairs.
const COMMON_IS_COUNTED: &str = "this result leaves out what many documents share (common); an open pair counts it, so it may share more than the list says";

/// The state of the thread.
pub(super) struct Viewer<S: Fn(Report)> {
    result: SavedResult,
    params: Arc<Params>,
    epoch: Epoch,
    clusters_wanted: bool,
    sink: S,
}

impl<S: Fn(Report)> Viewer<S> {
    /// A viewer that has shown nothing yet.
    pub(super) fn new(result: SavedResult, sink: S) -> Self {
        let params = Arc::clone(&result.params);
        Self { result, params, epoch: Epoch::default(), clusters_wanted: false, sink }
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
                WorkerMessage::Params(params, epoch, _) => {
                    self.params = self.result.with_threshold_of(&params);
                    self.epoch = epoch;
                    self.show();
                }
                WorkerMessage::Rescan => self.show(),
                WorkerMessage::Clusters(wanted) => {
                    self.clusters_wanted = wanted;
                    self.show_clusters();
                }
                WorkerMessage::Query(Some(_), _) => self.notice(NO_QUERY),
                WorkerMessage::Study(_) => self.notice(NO_STUDY),
                WorkerMessage::Sources(Some(SourcesWanted { number, .. })) => {
                    (self.sink)(Report::Sources { number, answer: Err(SourcingError::NoTexts) });
                }
                WorkerMessage::Passages(Some(PassagesWanted { number, .. })) => {
                    (self.sink)(Report::Passages { number, answer: Err(PassagesError::NoTexts) });
                }
                // Nothing is watched and nothing counted.
                WorkerMessage::Query(None, _)
                | WorkerMessage::Sources(None)
                | WorkerMessage::Passages(None)
                | WorkerMessage::Watch(_)
                | WorkerMessage::Seen(_)
                | WorkerMessage::Count(..) => {}
            }
        }
    }

    fn show(&self) {
        let snapshot = self.result.snapshot(Arc::clone(&self.params), self.epoch);
        (self.sink)(Report::Snapshot(Arc::new(snapshot)));
        self.show_clusters();
    }

    fn show_clusters(&self) {
        if self.clusters_wanted {
            let clusters = self.result.clusters(&self.params);
            (self.sink)(Report::Clusters(Arc::new(clusters)));
        }
    }

    fn notice(&self, what: &str) {
        (self.sink)(Report::Notice(what.to_string()));
    }
}
