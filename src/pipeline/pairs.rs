//! The pairs of distinct texts that pass. All are joined once; after that, only new texts are. It knows no documents.

pub mod best;
pub mod order;
pub mod unindexed;

use std::{sync::Arc, time::Duration};

use hashbrown::HashMap;
use rayon::prelude::*;

use self::best::{OmittedPairs, TopPairs};
use self::order::{PairPieces, passes};
use self::unindexed::{UnindexedText, counts};
use super::parameters::scoring::{Criteria, LongPassage};
use super::parameters::{Params, Stage};
use super::texts::nodes::{NodeId, Nodes};
use super::texts::sketches::Progress;
use crate::base::{cancel::Cancel, ratio::Ratio};
use crate::compare::{Above, Bar, Index, Join, Shared, Store};
use crate::pipeline::LeftOut;

/// The most new texts that are counted one by one against the store; with more, the index is built anew.
const MOST_UNINDEXED: usize = 64;
/// A join reports its progress after this time …
const WORD: Duration = Duration::from_millis(60);
/// … or after about this many pairs; then the best of them are kept.
const PAIRS_A_WORD: usize = 1 << 21;

/// Texts that are sampled to guess how long a join will take.
const SAMPLE: usize = 512;
/// Where a join would take long, the pairs from this score up are joined first.
const BEST: Ratio = Ratio::new(4, 5);

/// Finds the pairs of texts that share enough for such a passage. `None` when cancelled.
pub type FindNear<'a> = &'a dyn Fn(LongPassage, &Cancel) -> Option<Vec<(NodeId, NodeId)>>;

/// Pairs of distinct texts, with what is needed to keep them up to date.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs that pass `floor`, and perhaps more.
    found: PairPieces,
    /// The demand that `found` was joined for; `None` before the first join.
    floor: Option<Criteria>,
    /// What passes but is not in `found`.
    dropped: OmittedPairs,
    /// The parameters whose rules decided what is in `found`, where they did.
    ruled_by: Option<Arc<Params>>,
    /// The index of all texts but the `unindexed`; `None` when it must be built.
    index: Option<Index>,
    /// Texts that came after the index was built; at most [`MOST_UNINDEXED`].
    unindexed: Vec<UnindexedText>,
    /// The first text whose pairs are not in `found` yet.
    joined: NodeId,
    /// Whether texts in `found` or `unindexed` are gone.
    has_gone: bool,
}

/// The distinct texts with their keys, of which some are left out of the comparison.
#[derive(Clone, Copy)]
pub struct StoredTexts<'a> {
    /// The texts.
    pub nodes: &'a Nodes,
    /// Which texts hold which keys.
    pub store: &'a Store,
    /// The keys that do not count.
    pub left_out: &'a LeftOut,
}

/// What a refresh did to the pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joined {
    /// All were joined anew.
    Anew,
    /// Pairs of texts that are gone were removed, those of new texts added.
    Kept,
}

impl Pairs {
    /// A superset of the pairs that pass.
    pub const fn found(&self) -> &PairPieces {
        &self.found
    }

    /// The score from which on all pairs are found, where it is above the threshold of `bar`.
    pub fn complete_from(&self, bar: Bar) -> Option<Ratio> {
        self.floor.map(|floor| floor.bar.threshold).filter(|from| *from > bar.threshold)
    }

    /// The bar that the pairs were joined for; `None` before the first join.
    pub fn floor(&self) -> Option<Bar> {
        self.floor.map(|floor| floor.bar)
    }

    /// How many pairs of documents pass but are not behind the pairs of [`Self::found`]; `None` when it holds all.
    pub const fn left_out(&self) -> Option<u64> {
        self.dropped.left_out
    }

    /// How many pairs of documents pass but for a rule that leaves them out, and are not behind the pairs of
    /// [`Self::found`].
    pub const fn ruled_out(&self) -> u64 {
        self.dropped.ruled_out
    }

    /// How many keys two texts share, if both are indexed.
    pub fn shared(&self, a: NodeId, b: NodeId) -> Option<u32> {
        self.index.as_ref()?.shared(a, b)
    }

    /// For each text that is not indexed and is `wanted`: how many keys it shares with every text, by node. `None` when
    /// cancelled.
    pub fn counts_of_unindexed(
        &self,
        is_selected: impl Fn(NodeId) -> bool,
        nodes: &Nodes,
        store: &Store,
        cancel: &Cancel,
    ) -> Option<HashMap<NodeId, Vec<u32>>> {
        let is_selected: Vec<&UnindexedText> =
            self.unindexed.iter().filter(|text| is_selected(text.node)).collect();
        if is_selected.is_empty() {
            return Some(HashMap::new());
        }
        let counts = counts(
            &is_selected,
            &self.unindexed,
            self.index.as_ref(),
            store,
            nodes.limit(),
            cancel,
        )?;
        Some(is_selected.iter().map(|text| text.node).zip(counts).collect())
    }

    /// Forgets all pairs, because the texts were sketched anew.
    pub fn forget(&mut self) {
        let old = std::mem::take(self);
        // Freeing the memory takes 7 ms for 100,000 texts. Nobody has to wait for that.
        rayon::spawn(move || drop(old));
    }

    /// Adds a text whose sketch is already in the store. `was` is the text that it replaced, with its keys.
    pub fn add(&mut self, node: NodeId, keys: Box<[u64]>, was: Option<(NodeId, Box<[u64]>)>) {
        let Some(index) = self.index.as_ref().filter(|_| self.unindexed.len() < MOST_UNINDEXED)
        else {
            self.index = None;
            self.unindexed.clear();
            return;
        };
        let base = was.and_then(|(was, keys)| {
            if index.shared(was, was).is_some() {
                return Some((was, keys.into()));
            }
            self.unindexed.iter().find(|text| text.node == was)?.base.clone()
        });
        self.unindexed.push(UnindexedText { node, keys, base });
    }

    /// Notes that a text is gone.
    pub const fn remove(&mut self) {
        self.has_gone = true;
    }

    /// Notes that the documents of some texts changed. This may bring back pairs that were left out, or change their
    /// number.
    pub const fn recount(&mut self) {
        if self.is_cut() {
            self.floor = None;
        }
    }

    /// Whether some pairs that pass were not kept.
    const fn is_cut(&self) -> bool {
        self.dropped.left_out.is_some() || self.dropped.by_rules
    }

    /// Whether every pair that passes now is in `found`, except for those of new texts.
    fn floor_holds(&self, now: Criteria, params: &Params) -> bool {
        let (strict, own) = (now.bar.strictness(), |floor: &Criteria| floor.bar.strictness());
        let same_rules = |ruled_by: &Arc<Params>| ruled_by.same_rules(params);
        let is_ruled_alike = self.ruled_by.as_ref().is_none_or(same_rules);
        is_ruled_alike
            && self.floor.as_ref().is_some_and(|floor| {
                floor.bar.measure == now.bar.measure
                    && floor.passage == now.passage
                    && if self.is_cut() {
                        // Left-out pairs were counted exactly for this demand only.
                        strict == own(floor) && now.exact == floor.exact
                    } else {
                        // What shingles dropped passes by another measure of them.
                        let same_shingles = !self.dropped.by_shingles || now.exact == floor.exact;
                        strict >= own(floor) && same_shingles
                    }
            })
    }

    /// Brings the pairs up to date with the texts and what `best` asks for. `None` when cancelled: finished work is kept.
    pub fn refresh(
        &mut self,
        texts: StoredTexts<'_>,
        mut best: TopPairs<'_>,
        find_near: FindNear<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Joined> {
        let nodes = texts.nodes;
        let criteria = best.criteria();
        let is_indexed = self.unindexed.is_empty() && self.joined as usize == nodes.limit();
        if criteria.passage.is_some() && (self.has_gone || !is_indexed) {
            // Which keys are rare depends on all texts.
            self.forget();
        }
        self.purge(nodes);
        let joined = if self.is_ready(nodes, &best) {
            let floor = self.floor?.bar;
            let new = self.counted(texts, floor, self.joined, cancel)?;
            self.found.push(new);
            Joined::Kept
        } else {
            if let Some(passage) = criteria.passage {
                let index = self.index(texts, cancel, progress)?;
                let counted = |(a, b)| Some(Shared { a, b, count: index.shared(a, b)? });
                let near = find_near(passage, cancel)?;
                best.take(near.into_par_iter().filter_map(counted).collect());
            } else {
                self.join(texts, criteria.bar, &mut best, cancel, progress)?;
            }
            self.keep(best, criteria);
            Joined::Anew
        };
        self.joined = nodes.limit() as NodeId;
        Some(joined)
    }

    /// If [`Self::refresh`] would meet more than `long` texts under a key, joins only the pairs of high scores, unless those
    /// and more were found before, and returns the score from which on all are found. `None` when cancelled.
    pub fn refresh_best(
        &mut self,
        texts: StoredTexts<'_>,
        mut best: TopPairs<'_>,
        long: u64,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Option<Ratio>> {
        let nodes = texts.nodes;
        let criteria = best.criteria();
        let bar = criteria.bar;
        self.purge(nodes);
        if bar.threshold >= BEST || criteria.passage.is_some() || self.is_ready(nodes, &best) {
            return Some(None);
        }
        let index = self.index(texts, cancel, progress)?;
        if Join::new(index, bar).work(SAMPLE) < long {
            return Some(None);
        }
        if let Some(from) = self.still_best(nodes, &best) {
            return Some(Some(from));
        }
        let high = Bar { threshold: BEST, above: Above::AtLeast, ..bar };
        self.join(texts, high, &mut best, cancel, progress)?;
        self.keep(best, Criteria { bar: high, ..criteria });
        self.joined = nodes.limit() as NodeId;
        Some(Some(BEST))
    }

    /// The score from which on all pairs are in `found`, where the criteria only go below it: they need not be joined again.
    fn still_best(&self, nodes: &Nodes, best: &TopPairs<'_>) -> Option<Ratio> {
        let (criteria, floor) = (best.criteria(), self.floor?);
        let own = Criteria { bar: floor.bar, ..criteria };
        let goes_below = floor.bar.threshold > criteria.bar.threshold
            && floor.bar.measure == criteria.bar.measure
            && floor.bar.above == Above::AtLeast
            && floor.exact.is_none()
            && criteria.exact.is_none();
        let holds = goes_below
            && !self.is_cut()
            && self.joined as usize == nodes.limit()
            && self.floor_holds(own, best.params());
        holds.then_some(floor.bar.threshold)
    }

    /// Keeps what was joined for this demand.
    fn keep(&mut self, best: TopPairs<'_>, criteria: Criteria) {
        let params = best.params();
        (self.found, self.dropped) = best.finish();
        self.ruled_by = self.dropped.by_rules.then(|| Arc::new(params.clone()));
        self.floor = Some(criteria);
    }

    /// Whether only new texts must be counted.
    fn is_ready(&self, nodes: &Nodes, best: &TopPairs<'_>) -> bool {
        self.floor_holds(best.criteria(), best.params())
            && (self.index.is_some() || self.joined as usize == nodes.limit())
    }

    fn join(
        &mut self,
        texts: StoredTexts<'_>,
        bar: Bar,
        best: &mut TopPairs<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<()> {
        let index = self.index(texts, cancel, progress)?;
        let join = Join::new(index, bar);
        // Mostly no text is gone, so the pairs need no check.
        let nodes = texts.nodes;
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
        best.take(self.counted(texts, bar, 0, cancel)?);
        Some(())
    }

    /// The index of all texts but the `unindexed`, built when there is none.
    fn index(
        &mut self,
        texts: StoredTexts<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<&Index> {
        let StoredTexts { nodes, store, left_out } = texts;
        if self.index.is_none() {
            progress(Stage::Join, 0, nodes.len());
            self.index =
                Some(Index::build(store, nodes.members(), &|key| left_out.has(key), cancel)?);
            self.unindexed.clear();
            if self.joined as usize != nodes.limit() {
                // New texts are now in the index and no longer in `unindexed`. Counting those alone would miss their pairs.
                self.floor = None;
            }
        }
        self.index.as_ref()
    }

    /// The pairs that pass and have an unindexed text with a number of at least `from`, counted against the whole store.
    fn counted(
        &self,
        texts: StoredTexts<'_>,
        bar: Bar,
        from: NodeId,
        cancel: &Cancel,
    ) -> Option<Vec<Shared>> {
        let StoredTexts { nodes, store, .. } = texts;
        let new: Vec<&UnindexedText> =
            self.unindexed.iter().filter(|text| text.node >= from).collect();
        let mut found = Vec::new();
        if new.is_empty() {
            return Some(found);
        }
        let counts =
            counts(&new, &self.unindexed, self.index.as_ref(), store, nodes.limit(), cancel)?;
        let is_new = |id: NodeId| new.iter().any(|text| text.node == id);
        for (UnindexedText { node, .. }, counts) in new.iter().zip(&counts) {
            for (other, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let other = other as NodeId;
                // A pair of new texts is found from both sides; the smaller number reports it.
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
            self.unindexed.retain(|text| nodes.get(text.node).is_some());
        }
    }
}

fn is_there(nodes: &Nodes, pair: &Shared) -> bool {
    nodes.get(pair.a).is_some() && nodes.get(pair.b).is_some()
}
