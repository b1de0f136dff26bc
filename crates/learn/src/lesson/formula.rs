//! A measure as a formula: in words, with numbers, with its result.

use std::fmt::Display;

use base::ratio::Ratio;
use shingle_core::compare::{Direction, Measure, Overlap, fill_in_unit};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    pub words: String,
    /// Abbreviated formula, for narrow screens.
    pub short: String,
    pub numbers: String,
    pub means: String,
    pub use_for: &'static str,
    pub result: Ratio,
}

impl Formula {
    pub fn new(measure: Measure, overlap: Overlap, direction: Direction) -> Self {
        let (words, result) = (measure.description_texts(), overlap.score(measure, direction));
        let (overlap, [a, b]) = overlap.orient(measure, direction);
        let (num, den) = overlap.score_fraction(measure, Direction::First);
        let Overlap { shared, a_shingles, b_shingles, one_in, .. } = overlap;
        let (times, limit, product) = match one_in {
            1 => ("", "", String::new()),
            all => (" * m", ", at most 1", format!(" * {all}")),
        };
        let named = |sentence| {
            fill_in_unit(sentence, &[("A", &a), ("B", &b), ("times", &times), ("limit", &limit)])
        };
        let (a, b) = (&a_shingles, &b_shingles);
        let counts: [(&str, &dyn Display); 6] = [
            ("shared", &shared),
            ("times", &product),
            ("a", a),
            ("b", b),
            ("num", &num),
            ("den", &den),
        ];
        let numbers = fill_in_unit(words.numbers, &counts);
        let (use_for, means) = (words.use_for, named(words.means));
        let (words, short) = (named(words.formula), named(words.short));
        Self { words, short, numbers, means, use_for, result }
    }
}
