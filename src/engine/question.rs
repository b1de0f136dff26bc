//! The questions to the engine and its answers. The answer carries the number of the question.

use std::sync::Arc;

use super::error::{PassagesError, SideBySideError, SourcingError};
use crate::base::{cancel::Cancel, path::DocPath, span::Span};
use crate::lab::{Material, Study, StudyError};
use crate::pipeline::{
    Clusters, Explained, FolderPassages, PairView, Params, PassageOrder, QueryResult, Snapshot,
    SourcedText, Surroundings,
};
use crate::visits::PairNames;

/// A question to the engine, or a notice. A newer question replaces an older question of the same kind, and cancels its
/// work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// A ranking with other parameters, answered by snapshots: those for the nth such question have the epoch n.
    Ranking {
        /// Parameters.
        params: Arc<Params>,
        /// The rows in view. Their documents come first if the ranking takes long.
        in_view: Vec<PairNames>,
    },
    /// The documents similar to a text: answered now and after every change, until another text or `None` comes.
    Query(Option<Arc<str>>),
    /// The numbers of documents with some shingles. Unanswered if the folder then has other parameters.
    Shingles {
        /// Distinct ascending keys.
        keys: Vec<u64>,
        /// Their parameters.
        params: Arc<Params>,
    },
    /// The width, sketch and threshold that suit the folder, under the last parameters set. `false` stops the answers.
    Study(bool),
    /// The sources of a document of the folder, once. `None` and new parameters stop the answer.
    Sources(Option<DocPath>),
    /// The passages of the folder, once. `None` and new parameters stop the answer.
    Passages(Option<PassagesQuestion>),
    /// The clusters, now and after every change, until `false` comes.
    Clusters(bool),
    /// Two documents.
    Pair(PairQuestion),
    /// The explanation of a word of an open pair. The numbers of documents with its shingles follow.
    Word(WordQuestion),
    /// The user has seen the marks of this result. The next change of the folder removes them; until then they stay.
    MarksRead(SharedSnapshot),
    /// A full listing of the folder. Files with a new stamp are read again. If the system does not report changes, as
    /// on network file systems, every file is read again.
    Rescan,
}

pub(super) const KINDS: usize = 11;

impl Question {
    /// Returns its kind. Open questions of lower kinds are answered first, because they take less time.
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

    /// Returns true if it only ends the answers to an earlier question.
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

/// Two documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairQuestion {
    /// Their names.
    pub names: PairNames,
    /// The text that replaces the first document; `None` without any.
    pub text: Option<Arc<str>>,
    /// Ranking parameters.
    pub params: Arc<Params>,
    /// The ignored shingles and languages of that ranking.
    pub surroundings: Surroundings,
}

/// Word of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordQuestion {
    /// Open pair.
    pub names: PairNames,
    /// True if the word is in the second document.
    pub second: bool,
    /// Text range.
    pub span: Span,
    /// Pair parameters.
    pub params: Arc<Params>,
    /// The ignored shingles and languages of the pair.
    pub surroundings: Surroundings,
}

/// Passage options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassagesQuestion {
    /// Least number of counted words of a passage.
    pub least: u32,
    /// Most listed passages.
    pub top: usize,
    /// Passage order.
    pub order: PassageOrder,
}

impl PassagesQuestion {
    /// Default options.
    pub const USUAL: Self = Self { least: 8, top: 1000, order: PassageOrder::Repeated };
}

/// A snapshot that equals only itself.
#[derive(Debug, Clone)]
pub struct SharedSnapshot(pub Arc<Snapshot>);

impl PartialEq for SharedSnapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedSnapshot {}

/// A question for the thread that answers it.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) number: u64,
    pub(super) question: Question,
    /// Cancelled by a newer question of its kind.
    pub(super) cancel: Cancel,
}

/// A request to the laboratory, with the words to study.
pub(super) type StudyJob = (Request, Material);

/// Engine answer.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The open pair, or why it could not be opened.
    Pair {
        /// Names asked for.
        names: PairNames,
        /// Pair or error.
        view: Result<Arc<PairView>, SideBySideError>,
    },
    /// The explanation of a word, or why there is none.
    Word {
        /// Question.
        question: WordQuestion,
        /// The word with its shingles, or why there are none.
        answer: Result<Arc<Explained>, SideBySideError>,
    },
    /// Shingle frequencies.
    Shingles(ShingleCounts),
    /// Similar documents.
    Query(Box<QueryResult>),
    /// Clusters.
    Clusters(Arc<Clusters>),
    /// A document with its sources, or why there are none.
    Sources(Result<Arc<SourcedText>, SourcingError>),
    /// The passages of the folder, or why there are none.
    Passages(Result<Arc<FolderPassages>, PassagesError>),
    /// Progress of the laboratory: `done` of `total` were tried.
    Studying {
        /// Present trial.
        what: String,
        /// Finished trials.
        done: usize,
        /// Number of trials.
        total: usize,
    },
    /// The result of the laboratory, or why there is none.
    Study(Result<Arc<Study>, StudyError>),
}

/// Numbers of documents of the folder with some shingles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShingleCounts {
    /// Folder parameters.
    pub params: Arc<Params>,
    /// Documents of the folder.
    pub documents: usize,
    /// The keys of shingles, each with the number of documents that retain it.
    pub counts: Vec<(u64, u32)>,
}
