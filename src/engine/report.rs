//! The reports of the engine, as one closed enum.

use std::sync::Arc;
use std::time::Duration;

use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::folder::watch::WatchState;
use crate::lab::study::{Study, StudyError};
use crate::pipeline::corpus::query::QueryResult;
use crate::pipeline::document::explain::Explained;
use crate::pipeline::document::left_out::Surroundings;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::parameters::Params;
use crate::pipeline::results::clusters::Clusters;
use crate::pipeline::results::snapshot::Snapshot;
use crate::pipeline::results::sources::FolderPassages;
use crate::pipeline::results::sources::SourcedText;

use super::journal::Activity;
use super::last_visit::SinceLastVisit;
use super::passages::error::PassagesError;
use super::side_by_side::error::SideBySideError;
use super::sourcing::error::SourcingError;

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

/// A question about a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordAsked {
    /// The open pair.
    pub names: (DocPath, DocPath),
    /// Whether the word is in the second document.
    pub second: bool,
    /// Its place in the document's text.
    pub span: Span,
    /// The parameters of the pair.
    pub params: Arc<Params>,
    /// What was left out of the pair, and how it was read.
    pub surroundings: Surroundings,
}

/// In how many documents of the folder some shingles are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The parameters of the folder's shingles.
    pub params: Arc<Params>,
    /// The number of documents in the folder.
    pub documents: usize,
    /// The keys of shingles, each with the number of documents that keep it.
    pub counts: Vec<(u64, u32)>,
}

/// A report of the engine.
#[derive(Debug, Clone)]
pub enum Report {
    /// The progress of long work for request `epoch`: `done` of `total` (0 when unknown).
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
    /// A complete result.
    Snapshot(Arc<Snapshot>),
    /// The open pair, or why it could not be opened.
    Pair {
        /// The names asked for.
        names: (DocPath, DocPath),
        /// The pair, or why there is none.
        view: Result<Arc<PairView>, SideBySideError>,
    },
    /// The documents that resemble the text of a query.
    Query(Box<QueryResult>),
    /// The clusters.
    Clusters(Arc<Clusters>),
    /// A document with its sources, or why they are not known.
    Sources {
        /// The number of the request.
        number: u64,
        /// The answer.
        answer: Result<Arc<SourcedText>, SourcingError>,
    },
    /// The passages of the folder, or why they are not known.
    Passages {
        /// The number of the request.
        number: u64,
        /// The answer.
        answer: Result<Arc<FolderPassages>, PassagesError>,
    },
    /// What became of a word, or why that is unknown.
    Explained {
        /// The question.
        asked: WordAsked,
        /// The word and its shingles, or why there are none.
        answer: Result<Arc<Explained>, SideBySideError>,
    },
    /// In how many documents the shingles of a word are. Comes after [`Report::Explained`].
    Counted(Counted),
    /// The journal: all remembered events of the folder, newest first. Comes after the snapshot that shows them.
    Activities(Arc<Vec<Activity>>),
    /// What differs from the last visit, once everything was read. The differences are in [`Report::Activities`], which comes
    /// after it.
    SinceLastVisit(SinceLastVisit),
    /// The progress of the laboratory: `done` of `total` were tried.
    Studying {
        /// The number of the request.
        number: u64,
        /// What it tries now.
        what: String,
        /// The number of things tried.
        done: usize,
        /// The number of things to try.
        total: usize,
    },
    /// The result of the laboratory, or why there is none.
    Studied {
        /// The number of the request.
        number: u64,
        /// The answer.
        answer: Result<Arc<Study>, StudyError>,
    },
    /// What the watcher is doing.
    Watch(WatchState),
    /// How often the folder is listed, where the system reports no changes. Every two seconds until the first report.
    Pace(Duration),
    /// Something that the user should know and that is about no file; one line. It may hold raw text of the system.
    Notice(String),
    /// The engine stopped; the reason in one line.
    Failed(String),
}
