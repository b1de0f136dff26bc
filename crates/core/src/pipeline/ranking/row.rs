//! A row of the ranked list: two documents, or a group of copies; and the order of results, with all ties broken.

use std::cmp::Ordering;

use crate::compare::Overlap;
use base::{ids::DocId, ratio::Ratio};

/// The last change of a row: since the last visit, or not yet seen by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// No change.
    None,
    New,
    Changed,
    /// The row was removed; it is shown until the user has seen it.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub a: DocId,
    pub b: DocId,
    /// The counts. The shared shingles are 0 if they are [not counted](crate::pipeline::parameters::Params::counts).
    pub overlap: Overlap,
    /// The score by the snapshot's measure, in the larger direction for a directional measure; or the estimate of the
    /// sketches.
    pub score: Ratio,
    /// Words of the longest passage with `--passage`; otherwise 0.
    pub passage: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Two documents that are not copies of each other. A group of copies is represented by its first document.
    Pair {
        pair: Pair,
        /// Numbers of other documents that are exact copies of a, and of b. With rules, only those with an allowed
        /// partner.
        more: (u32, u32),
        mark: Mark,
    },
    Copies {
        /// The first two documents by path. With rules, the first allowed pair.
        pair: Pair,
        /// The members in path order. With rules, those with an allowed partner among the members.
        members: Vec<DocId>,
        mark: Mark,
    },
}

impl Row {
    pub const fn pair(&self) -> &Pair {
        match self {
            Self::Pair { pair, .. } | Self::Copies { pair, .. } => pair,
        }
    }

    /// Returns the documents of a group of copies, in path order; empty for a pair.
    pub fn members(&self) -> &[DocId] {
        match self {
            Self::Pair { .. } => &[],
            Self::Copies { members, .. } => members,
        }
    }

    /// Counts the pairs of documents of the row, without rules.
    pub const fn count_pairs(&self) -> u64 {
        match self {
            Self::Pair { more, .. } => (more.0 as u64 + 1) * (more.1 as u64 + 1),
            Self::Copies { members, .. } => members.len() as u64 * (members.len() as u64 - 1) / 2,
        }
    }

    pub const fn mark(&self) -> Mark {
        match self {
            Self::Pair { mark, .. } | Self::Copies { mark, .. } => *mark,
        }
    }
}

/// Compares pairs, best first: by longest passage with `--passage`, exact copies, score, shared shingles, a's path,
/// then b's, in byte order.
///
/// Ids are in path order, so comparing ids compares paths.
pub fn compare_pairs(first: &Pair, second: &Pair) -> Ordering {
    let by_passage = second.passage.cmp(&first.passage);
    by_passage
        .then_with(|| compare_scores((first.overlap, first.score), (second.overlap, second.score)))
        .then((first.a, first.b).cmp(&(second.a, second.b)))
}

/// Like `rank`, without passages and paths.
pub fn compare_scores(first: (Overlap, Ratio), second: (Overlap, Ratio)) -> Ordering {
    let key = |(overlap, score): (Overlap, Ratio)| (overlap.exact_copy, score, overlap.shared);
    key(second).cmp(&key(first))
}
