//! Thresholds for a folder: the pairs listed by each threshold in steps of five hundredths, the loss of each step, and
//! the gap.

use super::chance::{ByChance, explains_few_pairs};
use super::survey::{Count, STEP, ScoreGap};
use super::widths::Width;
use base::{numbers::format_count, ratio::Ratio};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    pub hundredths: usize,
    pub pairs: Count,
    /// Number of pairs that pass by chance, as after shuffling the words. At most `pairs`.
    pub chance: ByChance,
    /// Number of pairs that the previous threshold lists and this threshold does not.
    pub lost: Count,
}

impl Threshold {
    pub fn as_ratio(&self) -> Ratio {
        Ratio::new(self.hundredths as u64, 100)
    }
}

/// Number of following steps with which a step is compared. The number of pairs falls steeply at a step that holds more
/// than `HALF_MORE` times their mean, plus a standard error.
const STEPS_BEHIND: usize = 4;
const HALF_MORE: f64 = 1.5;

#[derive(Debug, Clone, PartialEq)]
pub struct ThresholdTrials {
    pub width: u32,
    /// Thresholds, ascending from `STEP` to 100.
    pub rows: Vec<Threshold>,
    /// Sampling rate below `exact_from`, or 1 if all pairs were counted.
    pub one_in: u32,
    /// Hundredth from which on every pair is counted.
    pub exact_from: usize,
    /// Gap between pairs that share little and pairs that share much.
    pub valley: Option<ScoreGap>,
}

impl ThresholdTrials {
    pub fn new(width: &Width) -> Self {
        let Width { survey, chance, gap, .. } = width;
        let row = |hundredths: usize| {
            let from = |at| survey.pair_count_and_sampling_rate_from(at);
            let (before, here) = (from(hundredths - STEP), from(hundredths));
            Threshold {
                hundredths,
                pairs: here,
                chance: chance.chance_of_score(hundredths, here.pairs),
                lost: Count { pairs: before.pairs - here.pairs, ..before },
            }
        };
        Self {
            width: width.width,
            rows: (STEP..=100).step_by(STEP).map(row).collect(),
            one_in: survey.one_in,
            exact_from: survey.exact_from,
            valley: *gap,
        }
    }

    /// Returns the middle of the gap or, without a gap, the first threshold above chance without a steep fall. `None`
    /// without either.
    pub fn recommended_threshold(&self) -> Option<Ratio> {
        let middle = self.valley.map(|gap| usize::midpoint(gap.from, gap.to));
        let hundredths = middle.or_else(|| self.first_above_chance().map(|row| row.hundredths))?;
        Some(Ratio::new(hundredths as u64, 100))
    }

    /// Returns the thresholds with pairs that chance hardly explains, with their indices.
    fn thresholds_above_chance(&self) -> impl Iterator<Item = (usize, &Threshold)> {
        self.rows.iter().enumerate().filter(|(_, row)| {
            row.pairs.pairs > 0 && explains_few_pairs(row.chance, row.pairs.pairs)
        })
    }

    /// Returns the first threshold above chance without a steep fall. Chance excludes phrases that similar texts share,
    /// because shuffling destroys them. Pairs that share only such phrases become many times fewer with each step.
    fn first_above_chance(&self) -> Option<&Threshold> {
        self.thresholds_above_chance()
            .find(|(at, _)| !self.falls_steeply_at(*at))
            .map(|(_, row)| row)
    }

    fn falls_steeply_at(&self, at: usize) -> bool {
        let behind: u64 =
            (1..=STEPS_BEHIND).map(|steps| self.count_pairs_in_step(at + steps)).sum();
        let (here, mean) =
            (self.count_pairs_in_step(at) as f64, behind as f64 / STEPS_BEHIND as f64);
        here > HALF_MORE * mean + here.sqrt()
    }

    fn count_pairs_in_step(&self, row: usize) -> u64 {
        let from = |row: usize| self.rows.get(row).map_or(0, |row| row.pairs.pairs);
        from(row) - from(row + 1)
    }

    pub fn explain_recommendation(&self) -> String {
        if let Some(gap) = self.valley {
            let ScoreGap { from, to, .. } = gap;
            let pairs = gap.describe_listed_pairs(self.exact_from);
            return format!("The gap is at {from}–{to}%: any threshold inside lists {pairs}.");
        }
        match self.first_above_chance() {
            Some(row) => format!(
                "No clear gap. Take at least {}%. Below, pairs become steeply fewer with each step, like pairs that share only common \
                 phrases. From there on chance explains {} of {}. Label some (--labels) to see how high common phrases score.",
                row.hundredths,
                match (row.chance.least, row.chance.most) {
                    (_, 0) => "none".to_string(),
                    (least, most) => format!("{least} to {most}"),
                },
                format_count(row.pairs.pairs, "pair")
            ),
            None if self.rows.iter().all(|row| row.pairs.pairs == 0) => {
                "No two texts share enough for any threshold.".into()
            }
            None if self.thresholds_above_chance().next().is_some() => {
                "No clear gap. Pairs become steeply fewer up to the highest score, like pairs that share only \
                 common phrases. Label some pairs (--labels)."
                    .into()
            }
            None => "No clear gap, and chance explains some pairs at every threshold. Take a larger width.".into(),
        }
    }

    /// Returns the length in 0..=1 of the bar for the pairs up to the next threshold. Logarithmic, to show millions and
    /// single pairs.
    pub fn bar_length(&self, row: usize) -> f64 {
        let size = |pairs: u64| (pairs as f64).ln_1p();
        let longest =
            (0..self.rows.len()).map(|row| self.count_pairs_in_step(row)).max().unwrap_or(0);
        if longest == 0 { 0.0 } else { size(self.count_pairs_in_step(row)) / size(longest) }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByChance, Count, Threshold, ThresholdTrials};
    use base::ratio::Ratio;

    /// Trials with these pairs in each step from 5 % on, none of them by chance.
    fn trials(steps: &[u64]) -> ThresholdTrials {
        let count = |pairs| Count { pairs, one_in: 1 };
        let row = |at: usize| Threshold {
            hundredths: 5 * (at + 1),
            pairs: count(steps.iter().skip(at).sum()),
            chance: ByChance::default(),
            lost: count(0),
        };
        let rows = (0..20).map(row).collect();
        ThresholdTrials { width: 3, rows, one_in: 1, exact_from: 0, valley: None }
    }

    #[test]
    fn the_threshold_advised_lies_where_pairs_no_longer_become_steeply_fewer() {
        let at = |steps: &[u64]| trials(steps).recommended_threshold();
        let percent = |hundredths| Some(Ratio::new(hundredths, 100));
        // The short answers of Clough and Stevenson: of the pairs from 5 to 10 % about half share only phrases.
        let answers = [82, 48, 37, 32, 30, 26, 10, 16, 12, 16, 4, 7, 4, 5, 6, 3, 2, 6, 9];
        assert_eq!(at(&answers), percent(10));
        // RFCs: their boilerplate reaches 35 %.
        assert_eq!(at(&[730, 319, 92, 84, 54, 6, 0, 2, 1, 1, 2, 0, 4, 6, 2, 1, 2]), percent(35));
        // Where there are no phrases, and where there are few pairs, it is the first.
        assert_eq!(at(&[20, 19, 22, 18, 21, 20, 17]), percent(5));
        assert_eq!(at(&[1, 0, 0, 2]), percent(5));
    }

    #[test]
    fn where_pairs_become_steeply_fewer_to_the_end_no_threshold_is_advised() {
        assert_eq!(trials(&[4_000, 900, 200, 40, 9]).recommended_threshold(), None);
        assert_eq!(trials(&[]).recommended_threshold(), None);
    }
}
