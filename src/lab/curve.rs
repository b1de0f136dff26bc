//! The S-curve of a filter on a folder's own pairs: for each resemblance, how many pairs it finds, and how many are expected
//! to be found.

use crate::base::ratio::Ratio;

/// The number of bins of resemblance.
pub const BINS: usize = 20;

/// The pairs of a folder in one bin of resemblance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Pairs of distinct texts.
    pub pairs: u64,
    /// Pairs that the filter finds.
    pub found: u64,
    /// The sum of the resemblances of the pairs.
    resemblance: f64,
    /// The sum of the probabilities of the pairs: how many are expected to be found.
    expected: f64,
}

impl Point {
    /// The mean resemblance. `None` without pairs.
    pub fn resemblance(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.resemblance / self.pairs as f64)
    }

    /// The share of pairs found. `None` without pairs.
    pub fn share(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.found as f64 / self.pairs as f64)
    }

    /// The expected share, as a mean over these pairs. `None` without pairs.
    pub fn expected(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.expected / self.pairs as f64)
    }
}

/// The pairs of a folder in twenty bins of resemblance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Curve {
    /// The bins, ascending. A resemblance of 1 belongs to the last.
    pub points: [Point; BINS],
}

impl Curve {
    /// Adds a pair, which is found with this probability.
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
    use crate::shingle::expected::near_duplicate;

    #[test]
    fn a_pair_belongs_to_its_twentieth() {
        let mut curve = Curve::default();
        for (num, den, is_found) in
            [(1, 20, false), (99, 1000, true), (1, 1, true), (19, 20, false)]
        {
            let resemblance = Ratio::new(num, den);
            curve.add(resemblance, is_found, near_duplicate(resemblance.to_f64()));
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
            (last.expected().unwrap() - f64::midpoint(1.0, near_duplicate(0.95))).abs() < 1e-12
        );
        assert_eq!(curve.points[0].share(), None);
    }
}
