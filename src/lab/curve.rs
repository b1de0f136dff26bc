//! The S-curve of near-duplicate filters: with which probability two documents of a resemblance share two of six
//! supershingles, and how many of a folder's own pairs do. It sketches nothing.

use crate::base::ratio::Ratio;
use crate::shingle::tagged::{GROUP, SUPERSHINGLES};

/// Bins of resemblance.
pub const BINS: usize = 20;

/// The probability that two of six supershingles, and so one of fifteen megashingles, agree at a resemblance (0 to 1): each
/// does with p = r¹⁴, so it is 1 − (1−p)⁶ − 6p(1−p)⁵ (Fetterly, Manasse and Najork 2003).
pub fn found(resemblance: f64) -> f64 {
    let agrees = power(resemblance, GROUP);
    // Summed from two to six: taken from one, the smallest would be lost in rounding.
    let times = |count: usize| {
        let ways = (0..count).fold(1, |ways, at| ways * (SUPERSHINGLES - at) / (at + 1)) as f64;
        ways * power(agrees, count) * power(1.0 - agrees, SUPERSHINGLES - count)
    };
    (2..=SUPERSHINGLES).map(times).sum()
}

fn power(base: f64, times: usize) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}

/// The pairs of a folder whose resemblance lies between two twentieths.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Pairs of distinct texts.
    pub pairs: u64,
    /// Those that share two supershingles.
    pub found: u64,
    /// The sum of their resemblances.
    resemblance: f64,
    /// The sum of [`found`] over them: how many were to be expected.
    expected: f64,
}

impl Point {
    /// The mean resemblance; `None` without pairs.
    pub fn resemblance(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.resemblance / self.pairs as f64)
    }

    /// The share that was found; `None` without pairs.
    pub fn share(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.found as f64 / self.pairs as f64)
    }

    /// The share that the curve foretells, the mean over these pairs; `None` without pairs.
    pub fn expected(self) -> Option<f64> {
        (self.pairs > 0).then(|| self.expected / self.pairs as f64)
    }
}

/// A folder's pairs by twentieths of their resemblance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Curve {
    /// By twentieth; a resemblance of 1 belongs to the last.
    pub points: [Point; BINS],
}

impl Curve {
    /// Takes a pair of this resemblance.
    pub fn add(&mut self, resemblance: Ratio, is_found: bool) {
        let (num, den) = resemblance.parts();
        let bin = (u128::from(num) * BINS as u128 / u128::from(den)) as usize;
        let point = &mut self.points[bin.min(BINS - 1)];
        point.pairs += 1;
        point.found += u64::from(is_found);
        point.resemblance += resemblance.to_f64();
        point.expected += found(resemblance.to_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::{Curve, Ratio, found};

    #[test]
    fn the_formula_gives_the_published_shape() {
        assert!(found(0.0).abs() < 1e-12 && (found(1.0) - 1.0).abs() < 1e-12);
        // As the README tells: half of the pairs at .91, 2.6 % at .8, 98 % at .97.
        let by_complement = |r: f64| {
            let p = r.powi(14);
            1.0 - (1.0 - p).powi(6) - 6.0 * p * (1.0 - p).powi(5)
        };
        for hundredths in 0..=100_u8 {
            let resemblance = f64::from(hundredths) / 100.0;
            assert!((found(resemblance) - by_complement(resemblance)).abs() < 1e-12);
        }
        assert!((found(0.91) - 0.5).abs() < 0.01, "{}", found(0.91));
        assert!((found(0.8) - 0.026).abs() < 0.002, "{}", found(0.8));
        assert!((found(0.97) - 0.98).abs() < 0.01, "{}", found(0.97));
        let at = |hundredths: u8| found(f64::from(hundredths) / 100.0);
        let rising = (0..100).all(|hundredths| at(hundredths) < at(hundredths + 1));
        assert!(rising);
    }

    #[test]
    fn a_pair_belongs_to_its_twentieth() {
        let mut curve = Curve::default();
        for (num, den, is_found) in
            [(1, 20, false), (99, 1000, true), (1, 1, true), (19, 20, false)]
        {
            curve.add(Ratio::new(num, den), is_found);
        }
        let told: Vec<(usize, u64, u64)> = (0..20)
            .filter(|bin| curve.points[*bin].pairs > 0)
            .map(|bin| (bin, curve.points[bin].pairs, curve.points[bin].found))
            .collect();
        assert_eq!(told, [(1, 2, 1), (19, 2, 1)]);
        let last = curve.points[19];
        assert!((last.resemblance().unwrap() - 0.975).abs() < 1e-12);
        assert_eq!(last.share(), Some(0.5));
        assert!((last.expected().unwrap() - f64::midpoint(1.0, found(0.95))).abs() < 1e-12);
        assert_eq!(curve.points[0].share(), None);
    }
}
