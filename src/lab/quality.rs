//! How well scores separate pairs labelled 1 from pairs labelled 0. The order of pairs with equal scores never counts.

use crate::base::ratio::Ratio;

use super::interval::CountedShare;

/// A labelled pair: its score, and whether its label is 1.
pub type Scored = (Ratio, bool);

/// How well a measure separates labelled pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// The area under the ROC curve, 0 to 1: how often a pair labelled 1 scores higher than one labelled 0. An equal
    /// score counts half (Mann and Whitney, by midranks).
    pub auc: f64,
    /// The average precision, 0 to 1: the precision at each distinct score, weighted by the recall it adds, Σ (Rₙ −
    /// Rₙ₋₁) Pₙ.
    pub ap: f64,
    /// The best F1 over all thresholds, 0 to 1: the harmonic mean of precision and recall, 2PR / (P + R) (van Rijsbergen).
    pub f1: f64,
    /// The highest threshold with this F1. Pairs that score at least this much are classified as 1.
    pub threshold: Ratio,
    /// At this threshold, the share of the pairs labelled 1 that are classified as 1.
    pub recall: CountedShare,
    /// At this threshold, the share of the pairs classified as 1 that are labelled 1.
    pub precision: CountedShare,
}

impl Quality {
    /// The quality of some scores. `None` if all labels are the same.
    pub fn of(mut scored: Vec<Scored>) -> Option<Self> {
        let positives = scored.iter().filter(|(_, label)| *label).count() as u64;
        let negatives = scored.len() as u64 - positives;
        if positives == 0 || negatives == 0 {
            return None;
        }
        scored.sort_unstable_by_key(|(score, _)| std::cmp::Reverse(*score));
        let (mut hits, mut misses) = (0_u64, 0_u64);
        // Twice the number of pairs (a 1 and a 0) where the 1 scores higher, so that a tie adds a whole number.
        let mut twice_above = 0_u128;
        let (mut ap, mut f1, mut threshold) = (0.0, 0.0, Ratio::ONE);
        let mut best = (0, 0);
        for tied in scored.chunk_by(|left, right| left.0 == right.0) {
            let ones = tied.iter().filter(|(_, label)| *label).count() as u64;
            let zeros = tied.len() as u64 - ones;
            // The zeros of this group and of those below it. The zeros of this group count half.
            let below = negatives - misses - zeros;
            twice_above += u128::from(ones) * (2 * u128::from(below) + u128::from(zeros));
            hits += ones;
            misses += zeros;
            let precision = hits as f64 / (hits + misses) as f64;
            ap += precision * ones as f64 / positives as f64;
            // 2PR / (P + R), where P is the share of hits among the pairs classified as 1, and R among those labelled
            // 1.
            let here = 2.0 * hits as f64 / (hits + misses + positives) as f64;
            if here > f1 {
                (f1, threshold, best) = (here, tied[0].0, (hits, hits + misses));
            }
        }
        let pairs = u128::from(positives) * u128::from(negatives);
        let (part, classified) = best;
        let recall = CountedShare { part, of: positives };
        let precision = CountedShare { part, of: classified };
        let auc = twice_above as f64 / (2 * pairs) as f64;
        Some(Self { auc, ap, f1, threshold, recall, precision })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CountedShare, Quality, Ratio, Scored};

    fn scored(pairs: &[(u64, u8)]) -> Vec<Scored> {
        pairs.iter().map(|(tenths, label)| (Ratio::new(*tenths, 10), *label == 1)).collect()
    }

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-12
    }

    #[test]
    fn it_equals_an_example_worked_by_hand() {
        // There are three zeros, at 8, 4 and 1. The one at 9 is above all, the one at 7 above two, the one at 4 above
        // one and tied with one.
        let quality =
            Quality::of(scored(&[(9, 1), (7, 1), (8, 0), (4, 1), (4, 0), (1, 0)])).unwrap();
        assert!(close(quality.auc, (3.0 + 2.0 + 1.5) / 9.0), "{}", quality.auc);
        // Precision 1/1 at .9, 2/3 at .7, 3/5 at .4, each adding a third of the recall.
        assert!(close(quality.ap, (1.0 + 2.0 / 3.0 + 3.0 / 5.0) / 3.0), "{}", quality.ap);
        // F1: .9 → 2/4, .8 → 2/5, .7 → 4/6, .4 → 6/8, .1 → 6/9.
        assert!(close(quality.f1, 0.75));
        assert_eq!(quality.threshold, Ratio::new(4, 10));
        // At .4, three of three pairs labelled 1 are among five.
        assert_eq!(quality.recall, CountedShare { part: 3, of: 3 });
        assert_eq!(quality.precision, CountedShare { part: 3, of: 5 });
    }

    #[test]
    fn a_score_that_separates_all_is_perfect_and_one_that_separates_nothing_is_not() {
        let perfect = Quality::of(scored(&[(9, 1), (8, 1), (3, 0)])).unwrap();
        assert!(close(perfect.auc, 1.0) && close(perfect.ap, 1.0) && close(perfect.f1, 1.0));
        assert_eq!(perfect.threshold, Ratio::new(8, 10));
        let blind = Quality::of(scored(&[(5, 1), (5, 0), (5, 0), (5, 0)])).unwrap();
        assert!(close(blind.auc, 0.5) && close(blind.ap, 0.25) && close(blind.f1, 0.4));
        let reversed = Quality::of(scored(&[(1, 1), (5, 0)])).unwrap();
        assert!(close(reversed.auc, 0.0) && close(reversed.ap, 0.5));
    }

    #[test]
    fn of_thresholds_that_do_as_well_the_highest_is_taken() {
        // F1: .9 → 2/3, .8 → 2/5, .6 → 4/6.
        let quality = Quality::of(scored(&[(9, 1), (8, 0), (8, 0), (6, 1)])).unwrap();
        assert!(close(quality.f1, 2.0 / 3.0));
        assert_eq!(quality.threshold, Ratio::new(9, 10));
    }

    #[test]
    fn labels_that_are_all_the_same_tell_nothing() {
        assert_eq!(Quality::of(Vec::new()), None);
        assert_eq!(Quality::of(scored(&[(1, 1), (2, 1)])), None);
        assert_eq!(Quality::of(scored(&[(1, 0)])), None);
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_ones_above_zeros(
            pairs in prop::collection::vec((0_u64..8, any::<bool>()), 2..40),
        ) {
            let all: Vec<Scored> = pairs.iter().map(|(score, label)| (Ratio::new(*score, 8), *label)).collect();
            let (ones, zeros): (Vec<Scored>, Vec<Scored>) = all.iter().copied().partition(|(_, label)| *label);
            prop_assume!(!ones.is_empty() && !zeros.is_empty());
            let above: f64 = ones.iter().flat_map(|one| zeros.iter().map(move |zero| match one.0.cmp(&zero.0) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })).sum();
            let quality = Quality::of(all.clone()).unwrap();
            prop_assert!(close(quality.auc, above / (ones.len() * zeros.len()) as f64));
            let f1 = |threshold: Ratio| {
                let taken = all.iter().filter(|(score, _)| *score >= threshold);
                let hits = taken.clone().filter(|(_, label)| *label).count();
                2.0 * hits as f64 / (taken.count() + ones.len()) as f64
            };
            let best = all.iter().map(|(score, _)| f1(*score)).fold(0.0, f64::max);
            prop_assert!(close(quality.f1, best));
            prop_assert!(close(f1(quality.threshold), best));
        }
    }
}
