//! The measures, computed from exact counts, and thresholds as whole numbers: how many shingles two sketches must share to pass.
//! The join uses these to skip what cannot pass. No floating point decides an order or a threshold.

use crate::base::ratio::Ratio;

/// What a score depends on besides the shared shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Distinct kept shingles, or the keys of the sketch.
    pub shingles: u32,
    /// Canonical words.
    pub words: u32,
}

/// What two documents have in common. Shingles are counted as distinct kept ones, words as canonical words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// Distinct kept shingles in both documents.
    pub shared: u32,
    /// Distinct kept shingles of the first.
    pub a_shingles: u32,
    /// Distinct kept shingles of the second.
    pub b_shingles: u32,
    /// Canonical words of the first, repetitions counted.
    pub a_words: u32,
    /// Canonical words of the second, repetitions counted.
    pub b_words: u32,
    /// One in this many shingles is kept (`--modulo`), at least 1.
    pub one_in: u32,
    /// Whether both have the same bytes or the same canonical words, and neither has no words.
    pub exact_copy: bool,
}

/// `--measure`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// |A∩B| / |A∪B|, Broder's resemblance.
    Jaccard,
    /// 2|A∩B| / (|A|+|B|).
    Dice,
    /// |A∩B| / |A|, Broder's containment of A in B. Directional.
    Containment,
    /// |A∩B| / min(|A|,|B|): containment in its larger direction.
    Overlap,
    /// |A∩B| / words of A, as the `php-shingles` article counts. Directional. Words are counted whole, so each kept
    /// shingle of a sample counts `modulo` times. At most 1.
    PerWord,
}

/// The direction of a directional measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From the first document.
    First,
    /// The direction with the larger score.
    Larger,
}

/// `--above`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Above {
    /// Score ≥ threshold.
    AtLeast,
    /// Score > threshold.
    Strictly,
}

impl Above {
    /// Whether `score` passes `threshold`.
    pub fn passes(self, score: Ratio, threshold: Ratio) -> bool {
        match self {
            Self::AtLeast => score >= threshold,
            Self::Strictly => score > threshold,
        }
    }
}

impl Measure {
    /// The size of a text that its scores depend on: its words or its shingles.
    pub const fn size(self, shingles: u32, words: u32) -> u32 {
        if matches!(self, Self::PerWord) { words } else { shingles }
    }

    /// The score of two texts, which are not copies, as numerator and denominator. `a` and `b` are their
    /// [sizes](Self::size), and one in `one_in` shingles was kept. Directional measures take the larger direction: with
    /// the same numerator, the fraction with the smaller denominator.
    ///
    /// The same result as [`Overlap::score`], for millions of pairs, in a third of the time.
    pub fn share(self, shared: u32, a: u32, b: u32, one_in: u32) -> (u64, u64) {
        let both = u64::from(a) + u64::from(b);
        match self {
            Self::Containment | Self::Overlap => (shared.into(), a.min(b).into()),
            Self::PerWord => per_word(shared, a.min(b), one_in),
            Self::Jaccard => (shared.into(), both.saturating_sub(shared.into())),
            Self::Dice => (2 * u64::from(shared), both),
        }
    }
}

impl Overlap {
    /// Of two documents of these sizes.
    pub const fn new(shared: u32, [a, b]: [Size; 2], one_in: u32, exact_copy: bool) -> Self {
        let Size { shingles: a_shingles, words: a_words } = a;
        let Size { shingles: b_shingles, words: b_words } = b;
        Self { shared, a_shingles, b_shingles, a_words, b_words, one_in, exact_copy }
    }

    /// The same pair in the other order.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let a = Size { shingles: self.a_shingles, words: self.a_words };
        let b = Size { shingles: self.b_shingles, words: self.b_words };
        Self::new(self.shared, [b, a], self.one_in, self.exact_copy)
    }

    /// Resemblance, 0 to 1.
    pub fn jaccard(self) -> Ratio {
        let union =
            u64::from(self.a_shingles) + u64::from(self.b_shingles) - u64::from(self.shared);
        self.share(u64::from(self.shared), union)
    }

    /// Dice's coefficient, 0 to 1.
    pub fn dice(self) -> Ratio {
        self.share(
            2 * u64::from(self.shared),
            u64::from(self.a_shingles) + u64::from(self.b_shingles),
        )
    }

    /// The share of the first document's kept shingles found in the second, 0 to 1.
    pub fn containment_a(self) -> Ratio {
        self.share(u64::from(self.shared), u64::from(self.a_shingles))
    }

    /// The share of the second document's kept shingles found in the first, 0 to 1.
    pub fn containment_b(self) -> Ratio {
        self.swapped().containment_a()
    }

    /// Overlap coefficient, 0 to 1.
    pub fn overlap(self) -> Ratio {
        self.share(u64::from(self.shared), u64::from(self.a_shingles.min(self.b_shingles)))
    }

    /// Shared shingles per canonical word of the first document, 0 to 1. For a sample, an estimate of what all shingles
    /// give.
    pub fn per_word_a(self) -> Ratio {
        let (num, den) = per_word(self.shared, self.a_words, self.one_in);
        self.share(num, den)
    }

    /// The score by `measure`. A directional measure is taken in `direction`.
    pub fn score(self, measure: Measure, direction: Direction) -> Ratio {
        match (measure, direction) {
            (Measure::Jaccard, _) => self.jaccard(),
            (Measure::Dice, _) => self.dice(),
            (Measure::Overlap, _) => self.overlap(),
            (Measure::Containment, Direction::First) => self.containment_a(),
            (Measure::Containment, Direction::Larger) => {
                self.containment_a().max(self.containment_b())
            }
            (Measure::PerWord, Direction::First) => self.per_word_a(),
            (Measure::PerWord, Direction::Larger) => {
                self.per_word_a().max(self.swapped().per_word_a())
            }
        }
    }

    /// A share. Exact copies with empty samples share everything; otherwise 0 of 0 is 0.
    const fn share(self, num: u64, den: u64) -> Ratio {
        if self.exact_copy && self.a_shingles == 0 && self.b_shingles == 0 {
            Ratio::ONE
        } else {
            Ratio::new(num, den)
        }
    }
}

/// Shared kept shingles per word, as a fraction; one in `one_in` is kept. Limited to 1, because a sample can hold more
/// than its share by chance.
fn per_word(shared: u32, words: u32, one_in: u32) -> (u64, u64) {
    let words = u64::from(words);
    ((u64::from(shared) * u64::from(one_in)).min(words), words)
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
    /// The larger, the fewer pass.
    pub fn strictness(&self) -> (Ratio, bool) {
        (self.threshold, self.above == Above::Strictly)
    }

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
mod bar_tests {
    use proptest::prelude::*;

    use super::{Above, Direction, Measure, Overlap};
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
