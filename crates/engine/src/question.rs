use std::sync::Arc;

use super::error::{PassagesError, SideBySideError, SourcingError};
use crate::visits::PairNames;
use base::{cancel::Cancel, path::DocPath, span::Span};
use learn::lab::{Material, Study, StudyError};
use shingle_core::pipeline::{
    Clusters, Explained, FolderContext, FolderPassages, PairView, Params, PassageOrder,
    QueryResult, Snapshot, SourcedText,
};

/// A newer question replaces an older question of its kind, and cancels its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// A ranking with other parameters, answered by snapshots. Snapshots for the nth question have the epoch n.
    Ranking {
        params: Arc<Params>,
        /// Rows in view. Their documents come first if the ranking takes long.
        in_view: Vec<PairNames>,
    },
    /// Documents similar to a text. Answered now and after every change, until another text or `None` comes.
    Query(Option<Arc<str>>),
    /// Numbers of documents with some shingles. Unanswered if the folder then has other parameters.
    Shingles {
        /// Distinct, ascending.
        keys: Vec<u64>,
        params: Arc<Params>,
    },
    /// Width, sketch and threshold for the folder, under the last parameters set. `false` stops the answers.
    Study(bool),
    /// Sources of a document of the folder. Answered once. `None` and new parameters stop the answer.
    Sources(Option<DocPath>),
    /// Passages of the folder. Answered once. `None` and new parameters stop the answer.
    Passages(Option<PassagesQuestion>),
    /// Answered now and after every change, until `false` comes.
    Clusters(bool),
    Pair(PairQuestion),
    /// Explanation of a word of an open pair. The numbers of documents with its shingles follow.
    Word(WordQuestion),
    /// The user has seen the marks of this result. The next change of the folder removes the marks.
    MarksRead(SharedSnapshot),
    /// Full listing of the folder. Reads files with a new stamp. If the system does not report changes, as on network
    /// file systems, reads every file.
    Rescan,
}

pub(super) const KINDS: usize = 11;

impl Question {
    /// Open questions of lower kinds come first, because they take less time.
    pub(super) const fn kind(&self) -> usize {
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

    /// True if the question only ends the answers to an earlier question.
    pub(super) const fn is_end(&self) -> bool {
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
    pub surroundings: FolderContext,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordQuestion {
    pub names: PairNames,
    pub second: bool,
    pub span: Span,
    pub params: Arc<Params>,
    pub surroundings: FolderContext,
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

pub(super) type StudyJob = (Request, Material);

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
