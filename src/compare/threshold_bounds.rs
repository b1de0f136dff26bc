//! Turns thresholds into whole numbers: how many shingles two sketches must share to pass. The join uses them to skip
//! what cannot pass.

use crate::base::ratio::Ratio;

use super::measure::{Above, Measure};

/// What a score depends on besides the shared shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Distinct kept shingles, or the keys of the sketch.
    pub shingles: u32,
    /// Canonical words.
    pub words: u32,
}

/// A threshold for a measure. Directional measures count in their larger direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// The measure.
    pub measure: Measure,
    /// Whether the threshold itself passes.
    pub above: Above,
    /// 0 to 1.
    pub threshold: Ratio,
    /// One in this many shingles is kept, at least 1.
    pub one_in: u32,
}

impl Bar {
    /// The fewest shared shingles, at least 1, with which the two pass. More than either has if they cannot pass.
    ///
    /// Every measure passes when `shared · x ≥ y` (or `>`) for whole `x` and `y`. With the threshold p/q, resemblance
    /// passes when `shared · (p+q) ≥ p · (|A|+|B|)`, Dice when `shared · 2q ≥ p · (|A|+|B|)`, and the others when
    /// `shared · q ≥ p ·` the smaller size. If sizes are words and one shingle in m is kept, the left side is `shared ·
    /// m · q`.
    pub fn least_shared(&self, a: Size, b: Size) -> u32 {
        let (p, q) = self.fraction();
        let both = u128::from(a.shingles) + u128::from(b.shingles);
        match self.measure {
            Measure::Jaccard => self.least(p + q, p * both),
            Measure::Dice => self.least(2 * q, p * both),
            Measure::Containment | Measure::Overlap => {
                self.least(q, p * u128::from(a.shingles.min(b.shingles)))
            }
            // A score is at most 1, however many are shared.
            Measure::PerWord if self.above == Above::Strictly && p >= q => u32::MAX,
            Measure::PerWord => {
                self.least(q * u128::from(self.one_in), p * u128::from(a.words.min(b.words)))
            }
        }
    }

    /// The fewest shared shingles with which a sketch passes together with any that is not [larger](Self::key).
    pub fn least_with_smaller(&self, size: Size) -> u32 {
        let (p, q) = self.fraction();
        let all = u128::from(size.shingles);
        // The best such partner is contained in it completely.
        match self.measure {
            Measure::Jaccard => self.least(q, p * all),
            Measure::Dice => self.least(2 * q - p, p * all),
            Measure::Containment | Measure::Overlap | Measure::PerWord => 1,
        }
    }

    /// The fewest shared shingles with which a sketch passes together with any that is not smaller.
    pub fn least_with_larger(&self, size: Size) -> u32 {
        self.least_shared(size, size)
    }

    /// The fewest shared shingles with which a sketch passes together with any other.
    pub fn least_with_any(&self, size: Size) -> u32 {
        self.least_with_smaller(size).min(self.least_with_larger(size))
    }

    /// The size that decides which of two sketches is the smaller one.
    pub const fn key(&self, size: Size) -> u32 {
        self.measure.size(size.shingles, size.words)
    }

    fn fraction(&self) -> (u128, u128) {
        let (p, q) = self.threshold.parts();
        (p.into(), q.into())
    }

    /// The smallest `count`, at least 1, with `count · x ≥ y`, or `> y` if the threshold itself does not pass.
    fn least(&self, x: u128, y: u128) -> u32 {
        // Thresholds are short fractions. Dividing 64 bits instead of 128 takes a third of the time.
        let least = match (u64::try_from(x), u64::try_from(y), self.above) {
            (Ok(x), Ok(y), Above::AtLeast) => y.div_ceil(x).into(),
            (Ok(x), Ok(y), Above::Strictly) => u128::from(y / x) + 1,
            (_, _, Above::AtLeast) => y.div_ceil(x),
            (_, _, Above::Strictly) => y / x + 1,
        };
        u32::try_from(least.max(1)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::measure::{Above, Direction, Measure, Overlap};
    use super::{Bar, Size};
    use crate::base::ratio::Ratio;

    fn passes(bar: Bar, a: Size, b: Size, shared: u32) -> bool {
        let overlap = Overlap {
            shared,
            a_shingles: a.shingles,
            b_shingles: b.shingles,
            a_words: a.words,
            b_words: b.words,
            one_in: bar.one_in,
            exact_copy: false,
        };
        bar.above.passes(overlap.score(bar.measure, Direction::Larger), bar.threshold)
    }

    fn any_bar() -> impl Strategy<Value = Bar> {
        let measures = vec![
            Measure::Jaccard,
            Measure::Dice,
            Measure::Containment,
            Measure::Overlap,
            Measure::PerWord,
        ];
        (
            prop::sample::select(measures),
            prop::sample::select(vec![Above::AtLeast, Above::Strictly]),
            (0_u64..=20, 1_u64..=20),
            1_u32..6,
        )
            .prop_map(|(measure, above, (num, den), one_in)| Bar {
                measure,
                above,
                threshold: Ratio::new(num.min(den), den),
                one_in,
            })
    }

    fn any_size() -> impl Strategy<Value = Size> {
        // A sample has fewer shingles than the text has words.
        (1_u32..30, 0_u32..90)
            .prop_map(|(shingles, more)| Size { shingles, words: shingles + more })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn the_least_count_passes_and_none_below_it(bar in any_bar(), a in any_size(), b in any_size()) {
            let least = bar.least_shared(a, b);
            for shared in 1..=a.shingles.min(b.shingles) {
                prop_assert_eq!(passes(bar, a, b, shared), shared >= least, "{} {}", shared, least);
            }
        }

        #[test]
        fn bounds_over_all_partners_hold_for_each(bar in any_bar(), a in any_size(), b in any_size()) {
            let (small, large) = if bar.key(a) <= bar.key(b) { (a, b) } else { (b, a) };
            for shared in 1..=a.shingles.min(b.shingles) {
                if passes(bar, a, b, shared) {
                    prop_assert!(shared >= bar.least_with_larger(small));
                    prop_assert!(shared >= bar.least_with_smaller(large));
                    prop_assert!(shared >= bar.least_with_any(a).max(bar.least_with_any(b)));
                }
            }
        }
    }
}
