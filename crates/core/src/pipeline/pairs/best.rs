//! Selects the best of many pairs in bounded memory.

use std::cmp::{Ordering, Reverse};

use rayon::prelude::*;

use super::order::{PairOrder, overlap_of_shingles, overlap_of_sketches};
use crate::compare::{Bar, Direction, SharedCount};
use crate::pipeline::{Corpus, Criteria};

/// Largest number of rows in a snapshot.
pub const ROWS_KEPT: usize = 1_000_000;
/// Largest number of retained pairs of distinct texts. They take 48 MB.
pub const PAIRS_KEPT: usize = 4 * ROWS_KEPT;
/// Capacity reserved at once, because glibc returns an allocation of more than 32 MB to the system on free.
const PAIRS_RESERVED: usize = 2 * PAIRS_KEPT;
const PAIRS_PER_PIECE: usize = 4096;

/// Retains all pairs of distinct texts, up to [`PAIRS_KEPT`] pairs. If there are more, retains the best [`ROWS_KEPT`].
pub struct TopPairs<'a> {
    corpus: &'a Corpus,
    top: Vec<SharedCount>,
    /// Number of pairs at the start of `top` that are verified.
    verified: usize,
    dropped: DroppedCounts,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct DroppedCounts {
    /// Number of document pairs that were dropped because there were too many. `None` if none were dropped.
    pub below_cutoff: Option<u64>,
    /// Number of dropped pairs of documents that rules hide.
    pub ruled_out: u64,
    pub by_rules: bool,
    /// True if pairs were dropped that pass by their estimates, but not by their shingles.
    pub by_shingles: bool,
}

impl<'a> TopPairs<'a> {
    pub fn new(corpus: &'a Corpus) -> Self {
        let top = Vec::with_capacity(PAIRS_RESERVED);
        Self { corpus, top, verified: 0, dropped: DroppedCounts::default() }
    }

    pub fn criteria(&self) -> Criteria {
        Criteria::for_pairs(self.corpus.params())
    }

    /// Adds pairs, and prunes if there are too many.
    pub fn add_pairs(&mut self, piece: Vec<SharedCount>) {
        self.top.extend(piece);
        if self.top.len() > PAIRS_KEPT {
            self.prune_pairs();
        }
    }

    pub fn into_pairs_and_counts(mut self) -> (Vec<SharedCount>, DroppedCounts) {
        if self.dropped.below_cutoff.is_some() {
            // The pairs besides the best depend on the threads, so prune once more.
            self.prune_pairs();
        }
        (self.top, self.dropped)
    }

    fn prune_pairs(&mut self) {
        self.drop_unverified_pairs();
        let order = self.corpus.pair_order(self.criteria().bar);
        self.drop_hidden_pairs(&order);
        self.verified = self.top.len();
        if self.top.len() <= ROWS_KEPT {
            return;
        }
        let edge = order.find_cutoff(&self.top, ROWS_KEPT);
        let of_piece = |pairs: &[SharedCount]| {
            let (mut above, mut at) = (Vec::with_capacity(pairs.len()), Vec::new());
            for shared in pairs {
                let key = order.rank_key(shared).key;
                match edge.compare_key(key) {
                    Ordering::Greater => above.push(*shared),
                    Ordering::Equal => {
                        at.push(((Reverse(key), order.first_document_pair(shared)), *shared));
                    }
                    Ordering::Less => {}
                }
            }
            (above, at)
        };
        let all = std::mem::take(&mut self.top);
        let pieces: Vec<_> = all.par_chunks(PAIRS_PER_PIECE).map(of_piece).collect();
        let mut top = Vec::with_capacity(PAIRS_RESERVED);
        let mut last = Vec::with_capacity(pieces.iter().map(|(_, at)| at.len()).sum());
        for (above, at) in pieces {
            top.extend(above);
            last.extend(at);
        }
        let room = ROWS_KEPT - top.len();
        if room < last.len() {
            last.select_nth_unstable_by_key(room, |(rank, _)| *rank);
        }
        top.extend(last.into_iter().take(room).map(|(_, shared)| shared));
        let left_out = sum_over_pairs(&all, |pair| order.count_allowed_pairs(pair))
            - sum_over_pairs(&top, |pair| order.count_allowed_pairs(pair));
        self.dropped.below_cutoff = Some(self.dropped.below_cutoff.unwrap_or(0) + left_out);
        if order.has_rules() {
            self.dropped.ruled_out +=
                sum_over_pairs(&all, |pair| order.count_hidden_by_rules(pair))
                    - sum_over_pairs(&top, |pair| order.count_hidden_by_rules(pair));
        }
        self.verified = top.len();
        self.top = top;
    }

    /// Drops the pairs of texts whose pairs of documents are all hidden by rules, so that they use no space.
    fn drop_hidden_pairs(&mut self, order: &PairOrder) {
        if order.has_rules() {
            self.dropped.by_rules = true;
            let all = sum_over_pairs(&self.top, |pair| order.count_hidden_by_rules(pair));
            let stays = |pair: &&SharedCount| order.count_allowed_pairs(pair) > 0;
            self.top = self.top.par_iter().filter(stays).copied().collect();
            self.dropped.ruled_out +=
                all - sum_over_pairs(&self.top, |pair| order.count_hidden_by_rules(pair));
        }
    }

    /// If estimates are verified, drops pairs whose shingles score below the threshold. Rows are verified in the same
    /// way, but only for retained pairs.
    fn drop_unverified_pairs(&mut self) {
        let (criteria, nodes) = (self.criteria(), self.corpus.nodes());
        if criteria.exact.is_some() {
            let stays = |shared: &&SharedCount| {
                let Bar { measure, one_in, .. } = criteria.bar;
                let estimate =
                    overlap_of_sketches(nodes, shared, one_in).score(measure, Direction::Larger);
                criteria.passes(
                    estimate,
                    overlap_of_shingles(nodes, shared, one_in),
                    Direction::Larger,
                )
            };
            let new = &self.top[self.verified..];
            let passing: Vec<SharedCount> = new.par_iter().filter(stays).copied().collect();
            self.dropped.by_shingles |= passing.len() < new.len();
            self.top.truncate(self.verified);
            self.top.extend(passing);
        }
    }
}

fn sum_over_pairs(pairs: &[SharedCount], of: impl Fn(&SharedCount) -> u64 + Sync) -> u64 {
    pairs.par_chunks(PAIRS_PER_PIECE).map(|pairs| pairs.iter().map(&of).sum::<u64>()).sum()
}
