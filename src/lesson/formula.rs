//! A measure as a formula: in words, with the numbers of a pair, and its result.

use crate::base::ratio::Ratio;
use crate::compare::{Direction, Measure, Overlap};

/// A formula with its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The formula in words.
    pub words: &'static str,
    /// The same in fewer words, for narrow places.
    pub short: &'static str,
    /// With numbers.
    pub numbers: String,
    /// What it means, in one sentence.
    pub means: &'static str,
    /// What the measure is good for, in a few words.
    pub use_for: &'static str,
    /// The result.
    pub result: Ratio,
}

impl Formula {
    /// The formula of a measure for these counts.
    pub fn new(measure: Measure, overlap: Overlap, direction: Direction) -> Self {
        let Overlap { shared, a_shingles: a, b_shingles: b, a_words, b_words, one_in, .. } =
            overlap;
        let swaps = direction == Direction::Larger
            && overlap.swapped().score(measure, Direction::First)
                > overlap.score(measure, Direction::First);
        let (words, short, means) = match (measure, swaps) {
            (Measure::Jaccard, _) => (
                "in both / in either",
                "both / either",
                "how much of everything in the two texts is in both",
            ),
            (Measure::Dice, _) => (
                "2 * in both / (in A + in B)",
                "2 both / (A + B)",
                "the common part as a share of the average text",
            ),
            (Measure::Containment, false) => {
                ("in both / in A", "both / A", "how much of A is in B")
            }
            (Measure::Containment, true) => ("in both / in B", "both / B", "how much of B is in A"),
            (Measure::Overlap, _) => (
                "in both / in the smaller of A and B",
                "both / smaller",
                "how much of the smaller text is in the larger one",
            ),
            (Measure::PerWord, false) => (
                if one_in == 1 {
                    "in both / words of A"
                } else {
                    "in both * m / words of A, at most 1"
                },
                "both / words of A",
                "how many shared shingles there are for each word of A",
            ),
            (Measure::PerWord, true) => (
                if one_in == 1 {
                    "in both / words of B"
                } else {
                    "in both * m / words of B, at most 1"
                },
                "both / words of B",
                "how many shared shingles there are for each word of B",
            ),
        };
        let sum = u64::from(a) + u64::from(b);
        let (numbers, use_for) = match measure {
            Measure::Jaccard => (
                format!(
                    "{shared} / ({a} + {b} - {shared}) = {shared} / {}",
                    sum - u64::from(shared)
                ),
                "two versions of one document",
            ),
            Measure::Dice => (
                format!("2 * {shared} / ({a} + {b}) = {} / {sum}", 2 * u64::from(shared)),
                "the same, and never lower",
            ),
            Measure::Containment => {
                (format!("{shared} / {}", if swaps { b } else { a }), "a quotation in a long text")
            }
            Measure::Overlap => {
                (format!("{shared} / {}", a.min(b)), "the same, whichever is longer")
            }
            Measure::PerWord => {
                let all = if one_in == 1 { "" } else { &format!(" * {one_in}") };
                let words = if swaps { b_words } else { a_words };
                (format!("{shared}{all} / {words}"), "repeating a published system")
            }
        };
        let result = overlap.score(measure, direction);
        Self { words, short, numbers, means, use_for, result }
    }
}
