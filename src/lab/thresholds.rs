//! Which threshold suits a folder: the histogram of scores in steps of five hundredths, what each step gains and loses, and
//! the valley. It counts no pair itself.

use crate::base::ratio::Ratio;
use crate::pipeline::parameters::Params;

use super::gap::ScoreGap;
use super::survey::Count;
use super::widths::Width;

/// Hundredths from one threshold to the next.
pub const STEP: usize = 5;

/// A threshold and what it lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// In hundredths.
    pub hundredths: usize,
    /// Pairs that score at least so much.
    pub pairs: Count,
    /// As many would by their words alone, in any order; at most all.
    pub chance: Count,
    /// Pairs that the threshold before lists and this one does not.
    pub lost: Count,
}

/// All thresholds, and the one to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThresholdTrials {
    /// Ascending, from [`STEP`] to 100.
    pub rows: Vec<Threshold>,
    /// 1 where all pairs were counted; k where those below `exact_from` are guessed from every k-th text.
    pub one_in: u32,
    /// From this hundredth on every pair was counted.
    pub exact_from: usize,
    /// The valley between pairs that share little and those that share much.
    pub valley: Option<ScoreGap>,
    /// The threshold that is set.
    pub set: Ratio,
}

impl ThresholdTrials {
    /// Of the width that is set.
    pub fn of(width: &Width, params: &Params) -> Self {
        let Width { survey, chance, gap, .. } = width;
        let row = |hundredths: usize| {
            let (before, here) =
                (survey.count_from(hundredths - STEP), survey.count_from(hundredths));
            let chance = chance.count_from(hundredths);
            Threshold {
                hundredths,
                pairs: here,
                chance: Count { pairs: chance.pairs.min(here.pairs), ..chance },
                lost: Count { pairs: before.pairs - here.pairs, ..before },
            }
        };
        Self {
            rows: (STEP..=100).step_by(STEP).map(row).collect(),
            one_in: survey.one_in,
            exact_from: survey.exact_from,
            valley: *gap,
            set: params.threshold,
        }
    }

    /// The row of the threshold that is set, if there is one.
    pub fn row_set(&self) -> Option<usize> {
        self.rows.iter().position(|row| Ratio::new(row.hundredths as u64, 100) == self.set)
    }

    /// How long a bar stands for the pairs from a row's threshold up to the next, 0 to 1: it grows with the logarithm, so that
    /// millions and ones are seen beside each other.
    pub fn bar(&self, row: usize) -> f64 {
        let next = |row: usize| self.rows.get(row + 1).map_or(0, |row| row.pairs.pairs);
        let here = |at: usize| self.rows.get(at).map_or(0, |row| row.pairs.pairs - next(at));
        let size = |pairs: u64| (pairs as f64).ln_1p();
        let longest = (0..self.rows.len()).map(here).max().unwrap_or(0);
        if longest == 0 { 0.0 } else { size(here(row)) / size(longest) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Params, ThresholdTrials, Width};
    use crate::lab::survey::Survey;
    use crate::lab::widths::Lengths;

    fn survey(one_in: u32, exact_from: usize, pairs: u64) -> Survey {
        Survey { counts: [pairs; 101], one_in, exact_from, passing: Count { pairs, one_in } }
    }

    #[test]
    fn what_was_guessed_is_told_of_every_row_for_chance_as_for_pairs() {
        let (survey, chance) = (survey(1, 0, 9), survey(4, 20, 8));
        let width = Width { width: 3, survey, chance, gap: None, lengths: Lengths::default() };
        let found = ThresholdTrials::of(&width, &Params::defaults());
        let told: Vec<(usize, u32)> =
            found.rows.iter().map(|row| (row.hundredths, row.chance.one_in)).collect();
        assert_eq!(told[..4], [(5, 4), (10, 4), (15, 4), (20, 1)]);
        assert_eq!(told.len(), 20);
        assert!(found.rows.iter().all(|row| (row.pairs.one_in, row.lost.one_in) == (1, 1)));
    }
}
