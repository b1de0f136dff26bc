//! What a pair scores and what it must pass: by its shared shingles, or by how far two sketches agree. It counts nothing.

use crate::base::ratio::Ratio;
use crate::compare::measure::{Direction, Measure, Overlap};
use crate::compare::threshold_bounds::Bar;
use crate::pipeline::parameters::Params;

/// The score of a pair whose sketches have `agree` keys in common: their share where sketches estimate, else the measure
/// of the overlap, a directional one in `direction`.
pub fn score(params: &Params, overlap: Overlap, agree: u32, direction: Direction) -> Ratio {
    match params.sketch().size() {
        None => overlap.score(params.measure, direction),
        // Nothing is left of either to be compared.
        Some(_) if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 => {
            Ratio::ONE
        }
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}

/// What pairs must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// For the keys that two sketches share. Where these estimate, every sketch has as many, so that their share is the
    /// overlap coefficient.
    pub bar: Bar,
    /// The measure of the shingles that must reach the same threshold, where estimates are verified.
    pub exact: Option<Measure>,
}

impl Demand {
    /// As `params` set it.
    pub fn of(params: &Params) -> Self {
        let measure = if params.estimates() { Measure::Overlap } else { params.measure };
        let (above, threshold, one_in) = (params.above, params.threshold, params.modulo);
        let bar = Bar { measure, above, threshold, one_in };
        Self { bar, exact: params.verifies().then_some(params.measure) }
    }

    /// Whether a pair passes, given its score and the shingles that are counted, a directional measure in `direction`.
    pub fn passes(&self, score: Ratio, overlap: Overlap, direction: Direction) -> bool {
        let reaches = |share| self.bar.above.passes(share, self.bar.threshold);
        reaches(score)
            && self.exact.is_none_or(|measure| reaches(overlap.score(measure, direction)))
    }
}
