//! A snapshot: an immutable result, whole or a first part, with the parameters that made it. It computes nothing.

use std::sync::Arc;

use crate::base::ids::{DocId, Epoch};
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::base::ratio::Ratio;
use crate::pipeline::corpus::sampled::Sampled;
use crate::pipeline::document::info::DocInfo;
use crate::pipeline::document::surroundings::Surroundings;
use crate::pipeline::parameters::Params;
use crate::pipeline::ranking::histogram::Histogram;
use crate::pipeline::ranking::row::Row;
use crate::pipeline::ranking::rows::Rows;
use crate::pipeline::texts::pair_rules::PairRules;

/// What the last change of the folder did to the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct News {
    /// Rows that came.
    pub new: u64,
    /// Rows whose counts changed.
    pub changed: u64,
    /// Rows that went.
    pub gone: u64,
    /// Whether some of them stand for several pairs, because of copies.
    pub grouped: bool,
    /// Rows marked as new or changed, by this change or an earlier one.
    pub marked: u64,
}

/// How much of a result is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// All of it.
    Whole,
    /// A first part: all pairs of this score and above.
    From(Ratio),
    /// A first part: all pairs among some of the folder's documents, which are those of [`Snapshot::docs`].
    SomeDocuments,
}

/// A result.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The number of the request that it answers.
    pub epoch: Epoch,
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// What the folder decides about each of its documents.
    pub surroundings: Surroundings,
    /// Every document that was read, in path order. Behind them are documents that only `Gone` rows refer to.
    pub docs: Arc<Vec<DocInfo>>,
    /// How many of `docs` exist; the rest is gone.
    pub present: usize,
    /// The files that were not used, or with losses, in path order.
    pub problems: Vec<Problem>,
    /// The rows, ranked: exact copies first, then by score, shared shingles and paths. Rows that are gone are at the
    /// end.
    pub rows: Rows,
    /// The number of pairs that pass, with copies counted pairwise. If `rows` was cut, it is larger than the rows stand
    /// for.
    pub pairs_found: u64,
    /// Whether `rows` was cut to the best [`ROWS_KEPT`](crate::pipeline::pairs::best::ROWS_KEPT).
    pub cut: bool,
    /// How many pairs more pass, but for a [rule](Params::has_rules) that leaves them out.
    pub ruled_out: u64,
    /// The rules, where there are some and the folder is known that they are about.
    pub rules: Option<Arc<PairRules>>,
    /// The scores of all pairs that were joined, including those below the threshold.
    pub histogram: Arc<Histogram>,
    /// How much of it is there.
    pub completeness: Completeness,
    /// How many of some shingles modulo keeps; `None` where it keeps all, or where nobody looked.
    pub sampled: Option<Sampled>,
    /// What the last change of the folder did. Empty in a first result and after a change of parameters.
    pub news: News,
}

impl Snapshot {
    /// The document with this number.
    pub fn doc(&self, id: DocId) -> &DocInfo {
        &self.docs[id.index()]
    }

    /// Whether all of the result is there.
    pub const fn is_whole(&self) -> bool {
        matches!(self.completeness, Completeness::Whole)
    }

    /// Whether it is about all documents that were read.
    pub const fn has_all_documents(&self) -> bool {
        !matches!(self.completeness, Completeness::SomeDocuments)
    }

    /// The names of a row's two documents. They identify it across snapshots.
    pub fn names(&self, row: &Row) -> (&DocPath, &DocPath) {
        let pair = row.pair();
        (&self.doc(pair.a).path, &self.doc(pair.b).path)
    }
}
