//! The order of results, with every tie broken, and the best of many pairs in bounded memory. It joins nothing.

use std::cmp::{Ordering, Reverse};

use rayon::prelude::*;

use crate::compare::join::Shared;
use crate::compare::measure::Direction;

use super::nodes::{NodeId, Nodes};
use super::order::Order;
use super::pairs::{counted, overlap};
use super::params::Params;
use super::register::Register;
use super::scoring::Demand;
use super::snapshot::{Pair, ROWS_KEPT};

/// Pairs that a thread looks at at once.
const PAIRS_A_PIECE: usize = 4096;

/// Best first: exact copies, then score, then shared shingles, then a's path, then b's, in byte order.
///
/// Ids are in path order, so comparing them compares paths.
pub fn rank(left: &Pair, right: &Pair) -> Ordering {
    (right.overlap.exact_copy, right.score, right.overlap.shared)
        .cmp(&(left.overlap.exact_copy, left.score, left.overlap.shared))
        .then((left.a, left.b).cmp(&(right.a, right.b)))
}

/// Keeps the best [`ROWS_KEPT`] pairs of distinct texts out of any number.
pub struct Best<'a> {
    nodes: &'a Nodes,
    register: &'a Register,
    params: &'a Params,
    /// By text how many documents have it; made when it is needed.
    documents: Vec<u32>,
    kept: Vec<Shared>,
    /// How many of them were counted exactly, where that is to be.
    verified: usize,
    /// Pairs of documents taken so far.
    all: u64,
    cut: bool,
}

impl<'a> Best<'a> {
    /// Nothing taken yet.
    pub const fn new(nodes: &'a Nodes, register: &'a Register, params: &'a Params) -> Self {
        Self {
            nodes,
            register,
            params,
            documents: Vec::new(),
            kept: Vec::new(),
            verified: 0,
            all: 0,
            cut: false,
        }
    }

    /// What the pairs must pass.
    pub fn demand(&self) -> Demand {
        Demand::of(self.params)
    }

    /// Takes a piece of pairs.
    pub fn take(&mut self, piece: Vec<Shared>) {
        if self.documents.is_empty() {
            let ids = 0..self.nodes.limit() as NodeId;
            let documents = |id| self.nodes.get(id).map_or(0, |node| node.documents);
            self.documents = ids.map(documents).collect();
        }
        self.all += self.documents(&piece);
        self.kept.extend(piece);
        if self.kept.len() > 4 * ROWS_KEPT {
            self.prune();
        }
    }

    /// The best pairs; how many pairs of documents were left out, if any were.
    pub fn finish(mut self) -> (Vec<Shared>, Option<u64>) {
        if self.kept.len() > ROWS_KEPT {
            self.prune();
        }
        self.kept.shrink_to_fit();
        let left_out = self.cut.then(|| self.all - self.documents(&self.kept));
        (self.kept, left_out)
    }

    /// Counts the pairs by the highest bits of their keys, and then tells apart only those that share these bits with the
    /// last one to be kept. Of 2.4 million pairs that takes 25 ms; 40 when one thread did what follows the making of the keys.
    fn prune(&mut self) {
        self.verify();
        if self.kept.len() <= ROWS_KEPT {
            return;
        }
        let order = Order::new(self.nodes, self.demand().bar.measure);
        let all = std::mem::take(&mut self.kept);
        let keys: Vec<u64> = all
            .par_iter()
            .with_min_len(PAIRS_A_PIECE)
            .map(|shared| order.standing(shared).key)
            .collect();
        let edge = edge(&keys, ROWS_KEPT);
        let named = |key: u64, shared: Shared| {
            let first = |text| self.register.members(text).first().map_or(0, |id| id.0);
            let (left, right) = (first(shared.a), first(shared.b));
            let place = u128::from(!key) << 64
                | u128::from(left.min(right)) << 32
                | u128::from(left.max(right));
            (place, shared)
        };
        let of_piece = |(pairs, keys): (&[Shared], &[u64])| {
            let (mut above, mut at) = (Vec::with_capacity(pairs.len()), Vec::new());
            for (shared, key) in pairs.iter().zip(keys) {
                match edge_of(*key).cmp(&edge) {
                    Ordering::Greater => above.push(*shared),
                    Ordering::Equal => at.push(named(*key, *shared)),
                    Ordering::Less => {}
                }
            }
            (above, at)
        };
        let pieces = all.par_chunks(PAIRS_A_PIECE).zip(keys.par_chunks(PAIRS_A_PIECE));
        let pieces: Vec<_> = pieces.map(of_piece).collect();
        let mut kept = Vec::with_capacity(ROWS_KEPT);
        let mut last = Vec::with_capacity(pieces.iter().map(|(_, at)| at.len()).sum());
        for (above, at) in pieces {
            kept.extend(above);
            last.extend(at);
        }
        let room = ROWS_KEPT - kept.len();
        if room < last.len() {
            if order.tells_all() {
                last.select_nth_unstable_by_key(room, |(place, _)| *place);
            } else {
                // Keys of the same value may hide different scores.
                last.select_nth_unstable_by_key(room, |(place, shared)| {
                    (place >> 64, Reverse((order.standing(shared).score, shared.count)), *place)
                });
            }
        }
        kept.extend(last.into_iter().take(room).map(|(_, shared)| shared));
        self.verified = kept.len();
        self.kept = kept;
        self.cut = true;
    }

    /// Leaves out pairs whose shingles do not reach what their estimate promised, where such must be: whoever makes rows
    /// does so as well, but is told only of the pairs kept here.
    fn verify(&mut self) {
        let demand = self.demand();
        if demand.exact.is_some() {
            let new = self.kept.split_off(self.verified);
            let before = self.documents(&new);
            let nodes = self.nodes;
            let passes = |shared: &Shared| {
                let estimate = overlap(nodes, shared).score(demand.bar.measure, Direction::Larger);
                demand.passes(estimate, counted(nodes, shared), Direction::Larger)
            };
            let new: Vec<Shared> = new.into_par_iter().filter(passes).collect();
            self.all -= before - self.documents(&new);
            self.kept.extend(new);
            self.verified = self.kept.len();
        }
    }

    /// How many pairs of documents these pairs of distinct texts stand for.
    fn documents(&self, pairs: &[Shared]) -> u64 {
        let count = |id: NodeId| u64::from(self.documents[id as usize]);
        let documents = |shared: &Shared| count(shared.a) * count(shared.b);
        pairs.par_iter().with_min_len(PAIRS_A_PIECE).map(documents).sum()
    }
}

/// The highest bits of a key.
const fn edge_of(key: u64) -> usize {
    (key >> (u64::BITS - EDGE_BITS)) as usize
}

const EDGE_BITS: u32 = 12;

/// The highest bits that the last of the `count` largest keys has; there are more keys than that.
fn edge(keys: &[u64], count: usize) -> usize {
    let none = || vec![0_usize; 1 << EDGE_BITS];
    let add = |mut counts: Vec<usize>, key: &u64| {
        counts[edge_of(*key)] += 1;
        counts
    };
    let keys = keys.par_iter().with_min_len(16 * PAIRS_A_PIECE);
    let counts = keys.fold(none, add).reduce(none, |mut all, some| {
        all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
        all
    });
    let mut above = 0;
    let is_last = |(_, some): &(usize, &usize)| {
        above += **some;
        above >= count
    };
    counts.iter().enumerate().rev().find(is_last).map_or(0, |(edge, _)| edge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{edge, edge_of};

    proptest! {
        #[test]
        fn the_last_of_the_largest_keys_stands_at_the_edge(
            keys in prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..9, Just(1 << 63)], 1..300),
            count in any::<usize>(),
        ) {
            let count = 1 + count % keys.len();
            let mut sorted = keys.clone();
            sorted.sort_unstable_by(|left, right| right.cmp(left));
            prop_assert_eq!(edge(&keys, count), edge_of(sorted[count - 1]));
        }
    }
}
