//! Exact pairs of a folder, for comparing sketches, and the share of them that a filter finds.

use super::survey::SurveyPart;
use super::texts::{DistinctTexts, WordOrder, without_sketch};
use base::{cancel::Cancel, ratio::Ratio};
use shingle_core::compare::{Bar, Direction, Index, Join, Measure, Shared};
use shingle_core::pipeline::{
    Criteria, Nodes, Params, pairs::order::overlap_of_sketches, shingle_params,
};

/// Maximal passing pairs; beyond, texts are sampled.
const MOST_PAIRS: u64 = 200_000;
/// Maximal meetings; beyond, texts are sampled.
pub(super) const MOST_MEETINGS: u64 = 100_000_000;
const SAMPLE: usize = 256;

pub(super) struct Truth {
    pub(super) nodes: Nodes,
    pub(super) index: Index,
    pub(super) one_in: u32,
    pub(super) listed: Vec<Shared>,
    pub(super) alike: Vec<Shared>,
}

impl Truth {
    /// Compares all texts. `None` when cancelled.
    pub(super) fn new(texts: &DistinctTexts<'_>, params: &Params, cancel: &Cancel) -> Option<Self> {
        let params = without_sketch(params);
        let sketched = texts.sketch_all(shingle_params(&params), WordOrder::Read, cancel)?;
        let bar = Criteria::new(&params).bar;
        let alike = Bar { measure: Measure::Jaccard, ..bar };
        let mut index = sketched.index(1, cancel)?;
        let one_in = sampling_rate(&index, bar).max(sampling_rate(&index, alike));
        if one_in > 1 {
            index = sketched.index(one_in, cancel)?;
        }
        let listed = join_all(&index, bar, cancel)?;
        let alike = join_all(&index, alike, cancel)?;
        Some(Self { nodes: sketched.nodes, index, one_in, listed, alike })
    }

    pub(super) fn best_pairs(&self, params: &Params, pairs: usize) -> Vec<Shared> {
        let mut best = self.listed.clone();
        let score = |pair: &Shared| {
            overlap_of_sketches(&self.nodes, pair, 1).score(params.measure, Direction::Larger)
        };
        best.sort_by(|one, other| {
            let by_score = score(other).cmp(&score(one));
            by_score.then(other.count.cmp(&one.count)).then(one.cmp(other))
        });
        best.truncate(pairs);
        best
    }
}

/// Sampling rate for a fast join with few pairs.
fn sampling_rate(index: &Index, bar: Bar) -> u32 {
    let join = Join::new(index, bar);
    let pairs = join.estimate_pairs(SAMPLE).div_ceil(MOST_PAIRS).max(1);
    let work = join.estimate_work(SAMPLE).div_ceil(MOST_MEETINGS).max(1);
    // Of the texts, 1/k have 1/k² of the pairs.
    let root = pairs.max(work).isqrt();
    (root + u64::from(root * root < pairs.max(work))) as u32
}

pub(super) fn join_all(index: &Index, bar: Bar, cancel: &Cancel) -> Option<Vec<Shared>> {
    let mut found = Vec::new();
    SurveyPart::new(index, bar, u64::MAX)
        .for_each_batch(cancel, |some| found.extend_from_slice(some))?;
    Some(found)
}

pub const BINS: usize = 20;

/// Pairs in a bin of resemblance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distinct pairs.
    pub pairs: u64,
    pub found: u64,
    resemblance: f64,
    /// Sum of probabilities: the expected number of found pairs.
    expected: f64,
}

impl Point {
    pub fn resemblance(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.resemblance / self.pairs as f64)
    }

    pub fn share(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.found as f64 / self.pairs as f64)
    }

    pub fn expected(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.expected / self.pairs as f64)
    }
}

/// S-curve of a filter on a folder's own pairs, in twenty bins of resemblance: found and expected pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Curve {
    /// Bins, ascending. The last includes 1.
    pub points: [Point; BINS],
}

impl Curve {
    /// Adds a pair that the filter finds with probability `expected`.
    pub fn add(&mut self, resemblance: Ratio, is_found: bool, expected: f64) {
        let (num, den) = resemblance.parts();
        let bin = (u128::from(num) * BINS as u128 / u128::from(den)) as usize;
        let point = &mut self.points[bin.min(BINS - 1)];
        point.pairs += 1;
        point.found += u64::from(is_found);
        point.resemblance += resemblance.to_f64();
        point.expected += expected;
    }
}

#[cfg(test)]
mod tests {
    use super::{Curve, Ratio};
    use shingle_core::shingle::expected::probability_of_near_duplicate;

    #[test]
    fn a_pair_belongs_to_its_twentieth() {
        let mut curve = Curve::default();
        for (num, den, is_found) in
            [(1, 20, false), (99, 1000, true), (1, 1, true), (19, 20, false)]
        {
            let resemblance = Ratio::new(num, den);
            curve.add(resemblance, is_found, probability_of_near_duplicate(resemblance.to_f64()));
        }
        let filled: Vec<(usize, u64, u64)> = (0..20)
            .filter(|bin| curve.points[*bin].pairs > 0)
            .map(|bin| (bin, curve.points[bin].pairs, curve.points[bin].found))
            .collect();
        assert_eq!(filled, [(1, 2, 1), (19, 2, 1)]);
        let last = curve.points[19];
        assert!((last.resemblance().unwrap() - 0.975).abs() < 1e-12);
        assert_eq!(last.share(), Some(0.5));
        assert!(
            (last.expected().unwrap() - f64::midpoint(1.0, probability_of_near_duplicate(0.95)))
                .abs()
                < 1e-12
        );
        assert_eq!(curve.points[0].share(), None);
    }
}
