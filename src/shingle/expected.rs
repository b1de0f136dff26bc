//! Expected values for sketches, by the formulas of their inventors.

use super::tagged::{GROUP, SUPERSHINGLES};

/// The standard deviation, 0 to 1, of the share of `functions` functions that agree, if each agrees with probability
/// `resemblance`: √(r(1−r)/k), Broder 1997.
pub fn deviation(resemblance: f64, functions: usize) -> f64 {
    (resemblance * (1.0 - resemblance) / functions.max(1) as f64).sqrt()
}

/// The probability that one supershingle of two sets is the same, given their resemblance (0 to 1): r¹⁴.
pub fn supershingle(resemblance: f64) -> f64 {
    power(resemblance, GROUP)
}

/// The probability that at least two of six supershingles are the same, and so at least one megashingle: 1 − (1−s)⁶ −
/// 6s(1−s)⁵ with s = r¹⁴ (Fetterly, Manasse and Najork 2003).
pub fn near_duplicate(resemblance: f64) -> f64 {
    let agrees = supershingle(resemblance);
    // Summed from two to six. Subtracting from one would lose the smallest values by rounding.
    let times = |count: usize| {
        let ways = (0..count).fold(1, |ways, at| ways * (SUPERSHINGLES - at) / (at + 1)) as f64;
        ways * power(agrees, count) * power(1.0 - agrees, SUPERSHINGLES - count)
    };
    (2..=SUPERSHINGLES).map(times).sum()
}

fn power(base: f64, times: usize) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}

#[cfg(test)]
mod tests {
    use super::{deviation, near_duplicate, supershingle};

    #[test]
    fn the_published_examples_come_out() {
        assert!((supershingle(0.95) - 0.4877).abs() < 1e-3);
        assert!((deviation(0.5, 84) - 0.0546).abs() < 1e-3);
        // As docs/reference.md says: half of the pairs at .91, 2.6 % at .8, 98 % at .97.
        for (resemblance, found) in [(0.8, 0.026), (0.91, 0.506), (0.95, 0.878), (0.97, 0.979)] {
            let expected = near_duplicate(resemblance);
            assert!((expected - found).abs() < 1e-3, "{resemblance}: {expected}");
        }
    }

    #[test]
    fn the_sum_equals_the_complement_and_rises() {
        let by_complement = |resemblance: f64| {
            let agrees = resemblance.powi(14);
            1.0 - (1.0 - agrees).powi(6) - 6.0 * agrees * (1.0 - agrees).powi(5)
        };
        let at = |hundredths: u8| f64::from(hundredths) / 100.0;
        for hundredths in 0..=100 {
            let difference = near_duplicate(at(hundredths)) - by_complement(at(hundredths));
            assert!(difference.abs() < 1e-12, "{hundredths}");
        }
        assert!((0..100).all(|each| near_duplicate(at(each)) < near_duplicate(at(each + 1))));
        assert!(near_duplicate(0.0).abs() < 1e-12 && (near_duplicate(1.0) - 1.0).abs() < 1e-12);
    }
}
