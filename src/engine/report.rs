//! What the engine says. Closed: everything that comes from it is one of these.

use std::sync::Arc;

use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::folder::watch::WatchState;
use crate::pipeline::pair::PairView;
use crate::pipeline::query::Found;
use crate::pipeline::snapshot::Snapshot;

/// What long work is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Listing the folder; `done` counts files found, the total is unknown.
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
    /// Long work goes on for `epoch`: `done` of `total` (0 when unknown).
    Progress {
        /// The request that is being answered.
        epoch: Epoch,
        /// The work.
        phase: Phase,
        /// Documents done.
        done: usize,
        /// Documents to do, 0 when unknown.
        total: usize,
    },
    /// A whole result.
    Snapshot(Arc<Snapshot>),
    /// The open pair, or why it could not be opened.
    Pair {
        /// The names asked for.
        names: (DocPath, DocPath),
        /// The pair, or one line that names the file.
        view: Result<Arc<PairView>, String>,
    },
    /// What the text asked about resembles.
    Query(Box<Found>),
    /// What the watcher is doing.
    Watch(WatchState),
    /// The engine cannot go on; one line.
    Failed(String),
}
