//! The rows of the ranked list, each of two documents or a group of copies, and the order of rows, which has no ties.

use std::{cmp::Ordering, fmt, ops::Deref, sync::Arc};

use crate::compare::Overlap;
use base::{ids::DocId, ratio::Ratio};

/// How a row changed since the user saw it, or since the last visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    None,
    New,
    Changed,
    /// The row no longer passes, but stays until the user has seen it.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    pub a: DocId,
    pub b: DocId,
    /// Counts of the pair; the shared shingles are 0 if they are [not
    /// counted](crate::pipeline::parameters::Params::counts_shared_shingles).
    pub overlap: Overlap,
    /// Score by the measure of the snapshot, or the estimate of the sketches. If the measure depends on the direction,
    /// the larger score.
    pub score: Ratio,
    /// Number of words of the longest passage with `--passage`, otherwise 0.
    pub passage: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Two documents that are not copies. If a document has copies, the first one stands for all.
    Pair {
        pair: Pair,
        /// Number of further copies of a and of b. With rules, only copies that may pair with the other side.
        more: (u32, u32),
        mark: Mark,
    },
    Copies {
        /// First two documents by path; with rules, the first pair that they allow.
        pair: Pair,
        /// Members in path order; with rules, only those that may pair with another member.
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

    /// Returns the documents of a group of copies in path order; empty for a pair.
    pub fn members(&self) -> &[DocId] {
        match self {
            Self::Pair { .. } => &[],
            Self::Copies { members, .. } => members,
        }
    }

    /// Returns the number of pairs of documents that the row stands for, without regard to rules.
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

/// The rows of a snapshot: the beginning of a ranking, whose memory several snapshots may share.
#[derive(Clone)]
pub struct Rows {
    ranking: Arc<Vec<Row>>,
    visible: usize,
}

impl Rows {
    #[must_use]
    pub fn first_rows(&self, visible: usize) -> Self {
        Self { ranking: Arc::clone(&self.ranking), visible: visible.min(self.visible) }
    }

    pub fn groups_of_copies(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.iter().enumerate().filter(|(_, row)| matches!(row, Row::Copies { .. }))
    }

    pub fn place_of(&self, a: DocId, b: DocId) -> Option<usize> {
        self.iter().position(|row| (row.pair().a, row.pair().b) == (a, b))
    }

    /// Returns the number of pairs of documents that the rows stand for, without regard to rules.
    pub fn count_pairs(&self) -> u64 {
        self.iter().map(Row::count_pairs).sum()
    }

    pub fn change_rows(&mut self, change: impl FnOnce(&mut Vec<Row>)) {
        let mut rows = self.to_vec();
        change(&mut rows);
        *self = Self::from(rows);
    }
}

impl Deref for Rows {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.ranking[..self.visible]
    }
}

impl From<Vec<Row>> for Rows {
    fn from(rows: Vec<Row>) -> Self {
        Self { visible: rows.len(), ranking: Arc::new(rows) }
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Rows {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Rows {}

/// Compares pairs, best first. The order is: longest passage (with `--passage`), exact copies, score, shared shingles,
/// path of a, path of b in byte order.
///
/// Compares ids instead of paths, because ids are in path order.
pub fn compare_pairs(first: &Pair, second: &Pair) -> Ordering {
    let by_passage = second.passage.cmp(&first.passage);
    by_passage
        .then_with(|| compare_scores((first.overlap, first.score), (second.overlap, second.score)))
        .then((first.a, first.b).cmp(&(second.a, second.b)))
}

/// Like [`compare_pairs`], but ignores passages and paths.
pub fn compare_scores(first: (Overlap, Ratio), second: (Overlap, Ratio)) -> Ordering {
    let key = |(overlap, score): (Overlap, Ratio)| (overlap.exact_copy, score, overlap.shared);
    key(second).cmp(&key(first))
}
