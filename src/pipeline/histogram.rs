//! How many pairs of documents have which score, over everything that was joined. It ranks nothing.

use crate::base::ratio::Ratio;

/// Pairs by hundredths of score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    /// At `i` the pairs of documents that score at least `i` and less than `i + 1` hundredths; at 100 those of exactly 1.
    /// Copies are counted pairwise.
    pub counts: [u64; 101],
    /// From this score on every pair is counted; those below it were never joined.
    pub joined_from: Ratio,
}

impl Histogram {
    /// Nothing counted, though everything was joined.
    pub const fn new(joined_from: Ratio) -> Self {
        Self { counts: [0; 101], joined_from }
    }

    /// Counts pairs of documents with the same score, which is at most 1.
    pub fn add(&mut self, score: Ratio, pairs: u64) {
        self.counts[hundredths(score)] += pairs;
    }

    /// The first hundredth that is counted whole.
    pub fn first(&self) -> usize {
        let (num, den) = self.joined_from.parts();
        let ceiling = (u128::from(num) * 100).div_ceil(u128::from(den));
        usize::try_from(ceiling).unwrap_or(100).min(100)
    }

    /// Pairs of at least so many hundredths, as far as they are counted.
    pub fn from(&self, hundredth: usize) -> u64 {
        self.counts.iter().skip(hundredth.max(self.first())).sum()
    }
}

/// The whole hundredths of a score, 0 to 100.
fn hundredths(score: Ratio) -> usize {
    let (num, den) = score.parts();
    usize::try_from(u128::from(num) * 100 / u128::from(den)).unwrap_or(100).min(100)
}
