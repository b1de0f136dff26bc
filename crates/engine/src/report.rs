use std::{sync::Arc, time::Duration};

use super::journal::{Activity, SinceLastVisit};
use super::question::Answer;
use crate::folder::WatchState;
use base::ids::Epoch;
use shingle_core::pipeline::{CountsBelowThreshold, SharesElsewhere, Snapshot};

/// Receiver of reports. Several threads call a sink; the reports of each thread arrive in order.
pub(super) type Sink = Arc<dyn Fn(Report) + Send + Sync>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Listing the folder. `done` counts the files found so far; the total is unknown.
    Listing,
    Reading,
    Shingling,
    Comparing,
}

#[derive(Debug, Clone)]
pub enum Report {
    Answered(u64, Answer),
    Progress {
        epoch: Epoch,
        phase: Phase,
        done: usize,
        /// Number of documents, 0 if unknown.
        total: usize,
    },
    Snapshot(Arc<Snapshot>),
    /// Long shared passages, of at least [`LONG_PASSAGE`](super::LONG_PASSAGE) words, in pairs below the threshold.
    /// Follows the result.
    PassagesBelow(Arc<Snapshot>, Arc<CountsBelowThreshold>),
    /// Share of each document's shingles that other documents contain, only if shingles are counted. Follows the
    /// result.
    Elsewhere(Arc<Snapshot>, Arc<SharesElsewhere>),
    /// Number of shingles that `--common auto` would ignore, if above 0. Follows the result.
    SharedByMany(Arc<Snapshot>, u64),
    /// The journal, newest first. Follows the snapshot that shows the events.
    Activities(Arc<Vec<Activity>>),
    /// Number of new, changed and gone documents since the last visit, after all documents were read.
    /// [`Report::Activities`] follows with the names.
    SinceLastVisit(SinceLastVisit),
    Watch(WatchState),
    /// Time between two listings of a folder whose changes the system does not report. Two seconds before this report.
    Pace(Duration),
    /// One line for the user that does not concern a single file. May contain raw text of the system.
    Notice(String),
    Failed(String),
}
