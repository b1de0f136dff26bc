//! Counts pairs of documents by score, over all joined pairs, or by length of passage.

use super::row::Rows;
use base::{numbers::format_with_commas, ratio::Ratio};

/// Numbers of pairs by hundredths of score. Entry `i` counts scores from `i` to below `i + 1` hundredths; entry 100
/// counts scores of 1.
pub type ScoreCounts = [u64; 101];

pub const NO_COUNTS: ScoreCounts = [0; 101];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// The counts, which include each pair of exact copies.
    pub counts: ScoreCounts,
    /// Score from which on every pair is counted. Lower pairs were not joined, or were dropped.
    pub joined_from: Ratio,
    /// True if even the pairs with exactly the score `joined_from` are not all counted.
    pub strictly: bool,
    /// Length of the longest passage in words, if `counts` has passages by hundredths of this length. 0 if it has
    /// scores.
    pub longest: u32,
}

impl Histogram {
    pub const fn new(joined_from: Ratio) -> Self {
        Self { counts: NO_COUNTS, joined_from, strictly: false, longest: 0 }
    }

    /// Counts rows by the length of their longest passage, at least `least` words.
    pub fn from_passages(rows: &Rows, least: u32) -> Self {
        let longest = rows.iter().map(|row| row.pair().passage).max().unwrap_or(0);
        let share = |words: u32| Ratio::new(words.into(), longest.max(1).into()).min(Ratio::ONE);
        let mut histogram = Self { longest, ..Self::new(share(least)) };
        for row in rows.iter() {
            histogram.add(share(row.pair().passage), row.count_pairs());
        }
        // The hundredth of `least` counts as complete, because no shorter passage is listed.
        histogram.joined_from = Ratio::new(hundredths(histogram.joined_from) as u64, 100);
        histogram
    }

    /// Formats the lower end of a hundredth: a percentage, or a number of words.
    pub fn format_value(&self, hundredth: usize) -> String {
        match self.longest as usize {
            0 => format!("{hundredth}%"),
            longest => format_with_commas(longest * hundredth / 100),
        }
    }

    pub fn add_counts(&mut self, counts: &ScoreCounts) {
        for (all, some) in self.counts.iter_mut().zip(counts) {
            *all += some;
        }
    }

    pub fn add(&mut self, score: Ratio, pairs: u64) {
        self.counts[hundredths(score)] += pairs;
    }

    /// Records that only the best pairs were stored, so the hundredth of the worst may be incomplete.
    pub fn mark_incomplete(&mut self) {
        let worst = self.counts.iter().position(|pairs| *pairs > 0).unwrap_or(0);
        self.joined_from = self.joined_from.max(Ratio::new(worst as u64 + 1, 100).min(Ratio::ONE));
        self.strictly = false;
    }

    /// Returns the first hundredth in which every pair is counted; 101 if there is none.
    pub fn first_complete_hundredth(&self) -> usize {
        let (num, den) = self.joined_from.numerator_and_denominator();
        let (hundredths, den) = (u128::from(num) * 100, u128::from(den));
        let is_left_out = self.strictly && hundredths.is_multiple_of(den);
        let first = hundredths.div_ceil(den) + u128::from(is_left_out);
        usize::try_from(first).unwrap_or(101).min(101)
    }

    /// Counts the pairs from a hundredth on, without incomplete hundredths.
    pub fn count_pairs_from(&self, hundredth: usize) -> u64 {
        self.counts.iter().skip(hundredth.max(self.first_complete_hundredth())).sum()
    }
}

/// Returns a score of at most 1 in hundredths, rounded down.
pub fn hundredths(score: Ratio) -> usize {
    let (num, den) = score.numerator_and_denominator();
    // Uses 32 bits if possible, which take a third of the time.
    let whole = match (u32::try_from(num * 100), u32::try_from(den)) {
        (Ok(num), Ok(den)) => u64::from(num / den),
        _ => num * 100 / den,
    };
    (whole as usize).min(100)
}

#[cfg(test)]
mod tests {
    use super::Histogram;
    use base::ratio::Ratio;

    #[test]
    fn every_hundredth_begins_at_its_own_score() {
        let mut histogram = Histogram::new(Ratio::ZERO);
        for hundredth in 0..=100 {
            histogram.add(Ratio::new(hundredth, 100), 1);
            histogram.add(Ratio::new(hundredth * 50_000_000, 5_000_000_000), 1);
        }
        histogram.add(Ratio::new(99_999, 100_000), 7);
        let mut counts = histogram.counts.iter().enumerate();
        assert!(counts.all(|(at, pairs)| *pairs == if at == 99 { 9 } else { 2 }));
    }

    #[test]
    fn below_the_score_that_was_joined_from_nothing_is_counted() {
        let mut histogram = Histogram::new(Ratio::new(1, 8));
        histogram.add(Ratio::new(1, 8), 3);
        histogram.add(Ratio::new(13, 100), 5);
        assert_eq!(
            (
                histogram.first_complete_hundredth(),
                histogram.count_pairs_from(0),
                histogram.count_pairs_from(14)
            ),
            (13, 5, 0)
        );
        let first = |joined_from, strictly| {
            Histogram { strictly, ..Histogram::new(joined_from) }.first_complete_hundredth()
        };
        assert_eq!((first(Ratio::new(1, 8), true), first(Ratio::new(1, 8), false)), (13, 13));
        assert_eq!((first(Ratio::new(1, 5), true), first(Ratio::new(1, 5), false)), (21, 20));
        assert_eq!((first(Ratio::ONE, true), first(Ratio::ONE, false)), (101, 100));
    }

    #[test]
    fn of_the_best_only_the_hundredths_above_the_worst_are_whole() {
        let mut histogram = Histogram::new(Ratio::new(1, 5));
        histogram.add(Ratio::new(45, 100), 3);
        histogram.add(Ratio::new(60, 100), 5);
        histogram.mark_incomplete();
        assert_eq!((histogram.first_complete_hundredth(), histogram.count_pairs_from(0)), (46, 5));
        let mut copies = Histogram::new(Ratio::new(1, 5));
        copies.add(Ratio::ONE, 2);
        copies.mark_incomplete();
        assert_eq!(copies.first_complete_hundredth(), 100);
    }
}
