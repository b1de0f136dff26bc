use std::{sync::Arc, time::Duration};

use super::journal::{Activity, SinceLastVisit};
use super::question::Answer;
use crate::folder::WatchState;
use base::ids::Epoch;
use shingle_core::pipeline::{PassagesBelow, SharesElsewhere, Snapshot};

/// Several threads call a sink, each with its reports in order.
pub(super) type Sink = Arc<dyn Fn(Report) + Send + Sync>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// `done` counts the files found. The total is unknown.
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
        /// Documents, 0 if unknown.
        total: usize,
    },
    Snapshot(Arc<Snapshot>),
    /// Passages of at least [`LONG_PASSAGE`](super::LONG_PASSAGE) words in unlisted pairs, if any. Follows the result.
    PassagesBelow(Arc<Snapshot>, Arc<PassagesBelow>),
    /// Share of each document that other documents contain, if shingles are counted. Follows the result.
    Elsewhere(Arc<Snapshot>, Arc<SharesElsewhere>),
    /// Number of shingles that `--common auto` would ignore, if any. Follows the result.
    SharedByMany(Arc<Snapshot>, u64),
    /// The journal, newest first. Follows the snapshot that shows the events.
    Activities(Arc<Vec<Activity>>),
    /// Counts of differences from the last visit, after everything was read. [`Report::Activities`] follows with the
    /// differences.
    SinceLastVisit(SinceLastVisit),
    Watch(WatchState),
    /// Time between listings, if the system reports no changes. Two seconds until the first report.
    Pace(Duration),
    /// One line for the user that is not about a file. May contain raw text of the system.
    Notice(String),
    Failed(String),
}
