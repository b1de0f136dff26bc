//! The gap in a histogram of scores, between the many pairs that share little and the few that share much.

use crate::base::numbers::counted;

/// A gap holds at most one in this many of the pairs at or above its beginning.
const ONE_IN: u64 = 20;
/// The fewest hundredths that make a gap.
const NARROWEST: usize = 5;
/// The fewest pairs above a gap. One pair is more than a twentieth of fewer pairs, so every histogram has such gaps.
const FEWEST: u64 = 20;
/// The run below a gap must hold more pairs than the gap by this many standard errors.
const EDGE: u128 = 4;

/// A run of scores that hardly any pair has. Any threshold in it lists nearly the same pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreGap {
    /// Its first hundredth, at least 1.
    pub from: usize,
    /// Its last hundredth.
    pub to: usize,
    /// Pairs at or above its beginning.
    pub most: u64,
    /// Pairs above its end.
    pub least: u64,
}

impl ScoreGap {
    /// The widest run of hundredths that holds at most a twentieth of the pairs at or above its beginning. Of several,
    /// the lowest. A gap has at least five hundredths and at least twenty pairs above it. Its lower edge must not
    /// depend on a few pairs: the run of the same width below must hold more pairs than the gap, by at least four times
    /// the square root of the number below.
    pub fn of(counts: &[u64; 101]) -> Option<Self> {
        let mut from_here = [0; 102];
        for at in (0..counts.len()).rev() {
            from_here[at] = from_here[at + 1] + counts[at];
        }
        let begins = |from: usize| -> Option<Self> {
            let most = from_here[from];
            let holds = |to: &usize| (most - from_here[*to + 1]) * ONE_IN <= most;
            let to = (from..100).take_while(holds).last()?;
            Some(Self { from, to, most, least: from_here[to + 1] })
        };
        let serves = |gap: &Self| {
            let below = from_here[gap.from.saturating_sub(gap.width())] - gap.most;
            let more = below.saturating_sub(gap.most - gap.least);
            let is_edge = u128::from(more).pow(2) >= EDGE * EDGE * u128::from(below);
            gap.width() >= NARROWEST && gap.least >= FEWEST && more > 0 && is_edge
        };
        let gaps = (1..100).filter_map(begins).filter(serves);
        // Of equally wide gaps the first stays.
        gaps.reduce(|best, gap| if gap.width() > best.width() { gap } else { best })
    }

    /// What any threshold in the gap lists: `42 pairs`, `171 to 180 pairs`.
    pub fn lists(self) -> String {
        if self.least == self.most {
            counted(self.most, "pair")
        } else {
            format!("{} to {} pairs", self.least, self.most)
        }
    }

    /// Its width in hundredths.
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
        let pairs =
            [(0, 9_000_000), (1, 700_000), (2, 40_000), (3, 900), (40, 7), (60, 9), (80, 12)];
        let gap = ScoreGap::of(&counts(&pairs)).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (4, 39, 28, 28));
        assert_eq!(gap.width(), 36);
    }

    #[test]
    fn it_may_hold_one_pair_in_twenty_and_no_more() {
        let gap = ScoreGap::of(&counts(&[(5, 900), (20, 2), (50, 38)])).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (6, 49, 40, 38));
        let gap = ScoreGap::of(&counts(&[(5, 900), (20, 3), (50, 38)])).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (21, 49, 38, 38));
    }

    #[test]
    fn copies_alone_lie_above_one() {
        let gap = ScoreGap::of(&counts(&[(2, 800), (100, 20)])).unwrap();
        assert_eq!((gap.from, gap.to), (3, 99));
    }

    #[test]
    fn a_run_that_a_few_pairs_would_fill_is_none() {
        let mut thin = [0; 101];
        for at in (0..100).step_by(4) {
            thin[at] = 2;
        }
        thin[90] = 30;
        // The pairs between 1 and 90 are as sparse as in any run of them.
        assert_eq!(ScoreGap::of(&thin), None);
        thin[..8].fill(40);
        thin[8..90].fill(0);
        assert_eq!(ScoreGap::of(&thin).map(|gap| (gap.from, gap.to)), Some((8, 89)));
    }

    #[test]
    fn where_scores_fall_steadily_or_are_few_there_is_none() {
        let mut falling = [0; 101];
        for (at, pairs) in falling.iter_mut().enumerate() {
            *pairs = 1_000_000_000_u64 >> (at / 3);
        }
        assert_eq!(ScoreGap::of(&falling), None);
        assert_eq!(ScoreGap::of(&[0; 101]), None);
        assert_eq!(ScoreGap::of(&[5; 101]), None);
        assert_eq!(ScoreGap::of(&counts(&[(3, 80)])), None);
        assert_eq!(ScoreGap::of(&counts(&[(1, 700), (90, 19)])), None);
    }
}
