//! Which threshold suits a folder: the pairs for each threshold in steps of five hundredths, what each step loses, and
//! the gap between many and few.

use crate::base::ratio::Ratio;
use crate::pipeline::parameters::Params;

use super::gap::ScoreGap;
use super::survey::Count;
use super::widths::Width;

/// Hundredths from one threshold to the next.
pub const STEP: usize = 5;

/// A threshold and the pairs that it lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// In hundredths.
    pub hundredths: usize,
    /// Pairs that score at least this much.
    pub pairs: Count,
    /// Pairs that would by their words alone, in any order. At most `pairs`.
    pub chance: Count,
    /// Pairs that the threshold before lists and this one does not.
    pub lost: Count,
}

/// All thresholds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThresholdTrials {
    /// Ascending, from [`STEP`] to 100.
    pub rows: Vec<Threshold>,
    /// 1 if all pairs were counted. k if those below `exact_from` are estimated from every k-th text.
    pub one_in: u32,
    /// Every pair from this hundredth on was counted.
    pub exact_from: usize,
    /// The gap between the pairs that share little and those that share much.
    pub valley: Option<ScoreGap>,
    /// The threshold that is set.
    pub set: Ratio,
}

impl ThresholdTrials {
    /// The thresholds for the width that is set.
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

    /// The index of the row with the threshold that is set, if there is one.
    pub fn row_set(&self) -> Option<usize> {
        self.rows.iter().position(|row| Ratio::new(row.hundredths as u64, 100) == self.set)
    }

    /// The length, 0 to 1, of the bar for the pairs from a row's threshold up to the next one. It is logarithmic, so
    /// that millions and single pairs can both be seen.
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
    fn every_row_says_what_was_guessed_for_chance_as_for_pairs() {
        let (survey, chance) = (survey(1, 0, 9), survey(4, 20, 8));
        let width = Width { width: 3, survey, chance, gap: None, lengths: Lengths::default() };
        let found = ThresholdTrials::of(&width, &Params::defaults());
        let sampled: Vec<(usize, u32)> =
            found.rows.iter().map(|row| (row.hundredths, row.chance.one_in)).collect();
        assert_eq!(sampled[..4], [(5, 4), (10, 4), (15, 4), (20, 1)]);
        assert_eq!(sampled.len(), 20);
        assert!(found.rows.iter().all(|row| (row.pairs.one_in, row.lost.one_in) == (1, 1)));
    }
}
