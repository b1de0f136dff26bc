//! The order of results, with every tie broken, and the best of many pairs in bounded memory. It joins nothing.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::base::path::DocPath;
use crate::compare::bounds::Bar;
use crate::compare::join::Shared;
use crate::compare::measure::Direction;

use super::corpus::Entry;
use super::nodes::Nodes;
use super::pairs::{bar, overlap};
use super::params::Params;
use super::snapshot::{Pair, ROWS_KEPT};

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
    /// For each node the place of its first document in path order; made when it is needed.
    first: Vec<u32>,
    kept: Vec<Shared>,
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
        Self { nodes, entries, params, first: Vec::new(), kept: Vec::new(), all: 0, cut: false }
    }

    /// The bar that the pairs must pass.
    pub fn bar(&self) -> Bar {
        bar(self.params)
    }

    /// Takes a piece of pairs.
    pub fn take(&mut self, piece: Vec<Shared>) {
        self.all += piece.iter().map(|shared| documents(self.nodes, shared)).sum::<u64>();
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
        let kept: u64 = self.kept.iter().map(|shared| documents(self.nodes, shared)).sum();
        let left_out = self.cut.then_some(self.all - kept);
        (self.kept, left_out)
    }

    fn prune(&mut self) {
        if self.first.is_empty() {
            self.first = vec![u32::MAX; self.nodes.limit()];
            for (place, entry) in self.entries.values().enumerate() {
                if let Some(node) = entry.node {
                    let slot = &mut self.first[node as usize];
                    *slot = (*slot).min(place as u32);
                }
            }
        }
        let (nodes, params, first) = (self.nodes, self.params, &self.first);
        let key = |shared: &Shared| {
            let score = overlap(nodes, shared).score(params.measure, Direction::Larger);
            let (left, right) = (first[shared.a as usize], first[shared.b as usize]);
            (std::cmp::Reverse((score, shared.count)), left.min(right), left.max(right))
        };
        self.kept.select_nth_unstable_by(ROWS_KEPT - 1, |left, right| key(left).cmp(&key(right)));
        self.kept.truncate(ROWS_KEPT);
        self.cut = true;
    }
}

/// How many pairs of documents two distinct texts stand for.
fn documents(nodes: &Nodes, shared: &Shared) -> u64 {
    let count = |id| nodes.get(id).map_or(0, |node| u64::from(node.documents));
    count(shared.a) * count(shared.b)
}
