//! Scores between all texts of a folder under one sketch: the histogram with its gap, and the passing pairs.

use rayon::prelude::*;

use super::texts::{SketchedTexts, nodes_of_texts};
use base::{cancel::Cancel, numbers::format_count, numbers::format_with_commas, ratio::Ratio};
use shingle_core::compare::{Above, Bar, Direction, Index, Join, SharedCount};
use shingle_core::pipeline::ranking::histogram::{NO_COUNTS, ScoreCounts, hundredths};
use shingle_core::pipeline::{Histogram, Nodes, pairs::order::overlap_of_sketches};

/// Largest numbers of index entries that the join may read: for the histogram, and for the more valuable passing pairs.
/// Above these limits, texts are sampled.
pub(super) const MOST_MEETINGS: (u64, u64) = (24_000_000, 60_000_000);
const SAMPLE: usize = 256;
const PAIRS_A_PIECE: usize = 1 << 20;
const PAIRS_A_TASK: usize = 1 << 14;

/// Distance between tried thresholds, in hundredths.
pub(super) const STEP: usize = 5;
/// A gap holds at most 1 / `ONE_IN` of the pairs that score at least its beginning.
pub(super) const ONE_IN: u64 = 20;
/// Least width of a gap, in hundredths.
const NARROWEST: usize = 5;
/// Fewest pairs above a gap. Among fewer pairs, a single pair is over a twentieth, so every histogram would have gaps.
const FEWEST: u64 = 20;
/// The range below a gap must hold more pairs than the gap by at least this many standard errors.
const EDGE: u128 = 4;

/// Number of standard errors within which counts are equal, for 95 %.
const NOISE: f64 = 1.96;

/// Returns half of the 95% interval around a number of pairs.
pub(super) fn noise_of_pair_count(pairs: u64) -> f64 {
    NOISE * (pairs as f64).sqrt()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub pairs: u64,
    /// Sampling rate k: the smaller text of each counted pair is every k-th text by size. 1 if all pairs were counted.
    pub one_in: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// Number of pairs of documents with different texts that share a key, by hundredths of their score. Estimates if
    /// `one_in` > 1. Copies do not count, because every width and every threshold lists them.
    pub counts: [u64; 101],
    /// Sampling rate as in [`Count`], for the histogram below `exact_from`.
    pub one_in: u32,
    /// Hundredth from which on every pair is counted.
    pub exact_from: usize,
    pub passing: Count,
}

impl Survey {
    /// Surveys all sketched texts. `limits` are the numbers of index entries to read for the histogram and for the
    /// passing pairs. `None` when cancelled.
    pub fn new(sketched: &SketchedTexts<'_>, bar: Bar, limits: (u64, u64)) -> Option<Self> {
        let nodes = &sketched.nodes;
        let index = sketched.build_index(1)?;
        let count = |part: &SurveyPart<'_>| {
            let (mut histogram, mut pairs) = (Histogram::new(Ratio::ZERO), 0);
            part.for_each_batch_of_pairs(sketched.cancel, |found| {
                let (counts, passing) = count_document_pairs(nodes, found, bar);
                histogram.add_counts(&counts);
                pairs += passing;
            })?;
            let pairs = pairs * u64::from(part.one_in);
            Some((histogram, Count { pairs, one_in: part.one_in }))
        };
        let all = Bar { threshold: Ratio::ZERO, above: Above::AtLeast, ..bar };
        let part = SurveyPart::new(&index, all, limits.0);
        let (histogram, mut passing) = count(&part)?;
        let one_in = part.one_in;
        let mut counts = histogram.counts.map(|pairs| pairs * u64::from(one_in));
        let mut exact_from = if one_in > 1 { counts.len() } else { 0 };
        if one_in > 1 {
            let part = SurveyPart::new(&index, bar, limits.1);
            if part.one_in < one_in {
                let over = Histogram {
                    strictly: bar.above == Above::Strictly,
                    ..Histogram::new(bar.threshold)
                };
                let (histogram, better) = count(&part)?;
                let first = over.first_complete_hundredth();
                for (guess, pairs) in counts.iter_mut().zip(histogram.counts).skip(first) {
                    *guess = pairs * u64::from(part.one_in);
                }
                passing = better;
                exact_from = if part.one_in == 1 { first } else { exact_from };
            }
        }
        Some(Self { counts, one_in, exact_from, passing })
    }

    /// Finds the gap in the histogram of all pairs. Pairs without a common shingle score 0.
    pub fn find_gap(&self, nodes: &Nodes) -> Option<ScoreGap> {
        let documents = || nodes_of_texts(nodes).map(|node| u64::from(node.documents));
        let pairs =
            (documents().sum::<u64>().pow(2) - documents().map(|all| all * all).sum::<u64>()) / 2;
        let mut counts = self.counts;
        counts[0] += pairs.saturating_sub(self.count_pairs_from(0));
        ScoreGap::find_widest(&counts)
    }

    pub fn count_pairs_from(&self, hundredth: usize) -> u64 {
        self.counts.iter().skip(hundredth).sum()
    }

    pub fn pair_count_and_sampling_rate_from(&self, hundredth: usize) -> Count {
        let one_in = if hundredth >= self.exact_from { 1 } else { self.one_in };
        Count { pairs: self.count_pairs_from(hundredth), one_in }
    }
}

/// Counts the pairs of documents by score, and those that pass.
fn count_document_pairs(nodes: &Nodes, found: &[SharedCount], bar: Bar) -> (ScoreCounts, u64) {
    let copies = |id| nodes.get(id).map_or(0, |node| u64::from(node.documents));
    let add = |(mut counts, mut passing): (ScoreCounts, u64), pair: &SharedCount| {
        let overlap = overlap_of_sketches(nodes, pair, bar.one_in);
        let score = overlap.score(bar.measure, Direction::Larger);
        let pairs = copies(pair.a) * copies(pair.b);
        counts[hundredths(score)] += pairs;
        passing += if bar.above.passes(score, bar.threshold) { pairs } else { 0 };
        (counts, passing)
    };
    found.par_iter().with_min_len(PAIRS_A_TASK).fold(|| (NO_COUNTS, 0), add).reduce(
        || (NO_COUNTS, 0),
        |one, other| (std::array::from_fn(|at| one.0[at] + other.0[at]), one.1 + other.1),
    )
}

/// Pairs of an index, possibly sampled by the smaller text.
pub(super) struct SurveyPart<'a> {
    join: Join<'a>,
    len: usize,
    pub(super) one_in: u32,
}

impl<'a> SurveyPart<'a> {
    /// Includes as many texts as possible while the join reads at most `most` index entries.
    pub(super) fn new(index: &'a Index, bar: Bar, most: u64) -> Self {
        let join = Join::new(index, bar);
        let one_in =
            join.estimate_work(SAMPLE).div_ceil(most).clamp(1, index.len().max(1) as u64) as u32;
        Self { join, len: index.len(), one_in }
    }

    pub(super) fn for_each_batch_of_pairs(
        &self,
        cancel: &Cancel,
        mut found: impl FnMut(&[SharedCount]),
    ) -> Option<()> {
        if self.one_in == 1 {
            let mut start = 0;
            while start < self.len && !cancel.is_cancelled() {
                let enough = |pairs, _| pairs >= PAIRS_A_PIECE;
                let (pieces, next) = self.join.find_pairs_from(start, |_| true, enough, cancel);
                for pairs in &pieces {
                    found(pairs);
                }
                start = next;
            }
        } else {
            let texts = (PAIRS_A_PIECE / (self.len + 1)).clamp(1, 1024);
            let middle = self.one_in as usize / 2;
            let places: Vec<usize> = (middle..self.len).step_by(self.one_in as usize).collect();
            for piece in places.chunks(texts) {
                if cancel.is_cancelled() {
                    break;
                }
                let one = |place: &usize| self.join.find_pairs_of_text(*place);
                found(&piece.par_iter().flat_map_iter(one).collect::<Vec<_>>());
            }
        }
        (!cancel.is_cancelled()).then_some(())
    }
}

/// A range of scores with hardly any pairs. All thresholds inside list nearly the same pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreGap {
    /// First hundredth of the gap, at least 1.
    pub from: usize,
    pub to: usize,
    /// Number of pairs that score at least `from`.
    pub most: u64,
    /// Number of pairs that score more than `to`.
    pub least: u64,
}

impl ScoreGap {
    /// Finds the widest gap, or the lowest of equally wide gaps. A gap holds at most a twentieth of the pairs that
    /// score at least its beginning. A gap has at least five hundredths, and at least twenty pairs above.
    ///
    /// A few pairs must not make a gap. So the five emptiest hundredths hold at most a twentieth, including noise. The
    /// range of equal width below holds more pairs than the gap, by four times the square root of its number.
    pub fn find_widest(counts: &[u64; 101]) -> Option<Self> {
        let mut from_here = [0; 102];
        for at in (0..counts.len()).rev() {
            from_here[at] = from_here[at + 1] + counts[at];
        }
        let gap_at = |from: usize| -> Option<Self> {
            let most = from_here[from];
            let holds = |to: &usize| (most - from_here[*to + 1]) * ONE_IN <= most;
            let to = (from..100).take_while(holds).last()?;
            Some(Self { from, to, most, least: from_here[to + 1] })
        };
        let serves = |gap: &Self| {
            let below = from_here[gap.from.saturating_sub(gap.width())] - gap.most;
            let more = below.saturating_sub(gap.most - gap.least);
            let is_edge = u128::from(more).pow(2) >= EDGE * EDGE * u128::from(below);
            let runs = counts[gap.from..=gap.to].windows(NARROWEST);
            let emptiest = runs.map(|run| run.iter().sum::<u64>()).min();
            let is_empty = |held: u64| {
                (held as f64 + noise_of_pair_count(held)) * ONE_IN as f64 <= gap.most as f64
            };
            emptiest.is_some_and(is_empty) && gap.least >= FEWEST && more > 0 && is_edge
        };
        let gaps = (1..100).filter_map(gap_at).filter(serves);
        gaps.reduce(|best, gap| if gap.width() > best.width() { gap } else { best })
    }

    /// Formats the pairs listed by thresholds in the gap: `42 pairs`, `about 171 to 180 pairs`. From `exact_from` on,
    /// every pair is counted.
    pub fn describe_listed_pairs(self, exact_from: usize) -> String {
        let about = if self.from < exact_from { "about " } else { "" };
        if self.least == self.most {
            return about.to_string() + &format_count(self.most, "pair");
        }
        let [least, most] = [self.least, self.most].map(format_with_commas);
        format!("{about}{least} to {most} pairs")
    }

    pub const fn width(self) -> usize {
        self.to + 1 - self.from
    }
}

#[cfg(test)]
mod tests {
    use super::ScoreGap;

    fn counts(pairs: &[(usize, u64)]) -> [u64; 101] {
        let mut counts = [0; 101];
        for (at, pairs) in pairs {
            counts[*at] = *pairs;
        }
        counts
    }

    #[test]
    fn it_lies_between_what_shares_little_and_what_shares_much() {
        let halving = |at: usize| (at, 1_000_000_000_u64 >> (at / 3));
        let falling: Vec<(usize, u64)> = (0..101).map(halving).collect();
        let even: Vec<(usize, u64)> = (0..101).map(|at| (at, 5)).collect();
        for (pairs, gap) in [
            (
                &[(0, 9_000_000), (1, 700_000), (2, 40_000), (3, 900), (40, 7), (60, 9), (80, 12)]
                    [..],
                Some((4, 39, 28, 28)),
            ),
            // It may hold one pair in twenty, and no more.
            (&[(5, 900), (20, 2), (50, 38)], Some((6, 49, 40, 38))),
            (&[(5, 900), (20, 3), (50, 38)], Some((21, 49, 38, 38))),
            // Copies alone lie above one.
            (&[(2, 800), (100, 20)], Some((3, 99, 20, 20))),
            // Where scores fall steadily or are few, there is none.
            (&falling, None),
            (&[], None),
            (&even, None),
            (&[(3, 80)], None),
            (&[(1, 700), (90, 19)], None),
        ] {
            let found = ScoreGap::find_widest(&counts(pairs));
            let found = found.map(|gap| (gap.from, gap.to, gap.most, gap.least));
            assert_eq!(found, gap, "{pairs:?}");
        }
    }

    #[test]
    fn five_hundredths_that_hold_a_twentieth_are_none_unless_they_hold_fewer_beyond_noise() {
        // As among licences, where a text more or less would make a gap or fill it.
        let narrow = |held| {
            let mut counts = [25; 101];
            counts[46..=50].fill(held);
            counts[51..].fill(0);
            counts[51..71].fill(50);
            ScoreGap::find_widest(&counts).map(|gap| (gap.from, gap.to))
        };
        assert_eq!(narrow(10), None);
        assert_eq!(narrow(7), Some((46, 50)));
    }

    #[test]
    fn a_run_that_a_few_pairs_would_fill_is_none() {
        let mut thin = [0; 101];
        for at in (0..100).step_by(4) {
            thin[at] = 2;
        }
        thin[90] = 30;
        // The pairs between 1 and 90 are as sparse as in any run of them.
        assert_eq!(ScoreGap::find_widest(&thin), None);
        thin[..8].fill(40);
        thin[8..90].fill(0);
        assert_eq!(ScoreGap::find_widest(&thin).map(|gap| (gap.from, gap.to)), Some((8, 89)));
    }
}
