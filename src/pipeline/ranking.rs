//! The order of results, with every tie broken, and the best of many pairs in bounded memory. It joins nothing.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::base::path::DocPath;
use crate::compare::join::Shared;
use crate::compare::measure::Direction;

use super::corpus::Entry;
use super::nodes::{NodeId, Nodes};
use super::order::Order;
use super::pairs::{counted, overlap};
use super::params::Params;
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
    entries: &'a BTreeMap<DocPath, Entry>,
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
    pub const fn new(
        nodes: &'a Nodes,
        entries: &'a BTreeMap<DocPath, Entry>,
        params: &'a Params,
    ) -> Self {
        Self {
            nodes,
            entries,
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

    /// Finds the key of the last pair to be kept among the keys alone; only pairs with this very key are then told apart
    /// by their names. Of 2.4 million pairs that takes 44 ms.
    fn prune(&mut self) {
        self.verify();
        if self.kept.len() <= ROWS_KEPT {
            return;
        }
        let order = Order::new(self.nodes, self.demand().bar.measure);
        let keys: Vec<u64> = self
            .kept
            .par_iter()
            .with_min_len(PAIRS_A_PIECE)
            .map(|shared| order.standing(shared).key)
            .collect();
        let mut sorted = keys.clone();
        let (_, last, _) =
            sorted.select_nth_unstable_by(ROWS_KEPT - 1, |left, right| right.cmp(left));
        let last = *last;
        let mut ties = Vec::new();
        let mut kept = Vec::with_capacity(ROWS_KEPT);
        for (shared, key) in std::mem::take(&mut self.kept).into_iter().zip(keys) {
            match key.cmp(&last) {
                Ordering::Greater => kept.push(shared),
                Ordering::Equal => ties.push(shared),
                Ordering::Less => {}
            }
        }
        let room = ROWS_KEPT - kept.len();
        if room < ties.len() {
            let first = self.first_documents();
            let named = |shared: Shared| {
                let (left, right) = (first[shared.a as usize], first[shared.b as usize]);
                // Where the key tells all, these are the same for all ties.
                let exact = Reverse((order.standing(&shared).score, shared.count));
                (exact, left.min(right), left.max(right), shared)
            };
            let mut named: Vec<_> = ties.into_iter().map(named).collect();
            if order.tells_all() {
                named.select_nth_unstable_by_key(room, |(_, left, right, _)| (*left, *right));
            } else {
                named.select_nth_unstable(room);
            }
            named.truncate(room);
            ties = named.into_iter().map(|(.., shared)| shared).collect();
        }
        kept.extend(ties);
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

    /// For each text the place of its first document in path order.
    fn first_documents(&self) -> Vec<u32> {
        let mut first = vec![u32::MAX; self.nodes.limit()];
        for (place, entry) in self.entries.values().enumerate() {
            if let Some(node) = entry.node {
                let slot = &mut first[node as usize];
                *slot = (*slot).min(place as u32);
            }
        }
        first
    }
}
