//! The reports of the engine: answers, and what it says by itself.

use std::{sync::Arc, time::Duration};

use super::journal::{Activity, SinceLastVisit};
use super::question::Answer;
use crate::pipeline::{Elsewhere, PassagesBelow, Snapshot};
use crate::{base::ids::Epoch, folder::WatchState};

/// Where reports go. It is called from several threads, with the reports of each in order.
pub(super) type Sink = Arc<dyn Fn(Report) + Send + Sync>;

/// What the engine is working on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Listing the folder. `done` counts the files found; the total is unknown.
    Listing,
    /// Reading files.
    Reading,
    /// Normalising words and cutting shingles.
    Shingling,
    /// Comparing documents.
    Comparing,
}

/// A report of the engine.
#[derive(Debug, Clone)]
pub enum Report {
    /// The answer to the question of this number.
    Answered(u64, Answer),
    /// The progress of long work for the ranking `epoch`: `done` of `total` (0 when unknown).
    Progress {
        /// The ranking that is being made.
        epoch: Epoch,
        /// The work.
        phase: Phase,
        /// Documents done.
        done: usize,
        /// Documents to do, 0 when unknown.
        total: usize,
    },
    /// A complete result.
    Snapshot(Arc<Snapshot>),
    /// The passages of at least [`LONG_PASSAGE`](super::LONG_PASSAGE) words in pairs that a result does not list, if there are
    /// some. Comes after it.
    PassagesBelow(Arc<Snapshot>, Arc<PassagesBelow>),
    /// How much of each document of a result stands in others, where shingles are counted. Comes after it.
    Elsewhere(Arc<Snapshot>, Arc<Elsewhere>),
    /// How many shingles of a result `--common auto` would leave out, if there are some. Comes after it.
    SharedByMany(Arc<Snapshot>, u64),
    /// The journal: all remembered events of the folder, newest first. Comes after the snapshot that shows them.
    Activities(Arc<Vec<Activity>>),
    /// What differs from the last visit, once everything was read. The differences are in [`Report::Activities`], which comes
    /// after it.
    SinceLastVisit(SinceLastVisit),
    /// What the watcher is doing.
    Watch(WatchState),
    /// How often the folder is listed, where the system reports no changes. Every two seconds until the first report.
    Pace(Duration),
    /// Something that the user should know and that is about no file; one line. It may hold raw text of the system.
    Notice(String),
    /// The engine stopped; the reason in one line.
    Failed(String),
}
