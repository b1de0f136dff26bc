//! The gap in a histogram of scores, between the many pairs that share little and the few that share much. It counts
//! nothing.

/// A gap holds one pair at most for so many at or above it.
const ONE_IN: u64 = 20;
/// The fewest hundredths that make a gap.
const NARROWEST: usize = 5;
/// And so many times as wide as where pairs were spread evenly.
const WIDER: usize = 2;
/// The fewest pairs above a gap: of fewer none is a twentieth, and any histogram has gaps.
const FEWEST: u64 = 20;

/// A run of scores that hardly any pair has: wherever in it the threshold lies, it lists nearly the same pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The first hundredth of it, at least 1.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// Pairs at or above its beginning.
    pub most: u64,
    /// Pairs above its end.
    pub least: u64,
}

impl Gap {
    /// The widest run of hundredths in which lies at most a twentieth of the pairs at or above its beginning, the lowest of
    /// several. None has fewer than five, or less than twice as many as it would where pairs were spread evenly, or fewer than
    /// twenty pairs above it.
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
            let even = counts.len() - gap.from;
            gap.width() >= NARROWEST
                && gap.width() * ONE_IN as usize >= WIDER * even
                && gap.least >= FEWEST
        };
        let gaps = (1..100).filter_map(begins).filter(serves);
        // The first of equals stays.
        gaps.reduce(|best, gap| if gap.width() > best.width() { gap } else { best })
    }

    /// How many hundredths it is wide.
    pub const fn width(self) -> usize {
        self.to + 1 - self.from
    }
}

#[cfg(test)]
mod tests {
    use super::Gap;

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
        let gap = Gap::of(&counts(&pairs)).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (4, 39, 28, 28));
        assert_eq!(gap.width(), 36);
    }

    #[test]
    fn it_may_hold_one_pair_in_twenty_and_no_more() {
        let gap = Gap::of(&counts(&[(5, 900), (20, 2), (50, 38)])).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (6, 49, 40, 38));
        let gap = Gap::of(&counts(&[(5, 900), (20, 3), (50, 38)])).unwrap();
        assert_eq!((gap.from, gap.to, gap.most, gap.least), (21, 49, 38, 38));
    }

    #[test]
    fn copies_alone_lie_above_one() {
        let gap = Gap::of(&counts(&[(2, 800), (100, 20)])).unwrap();
        assert_eq!((gap.from, gap.to), (3, 99));
    }

    #[test]
    fn where_scores_fall_steadily_or_are_few_there_is_none() {
        let mut falling = [0; 101];
        for (at, pairs) in falling.iter_mut().enumerate() {
            *pairs = 1_000_000_000_u64 >> (at / 3);
        }
        assert_eq!(Gap::of(&falling), None);
        assert_eq!(Gap::of(&[0; 101]), None);
        assert_eq!(Gap::of(&[5; 101]), None);
        assert_eq!(Gap::of(&counts(&[(3, 80)])), None);
        assert_eq!(Gap::of(&counts(&[(1, 700), (90, 19)])), None);
    }
}
