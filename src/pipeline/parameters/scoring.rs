//! The score of a pair and the bar that it must pass, by shared shingles or by the agreement of two sketches. It counts
//! nothing.

use crate::compare::{Bar, Direction, Measure, Overlap};
use crate::{base::ratio::Ratio, pipeline::parameters::Params};

/// The score of a pair whose sketches have `agree` keys in common. Where sketches estimate, it is the share of keys
/// that agree. Elsewhere it is the measure of the overlap, for a directional measure in `direction`.
pub fn score(params: &Params, overlap: Overlap, agree: u32, direction: Direction) -> Ratio {
    match params.sketch().size() {
        None => overlap.score(params.measure, direction),
        // Both are empty after leaving out: there is nothing to compare.
        Some(_) if overlap.exact_copy && overlap.a_shingles == 0 && overlap.b_shingles == 0 => {
            Ratio::ONE
        }
        Some(size) => Ratio::new(agree.into(), size.into()),
    }
}

/// What pairs must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criteria {
    /// The bar for the keys that two sketches share. Sketches that estimate all have the same number of keys, so the
    /// share of keys that agree is the overlap coefficient.
    pub bar: Bar,
    /// Where estimates are verified: the measure of the shingles, which must reach the same threshold.
    pub exact: Option<Measure>,
}

impl Criteria {
    /// The demand that `params` set.
    pub fn new(params: &Params) -> Self {
        let measure = if params.estimates() { Measure::Overlap } else { params.measure };
        let (above, threshold, one_in) = (params.above, params.threshold, params.modulo);
        let bar = Bar { measure, above, threshold, one_in };
        Self { bar, exact: params.verifies().then_some(params.measure) }
    }

    /// Whether a pair passes, given its score and the counts of its shingles; for a directional measure in `direction`.
    pub fn passes(&self, score: Ratio, overlap: Overlap, direction: Direction) -> bool {
        let reaches = |share| self.bar.above.passes(share, self.bar.threshold);
        reaches(score)
            && self.exact.is_none_or(|measure| reaches(overlap.score(measure, direction)))
    }
}
