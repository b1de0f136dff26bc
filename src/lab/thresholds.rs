//! Which threshold suits a folder: the pairs for each threshold in steps of five hundredths, what each step loses, and
//! the gap between many and few.

use super::chance::{ByChance, explains_hardly_any};
use super::survey::{Count, STEP, ScoreGap};
use super::widths::Width;
use crate::base::{numbers::counted, ratio::Ratio};

/// A threshold and the pairs that it lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// In hundredths.
    pub hundredths: usize,
    /// Pairs that score at least this much.
    pub pairs: Count,
    /// Pairs that would by their words alone, in any order. At most `pairs`.
    pub chance: ByChance,
    /// Pairs that the threshold before lists and this one does not.
    pub lost: Count,
}

impl Threshold {
    /// The threshold, 0 to 1.
    pub fn ratio(&self) -> Ratio {
        Ratio::new(self.hundredths as u64, 100)
    }
}

/// All thresholds.
#[derive(Debug, Clone, PartialEq)]
pub struct ThresholdTrials {
    /// Ascending, from `STEP` to 100.
    pub rows: Vec<Threshold>,
    /// 1 if all pairs were counted. k if those below `exact_from` are estimated from every k-th text.
    pub one_in: u32,
    /// Every pair from this hundredth on was counted.
    pub exact_from: usize,
    /// The gap between the pairs that share little and those that share much.
    pub valley: Option<ScoreGap>,
}

impl ThresholdTrials {
    /// The thresholds for the width that is set.
    pub fn new(width: &Width) -> Self {
        let Width { survey, chance, gap, .. } = width;
        let row = |hundredths: usize| {
            let (before, here) =
                (survey.count_from(hundredths - STEP), survey.count_from(hundredths));
            Threshold {
                hundredths,
                pairs: here,
                chance: chance.from(hundredths, here.pairs),
                lost: Count { pairs: before.pairs - here.pairs, ..before },
            }
        };
        Self {
            rows: (STEP..=100).step_by(STEP).map(row).collect(),
            one_in: survey.one_in,
            exact_from: survey.exact_from,
            valley: *gap,
        }
    }

    /// The threshold to take at this width: the middle of the valley or, without one, the first from which on chance
    /// explains hardly any pair. `None` if there is none.
    pub fn recommended(&self) -> Option<Ratio> {
        let middle = self.valley.map(|gap| usize::midpoint(gap.from, gap.to));
        let hundredths = middle.or_else(|| self.first_clean().map(|row| row.hundredths))?;
        Some(Ratio::new(hundredths as u64, 100))
    }

    /// The first threshold with pairs of which chance explains hardly any.
    fn first_clean(&self) -> Option<&Threshold> {
        let is_clean = |row: &&Threshold| {
            row.pairs.pairs > 0 && explains_hardly_any(row.chance, row.pairs.pairs)
        };
        self.rows.iter().find(is_clean)
    }

    /// Which threshold to take at this width, and why.
    pub fn reason(&self) -> String {
        if let Some(gap) = self.valley {
            let about = if gap.from < self.exact_from { "about " } else { "" };
            return format!(
                "The valley lies at {}–{}%: any threshold in it lists {about}{}.",
                gap.from,
                gap.to,
                gap.lists()
            );
        }
        match self.first_clean() {
            Some(row) => format!(
                "There is no clear valley. Take at least {}%: from there on chance explains {} to {} of {}. It knows nothing of common \
                 phrases: pairs that share only these may score more. Label some pairs (--labels) to see up to which score.",
                row.hundredths,
                row.chance.least,
                row.chance.most,
                counted(row.pairs.pairs, "pair")
            ),
            None if self.rows.iter().all(|row| row.pairs.pairs == 0) => {
                "No two texts share enough for any threshold.".into()
            }
            None => "There is no clear valley, and chance explains some of the pairs at every threshold: take a larger width.".into(),
        }
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
