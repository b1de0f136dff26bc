//! One row of the ranked list: two documents, or a group of copies. It knows no other row.

use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::measure::Overlap;

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

/// Two documents that passed the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The one whose path comes first in byte order.
    pub a: DocId,
    /// The other.
    pub b: DocId,
    /// The counts; no shared shingles where they are [not counted](crate::pipeline::parameters::Params::counts).
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
