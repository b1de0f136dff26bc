//! Pairs by chance: scores after shuffling the words of every text.

use super::survey::Survey;
use super::texts::{DistinctTexts, TextPart};
use shingle_core::{compare::Bar, shingle::ShingleParams};

pub const SHUFFLES: u32 = 20;
/// Most texts in a shuffle. With more texts, each shuffle takes a different part of the texts.
const MOST_TEXTS: usize = 1_000;
/// Largest numbers of index entries that the join of a shuffle may read: for the histogram, and for the passing pairs.
const MOST_MEETINGS: (u64, u64) = (3_000_000, 6_000_000);

/// Chance may explain 1 / `CHANCE` of the passing pairs. The limit is strict, because shuffling also destroys the
/// phrases that similar texts share.
const CHANCE: f64 = 1000.0;
/// Number of pairs that chance may explain in any case, so that single pairs do not matter in a small folder.
const HARDLY: f64 = 1.0;

pub(super) fn explains_few_pairs(chance: ByChance, pairs: u64) -> bool {
    chance.mean <= (pairs as f64 / CHANCE).max(HARDLY)
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chance {
    rounds: Vec<ShuffledScores>,
    /// Sampling rate: each shuffle takes one in `one_in` texts.
    pub one_in: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ShuffledScores {
    counts: [u64; 101],
    passing: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ByChance {
    pub mean: f64,
    pub least: u64,
    pub most: u64,
    /// Sampling rate: 1 if counted, else the numbers are estimates.
    pub one_in: u32,
}

impl Chance {
    /// Shuffles the words of the texts and surveys their pairs. `None` when cancelled.
    pub fn new(texts: &DistinctTexts<'_>, cut: ShingleParams, bar: Bar) -> Option<Self> {
        let parts = texts.len().div_ceil(MOST_TEXTS).max(1) as u32;
        let mut one_in = parts;
        let mut rounds = Vec::with_capacity(SHUFFLES as usize);
        for round in 0..SHUFFLES {
            let part = TextPart { one_in: parts, first: round % parts };
            let size = part.count_texts(texts.len());
            let shuffled = texts.sketch_part(cut, Some(round), part)?;
            let survey = Survey::new(&shuffled, bar, MOST_MEETINGS)?;
            let whole = |pairs: u64| extrapolate_from_part(pairs, size, texts.len());
            let (counts, passing) = (survey.counts.map(whole), whole(survey.passing.pairs));
            rounds.push(ShuffledScores { counts, passing });
            one_in = one_in.max(texts.len().div_ceil(size.max(1)) as u32);
        }
        Some(Self { rounds, one_in })
    }

    pub fn chance_of_passing(&self, pairs: u64) -> ByChance {
        self.summarize_shuffles(pairs, |round| round.passing)
    }

    /// Returns the number of pairs that score at least `hundredths` by chance, at most `pairs`.
    pub fn chance_of_score(&self, hundredths: usize, pairs: u64) -> ByChance {
        self.summarize_shuffles(pairs, |round| round.counts.iter().skip(hundredths).sum())
    }

    fn summarize_shuffles(&self, pairs: u64, count: impl Fn(&ShuffledScores) -> u64) -> ByChance {
        let all: Vec<u64> = self.rounds.iter().map(|round| count(round).min(pairs)).collect();
        ByChance {
            mean: all.iter().sum::<u64>() as f64 / all.len().max(1) as f64,
            least: all.iter().copied().min().unwrap_or(0),
            most: all.iter().copied().max().unwrap_or(0),
            one_in: self.one_in,
        }
    }
}

fn extrapolate_from_part(pairs: u64, part: usize, all: usize) -> u64 {
    let pairs_of = |texts: usize| texts as u128 * (texts as u128).saturating_sub(1) / 2;
    if part == all {
        return pairs;
    }
    let whole = u128::from(pairs) * pairs_of(all) / pairs_of(part).max(1);
    u64::try_from(whole).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{ByChance, Chance, ShuffledScores, extrapolate_from_part};

    #[test]
    fn shuffles_are_summed_up_as_mean_and_range() {
        let round = |pairs: u64| {
            let mut counts = [0; 101];
            counts[30] = pairs;
            ShuffledScores { counts, passing: pairs }
        };
        let chance = Chance { rounds: vec![round(2), round(0), round(7)], one_in: 1 };
        let found = ByChance { mean: 3.0, least: 0, most: 7, one_in: 1 };
        assert_eq!((chance.chance_of_passing(9), chance.chance_of_score(30, 9)), (found, found));
        assert_eq!(chance.chance_of_score(31, 9), ByChance { one_in: 1, ..ByChance::default() });
        // Chance explains at most the pairs that there are.
        let expected = ByChance { mean: 2.0 / 3.0, least: 0, most: 1, one_in: 1 };
        assert_eq!(chance.chance_of_passing(1), expected);
    }

    #[test]
    fn a_part_stands_for_all_pairs() {
        assert_eq!(extrapolate_from_part(3, 10, 10), 3);
        assert_eq!(extrapolate_from_part(3, 10, 100), 3 * 4950 / 45);
        assert_eq!(extrapolate_from_part(3, 1, 1_000), 3 * 499_500);
    }
}
