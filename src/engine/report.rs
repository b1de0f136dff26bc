//! What the engine says. Closed: everything that comes from it is one of these.

use std::sync::Arc;
use std::time::Duration;

use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::folder::watch::WatchState;
use crate::lab::study::{Study, StudyError};
use crate::pipeline::corpus::query::QueryResult;
use crate::pipeline::document::explain::Explained;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::document::surroundings::Surroundings;
use crate::pipeline::parameters::Params;
use crate::pipeline::results::clusters::Clusters;
use crate::pipeline::results::snapshot::Snapshot;

use super::journal::Activity;
use super::side_by_side::error::SideBySideError;

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

/// A word that somebody asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordAsked {
    /// The open pair.
    pub names: (DocPath, DocPath),
    /// It stands in the second document.
    pub second: bool,
    /// Where it stands in the document's text.
    pub span: Span,
    /// What the pair was made with.
    pub params: Arc<Params>,
    /// What was left out of it.
    pub surroundings: Surroundings,
}

/// In how many documents of the folder some shingles are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// What the folder was shingled with.
    pub params: Arc<Params>,
    /// Documents in the folder.
    pub documents: usize,
    /// Keys of shingles, each with the number of documents that keep it.
    pub counts: Vec<(u64, u32)>,
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
        /// The pair, or why there is none.
        view: Result<Arc<PairView>, SideBySideError>,
    },
    /// What the text asked about resembles.
    Query(Box<QueryResult>),
    /// The documents by clusters.
    Clusters(Arc<Clusters>),
    /// What became of a word, or why that cannot be told.
    Explained {
        /// What was asked.
        asked: WordAsked,
        /// The word and its shingles, or why there are none.
        answer: Result<Arc<Explained>, SideBySideError>,
    },
    /// In how many documents the shingles of the word asked about are; comes after [`Report::Explained`].
    Counted(Counted),
    /// What happened in the folder, newest first; each time all that is remembered. Comes after the snapshot that it shows in.
    Activities(Arc<Vec<Activity>>),
    /// The laboratory tries something; `done` of `total` were tried already.
    Studying {
        /// The number of the request.
        number: u64,
        /// What is tried.
        what: String,
        /// How much was tried.
        done: usize,
        /// How much there is to be tried.
        total: usize,
    },
    /// What the laboratory found, or why it found nothing.
    Studied {
        /// The number of the request.
        number: u64,
        /// The answer.
        answer: Result<Arc<Study>, StudyError>,
    },
    /// What the watcher is doing.
    Watch(WatchState),
    /// Where the folder is listed again and again, how often that is; before it is told, every two seconds.
    Pace(Duration),
    /// The engine cannot go on; one line.
    Failed(String),
}
