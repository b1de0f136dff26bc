//! The best pairs of a folder, with their exact measures and the estimates of every sketch.

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::Shared;
use crate::compare::measure::Overlap;
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::Params;
use crate::pipeline::texts::nodes::Nodes;
use crate::shingle::expected::deviation;
use crate::shingle::minhash::FUNCTIONS;

use super::candidates::{CandidateSketch, estimate};
use super::texts::DistinctTexts;

/// The modulo whose estimate is shown if none is set.
pub const MODULO: u32 = 16;

/// A pair and its estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedPair {
    /// The first document with the first text, in path order.
    pub a: DocPath,
    /// The first document with the second text, in path order.
    pub b: DocPath,
    /// The exact counts.
    pub exact: Overlap,
    /// The measure that is set, counted in the shingles that the modulo keeps.
    pub modulo: Ratio,
    /// How many of 84 minima agree.
    pub minima: u32,
    /// How many of six supershingles agree.
    pub supershingles: u32,
    /// How many of fifteen megashingles agree.
    pub megashingles: u32,
}

impl EstimatedPair {
    /// The resemblance, 0 to 1, that 84 minima estimate, and the standard deviation of such estimates, √(r(1−r)/84) with
    /// the exact resemblance r.
    pub fn minhash(&self) -> (f64, f64) {
        let estimate = f64::from(self.minima) / f64::from(FUNCTIONS);
        (estimate, deviation(self.exact.jaccard().to_f64(), FUNCTIONS as usize))
    }

    /// Whether a near-duplicate filter finds the pair: two supershingles agree, and so one megashingle does.
    pub const fn is_found(&self) -> bool {
        self.supershingles >= 2
    }
}

/// The modulo whose estimate is shown: the one that is set, or [`MODULO`].
pub const fn modulo_of(params: &Params) -> u32 {
    if params.modulo > 1 { params.modulo } else { MODULO }
}

/// Collects the estimates of the pairs from each sketch while it exists.
pub(super) struct EstimateReader<'a> {
    params: &'a Params,
    pairs: Vec<Shared>,
    rows: Vec<EstimatedPair>,
}

impl<'a> EstimateReader<'a> {
    /// A reader for these pairs, which are counted exactly.
    pub(super) fn new(
        texts: &DistinctTexts<'_>,
        nodes: &Nodes,
        params: &'a Params,
        pairs: Vec<Shared>,
    ) -> Self {
        let row = |pair: &Shared| EstimatedPair {
            a: texts.name(pair.a),
            b: texts.name(pair.b),
            exact: overlap(nodes, pair, 1),
            modulo: Ratio::ZERO,
            minima: 0,
            supershingles: 0,
            megashingles: 0,
        };
        Self { params, rows: pairs.iter().map(row).collect(), pairs }
    }

    /// Reads the estimates of one sketch.
    pub(super) fn read(&mut self, kind: CandidateSketch, nodes: &Nodes, index: &Index) {
        for (pair, row) in self.pairs.iter().zip(&mut self.rows) {
            let agree = index.shared(pair.a, pair.b).unwrap_or(0);
            match kind {
                CandidateSketch::Modulo(modulo) if modulo == modulo_of(self.params) => {
                    row.modulo = estimate(nodes, index, self.params, (pair.a, pair.b));
                }
                CandidateSketch::MinHash(FUNCTIONS) => row.minima = agree,
                CandidateSketch::SuperShingle => row.supershingles = agree,
                CandidateSketch::MegaShingle => row.megashingles = agree,
                CandidateSketch::Modulo(_) | CandidateSketch::MinHash(_) => {}
            }
        }
    }

    pub(super) fn finish(self) -> Vec<EstimatedPair> {
        self.rows
    }
}
