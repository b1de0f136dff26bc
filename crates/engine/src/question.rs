use std::{sync::Arc, time::Duration};

use super::journal::{Activity, SinceLastVisit};
use super::{passages::PassagesError, side_by_side::SideBySideError, sources::SourcingError};
use crate::folder::WatchState;
use crate::visits::PairNames;
use base::{cancel::Cancel, ids::Epoch, path::DocPath, span::Span};
use learn::lab::{Study, StudyError};
use shingle_core::pipeline::{
    Clusters, CountsBelowThreshold, Explained, FolderPassages, IgnoredShingles, PairView, Params,
    PassageOrder, QueryResult, SharesElsewhere, Snapshot, SourcedText,
};

/// A question to the engine. A newer question replaces an older question of its kind, and cancels its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Requests a ranking with other parameters. The engine answers with snapshots; those for the nth question have
    /// epoch n.
    Ranking {
        params: Arc<Params>,
        /// Pairs of the rows on the screen. If the ranking takes long, their documents come first.
        in_view: Vec<PairNames>,
    },
    /// Documents similar to a text. Answered now and after every change, until another text or `None` comes.
    Query(Option<Arc<str>>),
    /// Requests the number of documents with each of these shingles. No answer comes if the folder has other parameters
    /// by then.
    Shingles {
        /// Keys of the shingles, distinct and ascending.
        keys: Vec<u64>,
        params: Arc<Params>,
    },
    /// Requests suggestions for width, sketch and threshold, under the parameters set last. `false` cancels the
    /// request.
    Study(bool),
    /// Requests the sources of a document of the folder, answered once. `None` or new parameters cancel the request.
    Sources(Option<DocPath>),
    /// Requests the passages of the folder, answered once. `None` or new parameters cancel the request.
    Passages(Option<PassagesQuestion>),
    /// Requests the clusters, answered now and after every change, until `false` comes.
    Clusters(bool),
    Pair(PairQuestion),
    /// Requests the explanation of a word of an open pair. The number of documents with each of its shingles follows.
    Word(WordQuestion),
    /// Reports that the user has seen the changes marked in this result. The next change of the folder removes these
    /// marks.
    MarksRead(SharedSnapshot),
    /// Requests a full listing of the folder. Reads files with a new stamp, or every file if the system reports no
    /// changes, as on network file systems.
    Rescan,
}

pub(super) const KINDS: usize = 11;

impl Question {
    /// Returns the rank of the question. Questions with lower ranks are answered first, because they take less time.
    pub(super) const fn rank_of_kind(&self) -> usize {
        match self {
            Self::Ranking { .. } => 0,
            Self::Query(_) => 1,
            Self::Shingles { .. } => 2,
            Self::Study(_) => 3,
            Self::Sources(_) => 4,
            Self::Passages(_) => 5,
            Self::Clusters(_) => 6,
            Self::Pair(_) => 7,
            Self::Word(_) => 8,
            Self::MarksRead(_) => 9,
            Self::Rescan => 10,
        }
    }

    /// Returns true if the question only cancels an earlier question.
    pub(super) const fn only_cancels_earlier_question(&self) -> bool {
        matches!(
            self,
            Self::Query(None)
                | Self::Study(false)
                | Self::Sources(None)
                | Self::Passages(None)
                | Self::Clusters(false)
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairQuestion {
    pub names: PairNames,
    pub text: Option<Arc<str>>,
    pub params: Arc<Params>,
    pub ignored: Arc<IgnoredShingles>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordQuestion {
    pub pair: PairQuestion,
    pub second: bool,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassagesQuestion {
    pub least: u32,
    pub top: usize,
    pub order: PassageOrder,
}

impl PassagesQuestion {
    pub const USUAL: Self = Self { least: 8, top: 1000, order: PassageOrder::Repeated };
}

#[derive(Debug, Clone)]
pub struct SharedSnapshot(pub Arc<Snapshot>);

impl PartialEq for SharedSnapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedSnapshot {}

#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) number: u64,
    pub(super) question: Question,
    pub(super) cancel: Cancel,
}

#[derive(Debug, Clone)]
pub enum Answer {
    Pair { names: PairNames, view: Result<Arc<PairView>, SideBySideError> },
    Word { question: WordQuestion, answer: Result<Arc<Explained>, SideBySideError> },
    Shingles(ShingleCounts),
    Query(Box<QueryResult>),
    Clusters(Arc<Clusters>),
    Sources(Result<Arc<SourcedText>, SourcingError>),
    Passages(Result<Arc<FolderPassages>, PassagesError>),
    Studying { what: String, done: usize, total: usize },
    Study(Result<Arc<Study>, StudyError>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShingleCounts {
    pub params: Arc<Params>,
    pub documents: usize,
    pub counts: Vec<(u64, u32)>,
}

/// Receiver of reports. Several threads call a sink; the reports of each thread arrive in order.
pub(crate) type Sink = Arc<dyn Fn(Report) + Send + Sync>;

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
    /// Long shared passages, of at least [`LONG_PASSAGE`](crate::LONG_PASSAGE) words, in pairs below the threshold.
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
