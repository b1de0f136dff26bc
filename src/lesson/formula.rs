//! A measure as a formula: in words, with the numbers of a pair, and its result.

use crate::base::ratio::Ratio;
use crate::compare::measure::{Direction, Measure, Overlap};

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
    pub fn of(measure: Measure, overlap: Overlap, direction: Direction) -> Self {
        let Overlap { shared, a_shingles: a, b_shingles: b, a_words, b_words, one_in, .. } =
            overlap;
        let swaps = direction == Direction::Larger
            && overlap.swapped().score(measure, Direction::First)
                > overlap.score(measure, Direction::First);
        let (words, numbers, means) = match (measure, swaps) {
            (Measure::Jaccard, _) => {
                let either = u64::from(a) + u64::from(b) - u64::from(shared);
                let numbers = format!("{shared} / ({a} + {b} - {shared}) = {shared} / {either}");
                let means = "how much of everything in the two texts is in both";
                ("in both / in either", numbers, means)
            }
            (Measure::Dice, _) => {
                let (twice, sum) = (2 * u64::from(shared), u64::from(a) + u64::from(b));
                let numbers = format!("2 * {shared} / ({a} + {b}) = {twice} / {sum}");
                let means = "the common part as a share of the average text";
                ("2 * in both / (in A + in B)", numbers, means)
            }
            (Measure::Containment, false) => {
                let means = "how much of A is in B";
                ("in both / in A", format!("{shared} / {a}"), means)
            }
            (Measure::Containment, true) => {
                let means = "how much of B is in A";
                ("in both / in B", format!("{shared} / {b}"), means)
            }
            (Measure::Overlap, _) => {
                let means = "how much of the smaller text is in the larger one";
                ("in both / in the smaller of A and B", format!("{shared} / {}", a.min(b)), means)
            }
            (Measure::PerWord, swaps) => {
                let words = match (swaps, one_in) {
                    (false, 1) => "in both / words of A",
                    (true, 1) => "in both / words of B",
                    (false, _) => "in both * m / words of A, at most 1",
                    (true, _) => "in both * m / words of B, at most 1",
                };
                let all = if one_in == 1 { "" } else { &format!(" * {one_in}") };
                let numbers = format!("{shared}{all} / {}", if swaps { b_words } else { a_words });
                let means = if swaps {
                    "how many shared shingles there are for each word of B"
                } else {
                    "how many shared shingles there are for each word of A"
                };
                (words, numbers, means)
            }
        };
        let result = overlap.score(measure, direction);
        let short = match (measure, swaps) {
            (Measure::Jaccard, _) => "both / either",
            (Measure::Dice, _) => "2 both / (A + B)",
            (Measure::Containment, false) => "both / A",
            (Measure::Containment, true) => "both / B",
            (Measure::Overlap, _) => "both / smaller",
            (Measure::PerWord, false) => "both / words of A",
            (Measure::PerWord, true) => "both / words of B",
        };
        Self { words, short, numbers, means, use_for: use_for(measure), result }
    }
}

const fn use_for(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "two versions of one document",
        Measure::Dice => "the same, and never lower",
        Measure::Containment => "a quotation in a long text",
        Measure::Overlap => "the same, whichever is longer",
        Measure::PerWord => "repeating a published system",
    }
}
