//! The measures, computed from exact counts. No floating point decides an order or a threshold.

use crate::base::ratio::Ratio;

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
    /// The same pair in the other order.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            shared: self.shared,
            a_shingles: self.b_shingles,
            b_shingles: self.a_shingles,
            a_words: self.b_words,
            b_words: self.a_words,
            one_in: self.one_in,
            exact_copy: self.exact_copy,
        }
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
