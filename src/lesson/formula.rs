//! A measure as a formula: in words, with the numbers of a pair, and its result.

use crate::base::ratio::Ratio;
use crate::compare::{Direction, Measure, Overlap, filled};

/// A formula with its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The formula in words.
    pub words: String,
    /// The same in fewer words, for narrow places.
    pub short: String,
    /// With numbers.
    pub numbers: String,
    /// What it means, in one sentence.
    pub means: String,
    /// What the measure is good for, in a few words.
    pub use_for: &'static str,
    /// The result.
    pub result: Ratio,
}

impl Formula {
    /// The formula of a measure for these counts.
    pub fn new(measure: Measure, overlap: Overlap, direction: Direction) -> Self {
        let (words, result) = (measure.words(), overlap.score(measure, direction));
        let (overlap, [a, b]) = overlap.oriented(measure, direction);
        let (num, den) = overlap.fraction(measure, Direction::First);
        let Overlap { shared, a_shingles, b_shingles, one_in, .. } = overlap;
        let (times, limit, product) = match one_in {
            1 => ("", "", String::new()),
            all => (" * m", ", at most 1", format!(" * {all}")),
        };
        let named = |sentence| {
            filled(sentence, &[("A", &a), ("B", &b), ("times", &times), ("limit", &limit)])
        };
        let (a, b) = (&a_shingles, &b_shingles);
        let numbers = filled(
            words.numbers,
            &[
                ("shared", &shared),
                ("times", &product),
                ("a", a),
                ("b", b),
                ("num", &num),
                ("den", &den),
            ],
        );
        let (use_for, means) = (words.use_for, named(words.means));
        let (words, short) = (named(words.formula), named(words.short));
        Self { words, short, numbers, means, use_for, result }
    }
}
