//! The pairs of distinct texts that pass, kept current: joined once, then only what is new. It knows no document.

use crate::base::cancel::Cancel;
use crate::compare::bounds::{Bar, Size};
use crate::compare::index::Index;
use crate::compare::join::{Join, Shared};
use crate::compare::measure::{Above, Direction, Overlap};
use crate::compare::store::Store;

use super::nodes::{NodeId, Nodes};
use super::params::{Params, Stage};
use super::ranking::Best;
use super::sketches::Progress;

/// So many new texts are counted one by one against the store; with more the index is built anew.
const APART: usize = 16;
/// Texts joined before anybody is asked whether to go on.
const TEXTS_A_PIECE: usize = 4096;

/// Pairs of distinct texts, and what it takes to keep them.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs that pass `floor`, and perhaps more.
    found: Vec<Shared>,
    /// What `found` was joined under; `None` before the first join.
    floor: Option<Bar>,
    /// How many pairs of documents `found` leaves out of those that pass; `None` when it holds all.
    left_out: Option<u64>,
    /// Of all texts but those apart; `None` when it must be built.
    index: Option<Index>,
    /// Texts that came after the index was built, with their keys; at most [`APART`].
    apart: Vec<(NodeId, Box<[u64]>)>,
    /// Texts from this number on are not among `found` yet.
    joined: NodeId,
    /// Some of the texts in `found` or apart are gone.
    has_gone: bool,
}

/// The bar that `params` set.
pub const fn bar(params: &Params) -> Bar {
    Bar { measure: params.measure, above: params.above, threshold: params.threshold }
}

/// The counts of two distinct texts.
pub fn overlap(nodes: &Nodes, shared: &Shared) -> Overlap {
    let none = Size { shingles: 0, words: 0 };
    let size = |id| nodes.get(id).map_or(none, |node| node.size);
    let (a, b) = (size(shared.a), size(shared.b));
    Overlap {
        shared: shared.count,
        a_shingles: a.shingles,
        b_shingles: b.shingles,
        a_words: a.words,
        b_words: b.words,
        exact_copy: false,
    }
}

/// Whether two distinct texts pass the threshold of `params`.
pub fn passes(nodes: &Nodes, shared: &Shared, bar: Bar) -> bool {
    bar.above.passes(overlap(nodes, shared).score(bar.measure, Direction::Larger), bar.threshold)
}

impl Pairs {
    /// A superset of the pairs that pass.
    pub fn found(&self) -> &[Shared] {
        &self.found
    }

    /// How many pairs of documents pass beyond those that [`Self::found`] stands for; `None` when it holds all.
    pub const fn left_out(&self) -> Option<u64> {
        self.left_out
    }

    /// How many keys two texts share, if both are indexed.
    pub fn shared(&self, a: NodeId, b: NodeId) -> Option<u32> {
        self.index.as_ref()?.shared(a, b)
    }

    /// Nothing is known any more: the texts were sketched anew.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// A new text, whose sketch is in the store.
    pub fn add(&mut self, id: NodeId, keys: Box<[u64]>) {
        if self.index.is_some() && self.apart.len() < APART {
            self.apart.push((id, keys));
        } else {
            self.index = None;
            self.apart.clear();
        }
    }

    /// A text is gone.
    pub const fn remove(&mut self) {
        self.has_gone = true;
    }

    /// Other documents stand behind the texts: that may bring back a pair that was left out, or change how many those are.
    pub const fn recount(&mut self) {
        if self.left_out.is_some() {
            self.floor = None;
        }
    }

    /// Whether every pair that passes now is among those found, but for those of new texts.
    fn floor_holds(&self, now: Bar) -> bool {
        let strict = |bar: &Bar| (bar.threshold, bar.above == Above::Strictly);
        self.floor.as_ref().is_some_and(|floor| {
            floor.measure == now.measure
                && if self.left_out.is_some() {
                    strict(&now) == strict(floor)
                } else {
                    strict(&now) >= strict(floor)
                }
        })
    }

    /// Brings the pairs up to the texts and the bar of `params`. `None` when cancelled: what was done so far is kept.
    pub fn refresh(
        &mut self,
        nodes: &Nodes,
        store: &Store,
        mut best: Best<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<()> {
        let bar = best.bar();
        self.purge(nodes);
        if self.floor_holds(bar) && (self.index.is_some() || self.joined as usize == nodes.limit())
        {
            let floor = self.floor?;
            let joined = self.joined;
            let new = self.counted(nodes, store, floor, joined, cancel)?;
            self.found.extend(new);
        } else {
            self.index(nodes, store, cancel, progress)?;
            let index = self.index.as_ref()?;
            let join = Join::new(index, bar);
            for start in (0..index.len()).step_by(TEXTS_A_PIECE) {
                let end = index.len().min(start + TEXTS_A_PIECE);
                let mut found = join.pairs(start..end);
                found.retain(|pair| is_there(nodes, pair));
                best.take(found);
                if cancel.is_cancelled() {
                    return None;
                }
                progress(Stage::Join, end, index.len());
            }
            best.take(self.counted(nodes, store, bar, 0, cancel)?);
            (self.found, self.left_out) = best.finish();
            self.floor = Some(bar);
        }
        self.joined = nodes.limit() as NodeId;
        Some(())
    }

    /// The index of all texts but those apart, built when there is none.
    fn index(
        &mut self,
        nodes: &Nodes,
        store: &Store,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<&Index> {
        if self.index.is_none() {
            progress(Stage::Join, 0, nodes.len());
            self.index = Some(Index::build(store, nodes.members(), cancel)?);
            self.apart.clear();
        }
        self.index.as_ref()
    }

    /// The pairs that have a text apart from number `from` on, counted against the whole store.
    fn counted(
        &self,
        nodes: &Nodes,
        store: &Store,
        bar: Bar,
        from: NodeId,
        cancel: &Cancel,
    ) -> Option<Vec<Shared>> {
        let new: Vec<&(NodeId, Box<[u64]>)> =
            self.apart.iter().filter(|(id, _)| *id >= from).collect();
        let mut found = Vec::new();
        if new.is_empty() {
            return Some(found);
        }
        let keys: Vec<&[u64]> = new.iter().map(|(_, keys)| &**keys).collect();
        let counts = store.count(&keys, nodes.limit(), cancel)?;
        let is_new = |id: NodeId| new.iter().any(|(new, _)| *new == id);
        for ((id, _), counts) in new.iter().zip(&counts) {
            for (other, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let other = other as NodeId;
                // Two new ones meet from both sides: the smaller one reports it.
                if other == *id || other < *id && is_new(other) {
                    continue;
                }
                let pair = Shared { a: other.min(*id), b: other.max(*id), count: *count };
                if is_there(nodes, &pair) && passes(nodes, &pair, bar) {
                    found.push(pair);
                }
            }
        }
        Some(found)
    }

    fn purge(&mut self, nodes: &Nodes) {
        if std::mem::take(&mut self.has_gone) {
            self.found.retain(|pair| is_there(nodes, pair));
            self.apart.retain(|(id, _)| nodes.get(*id).is_some());
        }
    }
}

fn is_there(nodes: &Nodes, pair: &Shared) -> bool {
    nodes.get(pair.a).is_some() && nodes.get(pair.b).is_some()
}
