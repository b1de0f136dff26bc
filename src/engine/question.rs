//! What the engine can be asked, and what it answers. Who asks gives a number, which the answer carries.

use std::sync::Arc;

use super::error::{PassagesError, SideBySideError, SourcingError};
use crate::base::{cancel::Cancel, path::DocPath, span::Span};
use crate::lab::{Material, Study, StudyError};
use crate::pipeline::{
    Clusters, Explained, FolderPassages, PairView, Params, PassageOrder, QueryResult, Snapshot,
    SourcedText, Surroundings,
};
use crate::visits::PairNames;

/// A question to the engine, or something that it should know. Of each kind, a newer one replaces an older one and cancels
/// the work for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// A ranking with other parameters. Snapshots answer it: those for the nth such question have the epoch n.
    Ranking {
        /// The parameters.
        params: Arc<Params>,
        /// The rows that the user looks at. They come first where the ranking takes long.
        in_view: Vec<PairNames>,
    },
    /// Which documents resemble a text: answered now and after every change, until another text or `None` comes.
    Query(Option<Arc<str>>),
    /// In how many documents some shingles are. Not answered if the folder has other parameters by then.
    Shingles {
        /// Their keys, distinct and ascending.
        keys: Vec<u64>,
        /// The parameters that they were made with.
        params: Arc<Params>,
    },
    /// Which width, sketch and threshold suit the folder, under the last parameters set. `false` stops the answers.
    Study(bool),
    /// Which documents of the folder one comes from, once. `None` stops the answer, and so do new parameters.
    Sources(Option<DocPath>),
    /// The passages of the folder, once. `None` stops the answer, and so do new parameters.
    Passages(Option<PassagesQuestion>),
    /// The clusters, now and after every change, until `false` comes.
    Clusters(bool),
    /// Two documents side by side.
    Pair(PairQuestion),
    /// What became of a word of an open pair. In how many documents its shingles are comes after it.
    Word(WordQuestion),
    /// The user has seen the marks of this result. The next change of the folder removes them; until then they stay.
    MarksRead(SharedSnapshot),
    /// A full listing of the folder. Files with a new stamp are read again. Where the system does not report changes, as on
    /// network file systems, every file is.
    Rescan,
}

/// The number of kinds of questions.
pub(super) const KINDS: usize = 11;

impl Question {
    /// Its kind. Where several are open, those of lower kinds are answered first, because they take less time.
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

    /// Whether it only ends the answers to one before it.
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

/// Two documents to be opened side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairQuestion {
    /// Their names.
    pub names: PairNames,
    /// The text that takes the place of the first document, if there is one.
    pub text: Option<Arc<str>>,
    /// The parameters of the ranking that the pair was chosen from.
    pub params: Arc<Params>,
    /// What that ranking leaves out.
    pub surroundings: Surroundings,
}

/// A word of an open pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordQuestion {
    /// The open pair.
    pub names: PairNames,
    /// Whether the word is in the second document.
    pub second: bool,
    /// Its place in the document's text.
    pub span: Span,
    /// The parameters of the pair.
    pub params: Arc<Params>,
    /// What was left out of the pair, and how it was read.
    pub surroundings: Surroundings,
}

/// Which passages of the folder are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassagesQuestion {
    /// The least counted words of one.
    pub least: u32,
    /// The most that are listed.
    pub top: usize,
    /// How they are ranked.
    pub order: PassageOrder,
}

impl PassagesQuestion {
    /// What is listed unless somebody asks for other passages.
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

/// A question on its way to the thread that answers it.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) number: u64,
    pub(super) question: Question,
    /// Cancelled by a newer question of its kind.
    pub(super) cancel: Cancel,
}

/// A request to the laboratory, with the words to study.
pub(super) type StudyJob = (Request, Material);

/// An answer of the engine.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The open pair, or why it could not be opened.
    Pair {
        /// The names in the question.
        names: PairNames,
        /// The pair, or why there is none.
        view: Result<Arc<PairView>, SideBySideError>,
    },
    /// What became of a word, or why that is unknown.
    Word {
        /// The question.
        question: WordQuestion,
        /// The word and its shingles, or why there are none.
        answer: Result<Arc<Explained>, SideBySideError>,
    },
    /// In how many documents some shingles are.
    Shingles(ShingleCounts),
    /// The documents that resemble a text.
    Query(Box<QueryResult>),
    /// The clusters.
    Clusters(Arc<Clusters>),
    /// A document with its sources, or why they are not known.
    Sources(Result<Arc<SourcedText>, SourcingError>),
    /// The passages of the folder, or why they are not known.
    Passages(Result<Arc<FolderPassages>, PassagesError>),
    /// How far the laboratory is: `done` of `total` were tried.
    Studying {
        /// What it tries now.
        what: String,
        /// The number of things tried.
        done: usize,
        /// The number of things to try.
        total: usize,
    },
    /// The result of the laboratory, or why there is none.
    Study(Result<Arc<Study>, StudyError>),
}

/// In how many documents of the folder some shingles are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShingleCounts {
    /// The parameters of the folder's shingles.
    pub params: Arc<Params>,
    /// The number of documents in the folder.
    pub documents: usize,
    /// The keys of shingles, each with the number of documents that keep it.
    pub counts: Vec<(u64, u32)>,
}
