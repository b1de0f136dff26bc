//! The pairs of distinct texts that pass, kept current: joined once, then only what is new. It knows no document.

pub mod best;
pub mod found;
pub mod order;
pub mod overlap;
pub mod unindexed;

use std::time::Duration;

use hashbrown::HashMap;

use crate::base::cancel::Cancel;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::{Join, Shared};
use crate::compare::measure::Above;
use crate::compare::store::Store;
use crate::compare::threshold_bounds::Bar;

use self::best::Best;
use self::found::PairPieces;
use self::overlap::passes;
use self::unindexed::{UnindexedText, counts};
use super::parameters::Stage;
use super::parameters::scoring::Demand;
use super::texts::nodes::{NodeId, Nodes};
use super::texts::sketches::Progress;

/// So many new texts are counted one by one against the store; with more the index is built anew.
const APART: usize = 64;
/// So long is joined between two words about progress …
const WORD: Duration = Duration::from_millis(60);
/// … and so many pairs are held at most, or a few more, until the best are looked for among them.
const PAIRS_A_WORD: usize = 1 << 21;

/// Texts by which it is guessed how long a join will take.
const SAMPLE: usize = 512;
/// From this score on pairs come first where all would take long.
const BEST: Ratio = Ratio::new(4, 5);

/// Pairs of distinct texts, and what it takes to keep them.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs whose keys pass `floor`, and perhaps more.
    found: PairPieces,
    /// What `found` was joined under; `None` before the first join.
    floor: Option<Demand>,
    /// How many pairs of documents `found` leaves out of those that pass; `None` when it holds all.
    left_out: Option<u64>,
    /// Of all texts but those apart; `None` when it must be built.
    index: Option<Index>,
    /// Texts that came after the index was built; at most [`APART`].
    apart: Vec<UnindexedText>,
    /// Texts from this number on are not among `found` yet.
    joined: NodeId,
    /// Some of the texts in `found` or apart are gone.
    has_gone: bool,
}

/// What a refresh did to the pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// All were joined anew.
    Anew,
    /// Those of texts that are gone were left out, those of new ones added.
    Kept,
}

impl Pairs {
    /// A superset of the pairs that pass.
    pub const fn found(&self) -> &PairPieces {
        &self.found
    }

    /// From which score on the pairs found are all there are, where that is not the threshold of `bar`.
    pub fn complete_from(&self, bar: Bar) -> Option<Ratio> {
        self.floor.map(|floor| floor.bar.threshold).filter(|from| *from > bar.threshold)
    }

    /// What the pairs found were joined under; `None` before the first join.
    pub fn floor(&self) -> Option<Bar> {
        self.floor.map(|floor| floor.bar)
    }

    /// How many pairs of documents pass beyond those that [`Self::found`] stands for; `None` when it holds all.
    pub const fn left_out(&self) -> Option<u64> {
        self.left_out
    }

    /// How many keys two texts share, if both are indexed.
    pub fn shared(&self, a: NodeId, b: NodeId) -> Option<u32> {
        self.index.as_ref()?.shared(a, b)
    }

    /// By texts that are not indexed, as far as they are `wanted`: the keys that each shares with every text, by number.
    /// `None` when cancelled.
    pub fn counts_apart(
        &self,
        wanted: impl Fn(NodeId) -> bool,
        nodes: &Nodes,
        store: &Store,
        cancel: &Cancel,
    ) -> Option<HashMap<NodeId, Vec<u32>>> {
        let wanted: Vec<&UnindexedText> =
            self.apart.iter().filter(|apart| wanted(apart.node)).collect();
        if wanted.is_empty() {
            return Some(HashMap::new());
        }
        let counts =
            counts(&wanted, &self.apart, self.index.as_ref(), store, nodes.limit(), cancel)?;
        Some(wanted.iter().map(|apart| apart.node).zip(counts).collect())
    }

    /// Nothing is known any more: the texts were sketched anew.
    pub fn forget(&mut self) {
        let old = std::mem::take(self);
        // To give back its memory takes 7 ms at 100,000 texts, which nobody is to wait for.
        rayon::spawn(move || drop(old));
    }

    /// A new text, whose sketch is in the store; where it took the place of another, that one with its keys.
    pub fn add(&mut self, node: NodeId, keys: Box<[u64]>, was: Option<(NodeId, Box<[u64]>)>) {
        let Some(index) = self.index.as_ref().filter(|_| self.apart.len() < APART) else {
            self.index = None;
            self.apart.clear();
            return;
        };
        let base = was.and_then(|(was, keys)| {
            if index.shared(was, was).is_some() {
                return Some((was, keys.into()));
            }
            self.apart.iter().find(|apart| apart.node == was)?.base.clone()
        });
        self.apart.push(UnindexedText { node, keys, base });
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
    fn floor_holds(&self, now: Demand) -> bool {
        let strict = |demand: &Demand| (demand.bar.threshold, demand.bar.above == Above::Strictly);
        self.floor.as_ref().is_some_and(|floor| {
            floor.bar.measure == now.bar.measure
                && if self.left_out.is_some() {
                    // What was left out was counted exactly, where it had to be.
                    strict(&now) == strict(floor) && now.exact == floor.exact
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
    ) -> Option<Joined> {
        let demand = best.demand();
        self.purge(nodes);
        let joined = if self.is_ready(nodes, demand) {
            let floor = self.floor?.bar;
            let new = self.counted(nodes, store, floor, self.joined, cancel)?;
            self.found.push(new);
            Joined::Kept
        } else {
            self.join(nodes, store, demand.bar, &mut best, cancel, progress)?;
            (self.found, self.left_out) = best.finish();
            self.floor = Some(demand);
            Joined::Anew
        };
        self.joined = nodes.limit() as NodeId;
        Some(joined)
    }

    /// Where [`Self::refresh`] would meet more than `long` texts under a key, joins only the pairs of high scores, and says from which score on: what
    /// is found then holds all of those. `None` when cancelled.
    pub fn refresh_best(
        &mut self,
        nodes: &Nodes,
        store: &Store,
        mut best: Best<'_>,
        long: u64,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Option<Ratio>> {
        let demand = best.demand();
        let bar = demand.bar;
        self.purge(nodes);
        if bar.threshold >= BEST || self.is_ready(nodes, demand) {
            return Some(None);
        }
        let index = self.index(nodes, store, cancel, progress)?;
        if Join::new(index, bar).work(SAMPLE) < long {
            return Some(None);
        }
        let high = Bar { threshold: BEST, above: Above::AtLeast, ..bar };
        self.join(nodes, store, high, &mut best, cancel, progress)?;
        (self.found, self.left_out) = best.finish();
        self.floor = Some(Demand { bar: high, ..demand });
        self.joined = nodes.limit() as NodeId;
        Some(Some(BEST))
    }

    /// Whether only new texts are to be counted.
    fn is_ready(&self, nodes: &Nodes, demand: Demand) -> bool {
        self.floor_holds(demand) && (self.index.is_some() || self.joined as usize == nodes.limit())
    }

    fn join(
        &mut self,
        nodes: &Nodes,
        store: &Store,
        bar: Bar,
        best: &mut Best<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<()> {
        let index = self.index(nodes, store, cancel, progress)?;
        let join = Join::new(index, bar);
        // Most often none is gone, and no pair needs to be looked at for that.
        let is_whole = nodes.len() == nodes.limit();
        let mut start = 0;
        while start < index.len() {
            let (found, end) = join.pairs_from(
                start,
                |pair| is_whole || is_there(nodes, pair),
                |pairs, time| pairs > PAIRS_A_WORD || time > WORD,
                cancel,
            );
            if cancel.is_cancelled() {
                return None;
            }
            for pairs in found {
                best.take(pairs);
            }
            start = end;
            progress(Stage::Join, end, index.len());
        }
        best.take(self.counted(nodes, store, bar, 0, cancel)?);
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
            if self.joined as usize != nodes.limit() {
                // New texts are in the index now and apart no longer: whoever counted those alone would miss their pairs.
                self.floor = None;
            }
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
        let new: Vec<&UnindexedText> =
            self.apart.iter().filter(|apart| apart.node >= from).collect();
        let mut found = Vec::new();
        if new.is_empty() {
            return Some(found);
        }
        let counts = counts(&new, &self.apart, self.index.as_ref(), store, nodes.limit(), cancel)?;
        let is_new = |id: NodeId| new.iter().any(|apart| apart.node == id);
        for (UnindexedText { node, .. }, counts) in new.iter().zip(&counts) {
            for (other, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let other = other as NodeId;
                // Two new ones meet from both sides: the smaller one reports it.
                if other == *node || other < *node && is_new(other) {
                    continue;
                }
                let pair = Shared { a: other.min(*node), b: other.max(*node), count: *count };
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
            self.apart.retain(|apart| nodes.get(apart.node).is_some());
        }
    }
}

fn is_there(nodes: &Nodes, pair: &Shared) -> bool {
    nodes.get(pair.a).is_some() && nodes.get(pair.b).is_some()
}
