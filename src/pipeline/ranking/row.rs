//! One row of the ranked list: two documents, or a group of copies; and the order of results, with all ties broken.

use std::cmp::Ordering;

use crate::base::{ids::DocId, ratio::Ratio};
use crate::compare::Overlap;

/// The last change of a row: since the last visit to the folder, or one that the user has not seen yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// No change.
    None,
    /// The row is new.
    New,
    /// The counts of the row changed.
    Changed,
    /// The row is gone; it is shown until the user has seen it.
    Gone,
}

/// Two documents that passed the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The document that is first by path, in byte order.
    pub a: DocId,
    /// The other document.
    pub b: DocId,
    /// The counts. The shared shingles are 0 where they are [not counted](crate::pipeline::parameters::Params::counts).
    pub overlap: Overlap,
    /// The score by the snapshot's measure, in the larger direction for a directional one; or the estimate of the
    /// sketches.
    pub score: Ratio,
    /// The words of its longest passage with `--passage`; else 0.
    pub passage: u32,
}

/// One line of the ranked list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Two documents that are no copies of each other. A group of copies is represented by its first document.
    Pair {
        /// The two documents.
        pair: Pair,
        /// How many other documents are exact copies of a, and of b. With rules, those that have a partner among the
        /// others that none leaves out.
        more: (u32, u32),
        /// The last change of the row.
        mark: Mark,
    },
    /// At least two documents that are exact copies.
    Copies {
        /// The first two documents by path. With rules, the first two that none leaves out.
        pair: Pair,
        /// All of them, in path order. With rules, those that have a partner among them that none leaves out.
        members: Vec<DocId>,
        /// The last change of the row.
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

    /// All documents of a group of copies, in path order; empty for a pair.
    pub fn members(&self) -> &[DocId] {
        match self {
            Self::Pair { .. } => &[],
            Self::Copies { members, .. } => members,
        }
    }

    /// How many pairs of documents the row stands for, where no rule leaves pairs out.
    pub const fn stands_for(&self) -> u64 {
        match self {
            Self::Pair { more, .. } => (more.0 as u64 + 1) * (more.1 as u64 + 1),
            Self::Copies { members, .. } => members.len() as u64 * (members.len() as u64 - 1) / 2,
        }
    }

    /// The last change of the row.
    pub const fn mark(&self) -> Mark {
        match self {
            Self::Pair { mark, .. } | Self::Copies { mark, .. } => *mark,
        }
    }
}

/// Best first: the longest passage, where it is looked for, then exact copies, then score, then shared shingles, then a's
/// path, then b's, in byte order.
///
/// Ids are in path order, so comparing them compares paths.
pub fn rank(first: &Pair, second: &Pair) -> Ordering {
    let by_passage = second.passage.cmp(&first.passage);
    by_passage
        .then_with(|| by_score((first.overlap, first.score), (second.overlap, second.score)))
        .then((first.a, first.b).cmp(&(second.a, second.b)))
}

/// The same without the paths.
pub fn by_score(first: (Overlap, Ratio), second: (Overlap, Ratio)) -> Ordering {
    let key = |(overlap, score): (Overlap, Ratio)| (overlap.exact_copy, score, overlap.shared);
    key(second).cmp(&key(first))
}
