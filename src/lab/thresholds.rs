//! Which threshold suits a folder: the histogram of scores in steps of five hundredths, what each step gains and loses, and
//! the valley. It counts no pair itself.

use crate::base::ratio::Ratio;
use crate::pipeline::params::Params;

use super::gap::Gap;
use super::widths::Width;

/// Hundredths from one threshold to the next.
pub const STEP: usize = 5;

/// A threshold and what it lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threshold {
    /// In hundredths.
    pub hundredths: usize,
    /// Pairs that score at least so much.
    pub pairs: u64,
    /// As many would by their words alone, in any order.
    pub chance: u64,
    /// Pairs that the threshold before lists and this one does not.
    pub lost: u64,
}

/// All thresholds, and the one to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thresholds {
    /// Ascending, from [`STEP`] to 100.
    pub rows: Vec<Threshold>,
    /// By hundredths, the pairs of documents that score so much; those that share nothing are not counted.
    pub counts: [u64; 101],
    /// 1 where all pairs were counted; k where those below `exact_from` are guessed from every k-th text.
    pub one_in: u32,
    /// From this hundredth on every pair was counted.
    pub exact_from: usize,
    /// The valley between pairs that share little and those that share much.
    pub valley: Option<Gap>,
    /// The threshold that is set.
    pub set: Ratio,
}

impl Thresholds {
    /// Of the width that is set.
    pub fn of(width: &Width, params: &Params) -> Self {
        let Width { survey, chance, gap, .. } = width;
        let row = |hundredths: usize| Threshold {
            hundredths,
            pairs: survey.from(hundredths),
            chance: chance.from(hundredths).min(survey.from(hundredths)),
            lost: survey.from(hundredths - STEP) - survey.from(hundredths),
        };
        Self {
            rows: (STEP..=100).step_by(STEP).map(row).collect(),
            counts: survey.counts,
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
        let next = |row: usize| self.rows.get(row + 1).map_or(0, |row| row.pairs);
        let here = |at: usize| self.rows.get(at).map_or(0, |row| row.pairs - next(at));
        let size = |pairs: u64| (pairs as f64).ln_1p();
        let longest = (0..self.rows.len()).map(here).max().unwrap_or(0);
        if longest == 0 { 0.0 } else { size(here(row)) / size(longest) }
    }

    /// 1 where all pairs of at least so many hundredths were counted; else as `one_in`.
    pub const fn one_in_from(&self, hundredths: usize) -> u32 {
        if hundredths >= self.exact_from { 1 } else { self.one_in }
    }
}
