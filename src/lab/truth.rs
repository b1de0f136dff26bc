//! The exact pairs of a folder, against which sketches and other parameters are judged.

use crate::base::cancel::Cancel;
use crate::compare::index::Index;
use crate::compare::join::{Join, Shared};
use crate::compare::measure::Bar;
use crate::compare::measure::{Direction, Measure};
use crate::pipeline::pairs::order::overlap;
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::parameters::{Params, shingle_params};
use crate::pipeline::texts::nodes::Nodes;

use super::survey::SurveyPart;
use super::texts::{DistinctTexts, WordOrder};
use super::trials::plain;

/// With more pairs than this over the threshold, only some texts are compared.
const MOST_PAIRS: u64 = 200_000;
/// The same if joining them would read more places of keys than this.
pub(super) const MOST_MEETINGS: u64 = 100_000_000;
/// The number of texts that serve to estimate the work.
pub(super) const SAMPLE: usize = 256;

/// The exact result.
pub(super) struct Truth {
    /// The texts with the sizes of their sets.
    pub(super) nodes: Nodes,
    /// Their shingles.
    pub(super) index: Index,
    /// Only texts whose number this divides were compared. 1 if all were.
    pub(super) one_in: u32,
    /// The pairs that pass by the measure that is set.
    pub(super) listed: Vec<Shared>,
    /// The pairs that pass by resemblance.
    pub(super) alike: Vec<Shared>,
}

impl Truth {
    /// Compares all texts with all. `None` when cancelled.
    pub(super) fn of(texts: &DistinctTexts<'_>, params: &Params, cancel: &Cancel) -> Option<Self> {
        let params = plain(params);
        let sketched = texts.sketched(shingle_params(&params), WordOrder::Read, cancel)?;
        let bar = Demand::of(&params).bar;
        let alike = Bar { measure: Measure::Jaccard, ..bar };
        let mut index = sketched.index(1, cancel)?;
        let one_in = too_many(&index, bar).max(too_many(&index, alike));
        if one_in > 1 {
            index = sketched.index(one_in, cancel)?;
        }
        let listed = joined(&index, bar, cancel)?;
        let alike = joined(&index, alike, cancel)?;
        Some(Self { nodes: sketched.nodes, index, one_in, listed, alike })
    }

    /// The best listed pairs: by score, then by shared shingles, then by number.
    pub(super) fn best(&self, params: &Params, pairs: usize) -> Vec<Shared> {
        let mut best = self.listed.clone();
        let score =
            |pair: &Shared| overlap(&self.nodes, pair, 1).score(params.measure, Direction::Larger);
        best.sort_by(|left, right| {
            let by_score = score(right).cmp(&score(left));
            by_score.then(right.count.cmp(&left.count)).then(left.cmp(right))
        });
        best.truncate(pairs);
        best
    }
}

/// The number that must divide a text's number, so that joining the texts is fast and gives few pairs.
pub(super) fn too_many(index: &Index, bar: Bar) -> u32 {
    let join = Join::new(index, bar);
    let pairs = join.estimate(SAMPLE).div_ceil(MOST_PAIRS).max(1);
    let work = join.work(SAMPLE).div_ceil(MOST_MEETINGS).max(1);
    // One k-th of the texts has one k²-th of the pairs.
    let root = pairs.max(work).isqrt();
    (root + u64::from(root * root < pairs.max(work))) as u32
}

/// All pairs that pass.
pub(super) fn joined(index: &Index, bar: Bar, cancel: &Cancel) -> Option<Vec<Shared>> {
    let mut found = Vec::new();
    SurveyPart::of(index, bar, u64::MAX).each(cancel, |some| found.extend_from_slice(some))?;
    Some(found)
}
