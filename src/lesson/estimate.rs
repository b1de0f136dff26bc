//! What is to be expected of estimates, by the formulas of those who found them. It looks at no text.

use crate::shingle::tagged::GROUP;

/// The standard deviation of a share of `functions` functions that agree with probability `resemblance` each:
/// √(r(1−r)/k), Broder 1997.
pub fn deviation(resemblance: f64, functions: usize) -> f64 {
    (resemblance * (1.0 - resemblance) / functions.max(1) as f64).sqrt()
}

/// The probability that one supershingle agrees: r¹⁴.
pub fn supershingle(resemblance: f64) -> f64 {
    (0..GROUP).map(|_| resemblance).product()
}

/// Supershingles, as an exponent.
const SIX: i32 = 6;

/// The probability that two of the six agree, and so one megashingle: 1 − (1−s)⁶ − 6s(1−s)⁵ with s = r¹⁴ (Fetterly,
/// Manasse and Najork 2003).
pub fn near_duplicate(resemblance: f64) -> f64 {
    let one = supershingle(resemblance);
    // Summed from the least on, which loses nothing where the chance is small.
    let ways = [(6, 1.0), (5, 6.0), (4, 15.0), (3, 20.0), (2, 15.0)];
    ways.iter().map(|(agree, ways)| ways * one.powi(*agree) * (1.0 - one).powi(SIX - agree)).sum()
}

#[cfg(test)]
mod tests {
    use super::{deviation, near_duplicate, supershingle};

    #[test]
    fn the_published_examples_come_out() {
        assert!((supershingle(0.95) - 0.4877).abs() < 1e-3);
        assert!((near_duplicate(0.95) - 0.878).abs() < 1e-3);
        assert!((near_duplicate(1.0) - 1.0).abs() < 1e-12 && near_duplicate(0.5) < 1e-6);
        assert!(near_duplicate(0.1) > 0.0);
        assert!((deviation(0.5, 84) - 0.0546).abs() < 1e-3);
    }
}
