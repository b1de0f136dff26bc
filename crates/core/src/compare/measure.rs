//! The measures, computed from exact counts, and thresholds as least numbers of shared shingles. Comparisons use only
//! whole numbers, so they have no rounding errors.

use std::fmt::Display;

use base::ratio::Ratio;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Number of distinct retained shingles, or of keys of the sketch.
    pub shingles: u32,
    pub words: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overlap {
    pub shared: u32,
    pub a_shingles: u32,
    pub b_shingles: u32,
    /// Number of canonical words of a, repeats included.
    pub a_words: u32,
    /// Number of canonical words of b, repeats included.
    pub b_words: u32,
    /// Sampling rate (`--modulo`), at least 1.
    pub one_in: u32,
    /// True if both documents have the same canonical words, at least one.
    pub exact_copy: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// |A∩B| / |A∪B|, Broder's resemblance.
    Jaccard,
    /// 2|A∩B| / (|A|+|B|).
    Dice,
    /// |A∩B| / |A|, Broder's containment of A in B. Depends on the direction.
    Containment,
    /// |A∩B| / min(|A|,|B|): the larger of the two containments.
    Overlap,
    /// |A∩B| / words of A, as in the `php-shingles` article. Depends on the direction, at most 1. Words are not
    /// sampled, so each retained shingle counts `modulo` times.
    PerWord,
}

base::named_values!(Measure {
    Jaccard = "jaccard",
    Dice = "dice",
    Containment = "containment",
    Overlap = "overlap",
    PerWord = "per-word",
});

/// Texts about a measure. [`fill_in_unit`] replaces the names in braces. If the measure depends on the direction, `{A}`
/// is the first document, `{B}` the second.
#[derive(Debug, Clone, Copy)]
pub struct MeasureWords {
    /// Formula of the measure; `{times}` and `{limit}` appear only for sampled shingles.
    pub formula: &'static str,
    pub short: &'static str,
    pub numbers: &'static str,
    pub means: &'static str,
    pub use_for: &'static str,
    pub gloss: &'static str,
    pub counts: &'static str,
    pub head: &'static str,
    pub tally: &'static str,
    pub demand: &'static str,
    /// Text like `demand`, but about one text instead of a pair.
    pub demand_of_text: &'static str,
}

pub fn fill_in_unit(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    values.iter().fold(sentence.to_string(), |sentence, (name, value)| {
        sentence.replace(&format!("{{{name}}}"), &value.to_string())
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    First,
    Larger,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Above {
    /// The score must be at least the threshold.
    AtLeast,
    /// The score must be above the threshold.
    Strictly,
}

base::named_values!(Above { AtLeast = "at-least", Strictly = "strictly" });

impl Above {
    pub fn passes(self, score: Ratio, threshold: Ratio) -> bool {
        match self {
            Self::AtLeast => score >= threshold,
            Self::Strictly => score > threshold,
        }
    }
}

impl Measure {
    pub fn description_texts(self) -> MeasureWords {
        let mut all = include_str!("measures.txt").split("\n\n");
        let own = all.find(|texts| texts.lines().next() == Some(self.name())).unwrap_or_default();
        let text = |name| {
            let mut named = own.lines().filter_map(|line| line.split_once(": "));
            named.find(|(other, _)| *other == name).map_or("", |(_, text)| text)
        };
        MeasureWords {
            formula: text("formula"),
            short: text("short"),
            numbers: text("numbers"),
            means: text("means"),
            use_for: text("use_for"),
            gloss: text("gloss"),
            counts: text("counts"),
            head: text("head"),
            tally: text("tally"),
            demand: text("demand"),
            demand_of_text: text("demand_of_text"),
        }
    }

    pub const fn is_per_word(self) -> bool {
        matches!(self, Self::PerWord)
    }

    pub const fn is_directional(self) -> bool {
        matches!(self, Self::Containment | Self::PerWord)
    }

    pub const fn choose_shingles_or_words(self, shingles: u32, words: u32) -> u32 {
        if self.is_per_word() { words } else { shingles }
    }

    /// Returns the score of two texts that are not copies, as numerator and denominator. `a` and `b` are their
    /// [sizes](Self::choose_shingles_or_words), `one_in` is the sampling rate. If the measure depends on the direction, returns
    /// the larger score.
    pub fn score_fraction(self, shared: u32, a: u32, b: u32, one_in: u32) -> (u64, u64) {
        let (shared, both) = (u64::from(shared), u64::from(a) + u64::from(b));
        match self {
            Self::Containment | Self::Overlap => (shared, a.min(b).into()),
            Self::PerWord => {
                // The limit is 1, because a sample can contain more than its share by chance.
                let words = u64::from(a.min(b));
                ((shared * u64::from(one_in)).min(words), words)
            }
            Self::Jaccard => (shared, both.saturating_sub(shared)),
            Self::Dice => (2 * shared, both),
        }
    }
}

impl Overlap {
    pub const fn new(shared: u32, [a, b]: [Size; 2], one_in: u32, exact_copy: bool) -> Self {
        let Size { shingles: a_shingles, words: a_words } = a;
        let Size { shingles: b_shingles, words: b_words } = b;
        Self { shared, a_shingles, b_shingles, a_words, b_words, one_in, exact_copy }
    }

    #[must_use]
    pub const fn swap_sides(self) -> Self {
        let a = Size { shingles: self.a_shingles, words: self.a_words };
        let b = Size { shingles: self.b_shingles, words: self.b_words };
        Self::new(self.shared, [b, a], self.one_in, self.exact_copy)
    }

    pub fn jaccard(self) -> Ratio {
        self.score(Measure::Jaccard, Direction::First)
    }

    pub fn dice(self) -> Ratio {
        self.score(Measure::Dice, Direction::First)
    }

    pub fn containment_a(self) -> Ratio {
        self.score(Measure::Containment, Direction::First)
    }

    pub fn containment_b(self) -> Ratio {
        self.swap_sides().containment_a()
    }

    pub fn overlap_coefficient(self) -> Ratio {
        self.score(Measure::Overlap, Direction::First)
    }

    /// Returns the number of shared shingles per canonical word of the first document, at most 1. An estimate for a
    /// sample.
    pub fn shared_shingles_per_word_of_a(self) -> Ratio {
        self.score(Measure::PerWord, Direction::First)
    }

    /// Returns the score; `direction` matters only for measures that depend on it. Exact copies score 1 even if their
    /// samples are empty. Otherwise, empty texts score 0.
    pub fn score(self, measure: Measure, direction: Direction) -> Ratio {
        if self.exact_copy && self.a_shingles == 0 && self.b_shingles == 0 {
            return Ratio::ONE;
        }
        let (num, den) = self.score_fraction(measure, direction);
        Ratio::new(num, den)
    }

    pub fn score_fraction(self, measure: Measure, direction: Direction) -> (u64, u64) {
        let a = measure.choose_shingles_or_words(self.a_shingles, self.a_words);
        let is_of_first = direction == Direction::First && measure.is_directional();
        let b = if is_of_first {
            a
        } else {
            measure.choose_shingles_or_words(self.b_shingles, self.b_words)
        };
        measure.score_fraction(self.shared, a, b, self.one_in)
    }

    /// Returns the pair in the chosen direction, and the letters of the documents in that order. Only
    /// [`Direction::Larger`] swaps a pair, if B in A scores more.
    pub fn orient(self, measure: Measure, direction: Direction) -> (Self, [&'static str; 2]) {
        let score = |overlap: Self| overlap.score(measure, Direction::First);
        if direction == Direction::Larger && score(self.swap_sides()) > score(self) {
            (self.swap_sides(), ["B", "A"])
        } else {
            (self, ["A", "B"])
        }
    }
}

/// A measure with its threshold. If the measure depends on the direction, the larger score must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    pub measure: Measure,
    pub above: Above,
    /// Threshold in 0..=1.
    pub threshold: Ratio,
    /// Sampling rate, at least 1.
    pub one_in: u32,
}

impl Bar {
    /// Returns a key by which stricter bars are larger.
    pub fn strictness_key(&self) -> (Ratio, bool) {
        (self.threshold, self.above == Above::Strictly)
    }

    /// Returns the least number of shared shingles, at least 1, with which a pair passes. May exceed the sizes of the
    /// pair.
    ///
    /// Every measure passes if `shared · x ≥ y` (or `>`) for whole `x` and `y`. With threshold p/q, resemblance passes
    /// if `shared · (p+q) ≥ p · (|A|+|B|)`, and Dice if `shared · 2q ≥ p · (|A|+|B|)`. The others pass if `shared · q ≥
    /// p ·` the smaller size. For sizes in words and one in m shingles retained, the left side is `shared · m · q`.
    pub fn least_shared_shingles(&self, a: Size, b: Size) -> u32 {
        let (p, q) = self.threshold_fraction();
        let both = u128::from(a.shingles) + u128::from(b.shingles);
        match self.measure {
            Measure::Jaccard => self.least_count_above(p + q, p * both),
            Measure::Dice => self.least_count_above(2 * q, p * both),
            Measure::Containment | Measure::Overlap => {
                self.least_count_above(q, p * u128::from(a.shingles.min(b.shingles)))
            }
            // No count passes, because scores are at most 1.
            Measure::PerWord if self.above == Above::Strictly && p >= q => u32::MAX,
            Measure::PerWord => self.least_count_above(
                q * u128::from(self.one_in),
                p * u128::from(a.words.min(b.words)),
            ),
        }
    }

    /// Returns the least number of shared shingles with which this sketch can pass at all, with a sketch that is not
    /// [larger](Self::size_in_units).
    pub fn least_shared_with_smaller(&self, size: Size) -> u32 {
        let (p, q) = self.threshold_fraction();
        let all = u128::from(size.shingles);
        // The best possible partner is completely contained in this sketch.
        match self.measure {
            Measure::Jaccard => self.least_count_above(q, p * all),
            Measure::Dice => self.least_count_above(2 * q - p, p * all),
            Measure::Containment | Measure::Overlap | Measure::PerWord => 1,
        }
    }

    /// Like [`Self::least_shared_with_smaller`], but with a sketch that is not smaller.
    pub fn least_shared_with_larger(&self, size: Size) -> u32 {
        self.least_shared_shingles(size, size)
    }

    /// Like [`Self::least_shared_with_smaller`], but with a sketch of any size.
    pub fn least_shared_with_any_size(&self, size: Size) -> u32 {
        self.least_shared_with_smaller(size).min(self.least_shared_with_larger(size))
    }

    pub const fn size_in_units(&self, size: Size) -> u32 {
        self.measure.choose_shingles_or_words(size.shingles, size.words)
    }

    fn threshold_fraction(&self) -> (u128, u128) {
        let (p, q) = self.threshold.numerator_and_denominator();
        (p.into(), q.into())
    }

    /// Returns the smallest `count` ≥ 1 with `count · x ≥ y`, or `> y` for an exclusive threshold.
    fn least_count_above(&self, x: u128, y: u128) -> u32 {
        // Uses 64 bits if possible, which takes a third of the time of 128. Thresholds are short fractions.
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
pub(super) mod bar_tests {
    use base::ratio::Ratio;
    use proptest::prelude::*;

    use super::{Above, Bar, Direction, Measure, Overlap, Size};

    pub(in crate::compare) fn passes(bar: Bar, a: Size, b: Size, shared: u32) -> bool {
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

    #[test]
    fn every_measure_has_all_its_texts() {
        for (name, measure) in Measure::ALL {
            let texts = format!("{:?}", measure.description_texts());
            assert!(!texts.contains("\"\""), "{name}: {texts}");
        }
    }

    pub(in crate::compare) fn any_bar() -> impl Strategy<Value = Bar> {
        (
            prop::sample::select(Measure::ALL),
            prop::sample::select(vec![Above::AtLeast, Above::Strictly]),
            (0_u64..=20, 1_u64..=20),
            1_u32..6,
        )
            .prop_map(|((_, measure), above, (num, den), one_in)| Bar {
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
            let least = bar.least_shared_shingles(a, b);
            for shared in 1..=a.shingles.min(b.shingles) {
                prop_assert_eq!(passes(bar, a, b, shared), shared >= least, "{} {}", shared, least);
            }
        }

        #[test]
        fn bounds_over_all_partners_hold_for_each(bar in any_bar(), a in any_size(), b in any_size()) {
            let (small, large) = if bar.size_in_units(a) <= bar.size_in_units(b) { (a, b) } else { (b, a) };
            for shared in 1..=a.shingles.min(b.shingles) {
                if passes(bar, a, b, shared) {
                    prop_assert!(shared >= bar.least_shared_with_larger(small));
                    prop_assert!(shared >= bar.least_shared_with_smaller(large));
                    prop_assert!(shared >= bar.least_shared_with_any_size(a).max(bar.least_shared_with_any_size(b)));
                }
            }
        }
    }
}
