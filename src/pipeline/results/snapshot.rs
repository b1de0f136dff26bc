//! What the engine publishes: a whole, immutable result with the parameters that made it. It computes nothing.

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
    /// Whether `rows` was cut to the best [`ROWS_KEPT`](crate::pipeline::pairs::best::ROWS_KEPT).
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
