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

    /// 1 where all pairs of at least so many hundredths were counted; else as `one_in`.
    pub const fn one_in_from(&self, hundredths: usize) -> u32 {
        if hundredths >= self.exact_from { 1 } else { self.one_in }
    }
}
