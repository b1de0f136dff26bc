//! Collections of pairs of distinct texts, their counts, and their ranks as integers. Millions of pairs can be selected
//! and sorted without comparing fractions.

use std::{cmp::Ordering, sync::Arc};

use rayon::prelude::*;

use crate::compare::{Bar, Direction, Measure, Overlap, SharedCount, Size};
use crate::pipeline::{NodeId, Nodes, PairRules, texts::pair_rules::AllowedPairs};
use base::{ids::DocId, ratio::Ratio};

/// Bits of a key for the score. Two different scores have denominators below 2^33, so they differ by more than 2^-66.
const SCORE_BITS: u32 = 66;
/// Lower bits of a key, for the count of shared shingles.
const COUNT_BITS: u32 = 32;
/// The highest bits of a key, by which pairs are counted.
const EDGE_BITS: u32 = 12;
const PAIRS_PER_PIECE: usize = 1 << 14;

/// Computes the keys of pairs under one measure.
#[derive(Debug)]
pub struct PairOrder {
    /// Small and contiguous, because millions of pairs are looked up here.
    texts: Vec<RankedText>,
    measure: Measure,
    one_in: u32,
    rules: Option<Arc<PairRules>>,
}

#[derive(Debug, Clone, Copy)]
struct RankedText {
    /// Number of shingles or words by which the scores of the text are divided.
    size: u32,
    /// Number of documents with the text; `first` is the first by path.
    documents: u32,
    first: DocId,
}

#[derive(Debug, Clone, Copy)]
pub struct RankKey {
    /// Sort key by score and count; pairs with larger keys rank higher.
    pub key: u128,
    pub score: Ratio,
}

impl PairOrder {
    /// `holders` returns the first document of a text and the number of its documents.
    pub fn new(
        nodes: &Nodes,
        holders: impl Fn(NodeId) -> Option<(DocId, u32)>,
        bar: Bar,
        rules: Option<&Arc<PairRules>>,
    ) -> Self {
        let Bar { measure, one_in, .. } = bar;
        let text = |id| {
            let size = nodes.size(id);
            let (first, documents) = holders(id).unwrap_or((DocId(0), 0));
            RankedText {
                size: measure.choose_shingles_or_words(size.shingles, size.words),
                documents,
                first,
            }
        };
        let texts = (0..nodes.id_limit() as NodeId).map(text).collect();
        Self { texts, measure, one_in, rules: rules.cloned() }
    }

    /// Returns `key` with `count` as its number of shared shingles. Sorts pairs of the same score by this count.
    pub fn replace_count(key: u128, count: u32) -> u128 {
        key >> COUNT_BITS << COUNT_BITS | u128::from(count)
    }

    pub fn rank_key(&self, shared: &SharedCount) -> RankKey {
        let (a, b) = self.texts_of_pair(shared);
        let (num, den) = self.measure.score_fraction(shared.count, a.size, b.size, self.one_in);
        let score = Ratio::new(num, den);
        let (num, den) = score.numerator_and_denominator();
        let key = (u128::from(num) << SCORE_BITS) / u128::from(den);
        let key = key << COUNT_BITS | u128::from(shared.count);
        RankKey { key, score }
    }

    /// Returns the first documents of two texts, in path order; with rules, the first pair that all rules allow.
    pub fn first_document_pair(&self, shared: &SharedCount) -> (DocId, DocId) {
        if let Some(first) = self.count_pairs_under_rules(shared).and_then(|allowed| allowed.first)
        {
            return first;
        }
        let (a, b) = self.texts_of_pair(shared);
        (a.first.min(b.first), a.first.max(b.first))
    }

    /// Counts the pairs of documents of two texts that rules allow; 0 if a text was removed.
    pub fn count_allowed_pairs(&self, shared: &SharedCount) -> u64 {
        match self.count_pairs_under_rules(shared) {
            Some(allowed) => allowed.pairs,
            None => self.count_all_document_pairs(shared),
        }
    }

    pub fn count_hidden_by_rules(&self, shared: &SharedCount) -> u64 {
        if self.rules.is_none() {
            0
        } else {
            self.count_all_document_pairs(shared) - self.count_allowed_pairs(shared)
        }
    }

    pub const fn has_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Counts the pairs of documents that the rules allow. `None` without rules.
    fn count_pairs_under_rules(&self, shared: &SharedCount) -> Option<AllowedPairs> {
        self.rules.as_ref().map(|rules| rules.allowed_pairs_between(shared.a, shared.b))
    }

    fn count_all_document_pairs(&self, shared: &SharedCount) -> u64 {
        let (a, b) = self.texts_of_pair(shared);
        u64::from(a.documents) * u64::from(b.documents)
    }

    fn texts_of_pair(&self, shared: &SharedCount) -> (RankedText, RankedText) {
        (self.texts[shared.a as usize], self.texts[shared.b as usize])
    }

    /// Returns the highest bits of the key of the last of the `count` best pairs. There must be more than `count`
    /// pairs.
    ///
    /// The pairs are not moved, only counted by the highest bits of their keys: 2.3 million in 8 ms.
    pub fn find_cutoff(&self, pairs: &[SharedCount], count: usize) -> CutoffBucket {
        let none = || vec![0_usize; 1 << EDGE_BITS];
        let add = |mut counts: Vec<usize>, piece: &[SharedCount]| {
            for pair in piece {
                counts[CutoffBucket::containing(self.rank_key(pair).key).0] += 1;
            }
            counts
        };
        let counts =
            pairs.par_chunks(PAIRS_PER_PIECE).fold(none, add).reduce(none, |mut all, some| {
                all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
                all
            });
        let mut above = 0;
        let is_last = |(_, some): &(usize, &usize)| {
            above += **some;
            above >= count
        };
        CutoffBucket(counts.iter().enumerate().rev().find(is_last).map_or(0, |(edge, _)| edge))
    }
}

/// The highest bits of the key of the last of the best pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutoffBucket(usize);

impl CutoffBucket {
    const fn containing(key: u128) -> Self {
        Self((key >> (SCORE_BITS + COUNT_BITS + 1 - EDGE_BITS)) as usize)
    }

    /// Compares a key with the edge. A greater key is among the best, an equal key may be, a smaller key is not.
    pub fn compare_key(self, key: u128) -> Ordering {
        Self::containing(key).0.cmp(&self.0)
    }
}

/// Counts the shared shingles behind the sketches of two distinct texts. Modulo retained one shingle of `one_in`.
pub fn overlap_of_shingles(nodes: &Nodes, shared: &SharedCount, one_in: u32) -> Overlap {
    let size = |id| nodes.get(id).map(|node| Size { shingles: node.shingles, ..node.size });
    let sizes = [shared.a, shared.b].map(|id| size(id).unwrap_or_default());
    Overlap::new(nodes.count_shared_shingles(shared.a, shared.b), sizes, one_in, false)
}

/// Returns the counts of two distinct texts by the keys of their sketches. Modulo retained one shingle of `one_in`.
pub fn overlap_of_sketches(nodes: &Nodes, shared: &SharedCount, one_in: u32) -> Overlap {
    Overlap::new(shared.count, [shared.a, shared.b].map(|id| nodes.size(id)), one_in, false)
}

pub fn passes_bar(nodes: &Nodes, shared: &SharedCount, bar: Bar) -> bool {
    let overlap = overlap_of_sketches(nodes, shared, bar.one_in);
    bar.above.passes(overlap.score(bar.measure, Direction::Larger), bar.threshold)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Bar, CutoffBucket, Nodes, PairOrder, Ratio, SharedCount, overlap_of_sketches};
    use crate::compare::measure::{Above, Direction, Measure};

    fn bar(measure: Measure, one_in: u32) -> Bar {
        Bar { measure, above: Above::AtLeast, threshold: Ratio::ZERO, one_in }
    }

    /// Texts with these numbers of shingles.
    fn nodes(sizes: &[u32]) -> Nodes {
        let mut nodes = Nodes::default();
        for (identity, size) in sizes.iter().enumerate() {
            let (id, _) = nodes.add_document(identity as u128, *size);
            nodes.set_shingle_count(id, *size);
        }
        nodes
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn keys_stand_in_the_order_of_score_and_count(
            largest in prop::sample::select(vec![6_u32, 40, 5000, 1 << 20, (1 << 20) + 1, 1 << 31]),
            draws in prop::collection::vec((0_u32..4, 0_u32..4, any::<u32>()), 2..12),
            sizes in prop::collection::vec(any::<u32>(), 4),
            measure in prop::sample::select(Measure::ALL),
            one_in in 1_u32..1000,
        ) {
            // Similar sizes give scores that hardly differ.
            let sizes: Vec<u32> = sizes.iter().map(|size| largest - size % largest.min(5)).collect();
            let nodes = nodes(&sizes);
            let order = PairOrder::new(&nodes, |_| None, bar(measure.1, one_in), None);
            let pair = |(a, b, count): (u32, u32, u32)| {
                let most = sizes[a as usize].min(sizes[b as usize]);
                SharedCount { a, b, count: 1 + count % most }
            };
            for former in &draws {
                for latter in &draws {
                    let (former, latter) = (pair(*former), pair(*latter));
                    let (one, other) = (order.rank_key(&former), order.rank_key(&latter));
                    let score = |pair| {
                        overlap_of_sketches(&nodes, pair, one_in).score(measure.1, Direction::Larger)
                    };
                    prop_assert_eq!(one.score, score(&former));
                    let exact = (one.score, former.count).cmp(&(other.score, latter.count));
                    prop_assert_eq!(one.key.cmp(&other.key), exact);
                }
            }
        }

        #[test]
        fn the_last_of_the_best_pairs_stands_at_the_edge(
            draws in prop::collection::vec((0_u32..4, 0_u32..4, any::<u32>()), 2..300),
            sizes in prop::collection::vec(1_u32..90, 4),
            count in any::<usize>(),
        ) {
            let order = PairOrder::new(&nodes(&sizes), |_| None, bar(Measure::Jaccard, 1), None);
            let pairs: Vec<SharedCount> = draws
                .iter()
                .map(|(a, b, count)| {
                    SharedCount { a: *a, b: *b, count: 1 + count % sizes[*a as usize].min(sizes[*b as usize]) }
                })
                .collect();
            let count = 1 + count % (pairs.len() - 1);
            let mut keys: Vec<u128> = pairs.iter().map(|pair| order.rank_key(pair).key).collect();
            keys.sort_unstable_by(|one, other| other.cmp(one));
            prop_assert_eq!(order.find_cutoff(&pairs, count), CutoffBucket::containing(keys[count - 1]));
        }
    }
}
