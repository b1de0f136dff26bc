//! The reports of the engine: answers, and unrequested reports.

use std::{sync::Arc, time::Duration};

use super::journal::{Activity, SinceLastVisit};
use super::question::Answer;
use crate::pipeline::{Elsewhere, PassagesBelow, Snapshot};
use crate::{base::ids::Epoch, folder::WatchState};

/// Receives reports. Several threads call it, each with its reports in order.
pub(super) type Sink = Arc<dyn Fn(Report) + Send + Sync>;

/// Present engine work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Listing the folder. `done` counts the files found; the total is unknown.
    Listing,
    /// Reading files.
    Reading,
    /// Normalising and shingling.
    Shingling,
    /// Comparing documents.
    Comparing,
}

/// Engine report.
#[derive(Debug, Clone)]
pub enum Report {
    /// The answer to the question of this number.
    Answered(u64, Answer),
    /// The progress of long work for the ranking `epoch`: `done` of `total` (0 when unknown).
    Progress {
        /// Ranking in work.
        epoch: Epoch,
        /// Work.
        phase: Phase,
        /// Finished documents.
        done: usize,
        /// Documents, 0 if unknown.
        total: usize,
    },
    /// Complete result.
    Snapshot(Arc<Snapshot>),
    /// The passages of at least [`LONG_PASSAGE`](super::LONG_PASSAGE) words in pairs that a result does not list, if
    /// any. Follows the result.
    PassagesBelow(Arc<Snapshot>, Arc<PassagesBelow>),
    /// The share of each document that other documents contain, if shingles are counted. Follows the result.
    Elsewhere(Arc<Snapshot>, Arc<Elsewhere>),
    /// Number of shingles that `--common auto` would ignore, if any. Follows the result.
    SharedByMany(Arc<Snapshot>, u64),
    /// The journal: all saved events of the folder, newest first. Follows the snapshot that shows them.
    Activities(Arc<Vec<Activity>>),
    /// Counts of differences from the last visit, after everything was read. [`Report::Activities`] follows with the
    /// differences.
    SinceLastVisit(SinceLastVisit),
    /// Watcher state.
    Watch(WatchState),
    /// Time between listings, if the system reports no changes. Two seconds until the first report.
    Pace(Duration),
    /// A notice for the user that is not about a file; one line. May contain raw text of the system.
    Notice(String),
    /// The engine stopped, with the reason in one line.
    Failed(String),
}
