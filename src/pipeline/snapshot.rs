//! What the engine publishes: a whole, immutable result with the parameters that made it. It computes nothing.

use std::sync::Arc;

use crate::base::ids::{DocId, Epoch};
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::base::ratio::Ratio;
use crate::compare::measure::Overlap;
use crate::text::decode::Certainty;

use super::histogram::Histogram;
use super::languages::Languages;
use super::params::Params;
use super::rows::Rows;
use super::surroundings::Surroundings;

/// A document as the lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocInfo {
    /// Its name.
    pub path: DocPath,
    /// The languages that its words were read in.
    pub languages: Languages,
    /// The encoding it was read in.
    pub encoding: &'static str,
    /// How sure that encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts by look-alikes, which `--confusables on` puts into one script.
    pub mixed: u32,
    /// Canonical words, repetitions counted; 0 for an empty document.
    pub words: u32,
    /// Distinct kept shingles that are not left out.
    pub shingles: u32,
}

/// What the watcher did to a row last, as far as nobody saw it yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing.
    None,
    /// It was not there before.
    New,
    /// It was there with other counts.
    Changed,
    /// It is there no longer; shown until it was seen.
    Gone,
}

/// What the last change of the folder did to the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct News {
    /// Rows that came.
    pub new: u64,
    /// Rows whose counts are others.
    pub changed: u64,
    /// Rows that went.
    pub gone: u64,
    /// Some of them stand for several pairs, because of copies.
    pub grouped: bool,
    /// Rows marked as new or changed, by this change or an earlier one.
    pub marked: u64,
}

/// Two documents that passed the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The one whose path comes first in byte order.
    pub a: DocId,
    /// The other.
    pub b: DocId,
    /// The counts; no shared shingles where they are [not counted](Params::counts).
    pub overlap: Overlap,
    /// The score by the snapshot's measure, directional ones in the larger direction; or the estimate of the sketches.
    pub score: Ratio,
}

/// One line of the ranked list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Two documents, neither a copy of the other. Where one has copies, its first copy by path stands for all.
    Pair {
        /// The two.
        pair: Pair,
        /// How many further documents are exact copies of a, and of b.
        more: (u32, u32),
        /// What the watcher did.
        mark: Mark,
    },
    /// Documents that are exact copies of each other, directly or through others; at least two.
    Copies {
        /// The best two as a pair: the first two by path, unless some have the same bytes but other words.
        pair: Pair,
        /// All of them, in path order.
        members: Vec<DocId>,
        /// What the watcher did.
        mark: Mark,
    },
}

impl Row {
    /// The pair that the row opens.
    pub const fn pair(&self) -> &Pair {
        match self {
            Self::Pair { pair, .. } | Self::Copies { pair, .. } => pair,
        }
    }

    /// All documents of a group of copies, in path order; none of two that are no copies.
    pub fn members(&self) -> &[DocId] {
        match self {
            Self::Pair { .. } => &[],
            Self::Copies { members, .. } => members,
        }
    }

    /// How many pairs of documents it stands for, where no document is a copy of another but by its words.
    pub const fn stands_for(&self) -> u64 {
        match self {
            Self::Pair { more, .. } => (more.0 as u64 + 1) * (more.1 as u64 + 1),
            Self::Copies { members, .. } => members.len() as u64 * (members.len() as u64 - 1) / 2,
        }
    }

    /// What the watcher did to the row.
    pub const fn mark(&self) -> Mark {
        match self {
            Self::Pair { mark, .. } | Self::Copies { mark, .. } => *mark,
        }
    }
}

/// How many shingles of some documents modulo keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampled {
    /// The distinct shingles that were looked at.
    pub distinct: u64,
    /// How many of them are kept.
    pub kept: u64,
}

/// A whole result.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The request that it answers.
    pub epoch: Epoch,
    /// What made it.
    pub params: Arc<Params>,
    /// What the folder decides about each of its documents.
    pub surroundings: Surroundings,
    /// Every document that was read, in path order; after them those that only `Gone` rows still name.
    pub docs: Arc<Vec<DocInfo>>,
    /// How many of `docs` are there (the rest is gone).
    pub present: usize,
    /// What could not be used, or only with a loss, in path order.
    pub problems: Vec<Problem>,
    /// The rows, ranked: exact copies first, then score, then shared shingles, then paths. Rows that are gone stand at the end.
    pub rows: Rows,
    /// Pairs at the threshold, copies counted pairwise; larger than the rows hold when `rows` was cut.
    pub pairs_found: u64,
    /// Whether `rows` was cut to the best [`ROWS_KEPT`].
    pub cut: bool,
    /// The scores of all pairs that were joined under this measure, below the threshold too.
    pub histogram: Arc<Histogram>,
    /// A first part: pairs of this score and more are all here, those below it are still being counted. `None`: all are
    /// here.
    pub complete_from: Option<Ratio>,
    /// What modulo keeps of some of the shingles; `None` where it keeps all, or that was not looked at.
    pub sampled: Option<Sampled>,
    /// What the last change of the folder did; nothing in a first result or where the parameters changed.
    pub news: News,
}

/// The largest number of rows a snapshot keeps.
pub const ROWS_KEPT: usize = 1_000_000;

impl Snapshot {
    /// The document of an id.
    pub fn doc(&self, id: DocId) -> &DocInfo {
        &self.docs[id.index()]
    }

    /// The names of a row's two documents: its identity across snapshots.
    pub fn names(&self, row: &Row) -> (&DocPath, &DocPath) {
        let pair = row.pair();
        (&self.doc(pair.a).path, &self.doc(pair.b).path)
    }
}
