//! The pairs of distinct texts that pass. Texts are joined once; later joins add new texts.

pub mod best;
pub mod order;

use std::time::Duration;

use hashbrown::HashMap;
use rayon::prelude::*;

use self::best::{DroppedCounts, TopPairs};
use self::order::passes_bar;
use super::parameters::{Stage, scoring::Criteria};
use super::texts::nodes::{NodeId, Nodes};
use super::{corpus::Corpus, texts::sketches::Progress};
use crate::compare::{Above, Bar, Index, Join, SharedCount};
use base::{cancel::Cancel, ratio::Ratio};

/// Largest number of new texts that are counted separately against the store. With more, the index is built again.
const MOST_UNINDEXED: usize = 64;
/// Time after which a join stores its pairs and reports its progress.
const WORD: Duration = Duration::from_millis(60);
/// Approximate number of pairs after which a join stores its pairs earlier, so that only the best are retained.
const PAIRS_A_WORD: usize = 1 << 21;

/// Number of texts sampled to estimate the duration of a join.
const SAMPLE: usize = 512;
/// If a join would take long, the pairs from this score up are joined first.
const BEST: Ratio = Ratio::new(4, 5);

#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs that pass `floor`. May also have pairs that do not pass.
    found: Vec<SharedCount>,
    /// The criteria that `found` was joined for; `None` before the first join.
    pub(crate) floor: Option<Criteria>,
    /// Counts of pairs that pass but are not in `found`.
    pub(crate) dropped: DroppedCounts,
    /// The index of all texts except the `unindexed`; `None` when it must be built.
    index: Option<Index>,
    /// Texts added after the index was built, with their retained keys; at most [`MOST_UNINDEXED`].
    unindexed: Vec<(NodeId, Box<[u64]>)>,
    /// First text whose pairs are not in `found` yet.
    joined: NodeId,
    /// True if texts in `found` or `unindexed` were removed.
    pub(crate) has_gone: bool,
}

impl Pairs {
    pub fn found_pairs(&self) -> &[SharedCount] {
        &self.found
    }

    /// Counts the shared keys of two texts, if both are indexed.
    pub fn count_shared_keys(&self, a: NodeId, b: NodeId) -> Option<u32> {
        self.index.as_ref()?.count_shared_keys(a, b)
    }

    /// Returns the shared keys of each selected unindexed text with every text, by node. `None` when cancelled.
    pub fn shared_key_counts_of_unindexed(
        &self,
        is_selected: impl Fn(NodeId) -> bool,
        corpus: &Corpus,
        cancel: &Cancel,
    ) -> Option<HashMap<NodeId, Vec<u32>>> {
        let selected = self.unindexed.iter().filter(|(text, _)| is_selected(*text));
        let (texts, keys): (Vec<NodeId>, Vec<&[u64]>) =
            selected.map(|(text, keys)| (*text, &**keys)).unzip();
        let counts = corpus.store().count_keys_shared_with_holders(
            &keys,
            corpus.nodes().id_limit(),
            cancel,
        )?;
        Some(texts.into_iter().zip(counts).collect())
    }

    /// Clears all pairs, because the texts were sketched again.
    pub fn clear(&mut self) {
        let old = std::mem::take(self);
        // Freeing the memory takes 7 ms for 100,000 texts; no user should wait for it.
        rayon::spawn(move || drop(old));
    }

    /// Adds a text whose sketch is already in the store, with its retained keys.
    pub fn add_text(&mut self, node: NodeId, keys: Box<[u64]>) {
        if self.index.is_some() && self.unindexed.len() < MOST_UNINDEXED {
            self.unindexed.push((node, keys));
        } else {
            self.index = None;
            self.unindexed.clear();
        }
    }

    /// Records that the documents of some texts, or the rules, changed. Dropped pairs may be needed again, or their
    /// number may differ.
    pub const fn require_recount(&mut self) {
        if self.has_dropped_pairs() {
            self.floor = None;
        }
    }

    const fn has_dropped_pairs(&self) -> bool {
        self.dropped.below_cutoff.is_some() || self.dropped.by_rules
    }

    /// Returns true if every pair that passes now is in `found`, except for those of new texts.
    fn is_complete_for(&self, now: Criteria) -> bool {
        let Some(floor) = self.floor else { return false };
        let (strict, least) = (now.bar.strictness_key(), floor.bar.strictness_key());
        let is_same_search = floor.bar.measure == now.bar.measure && floor.passage == now.passage;
        is_same_search
            && if self.has_dropped_pairs() {
                // Dropped pairs were counted for these criteria only.
                strict == least && now.exact == floor.exact
            } else {
                // Pairs dropped by their shingles may pass by another measure.
                strict >= least && (!self.dropped.by_shingles || now.exact == floor.exact)
            }
    }

    /// Updates the pairs that pass, and joins all texts only if needed; then returns true. `None` when cancelled;
    /// finished work is saved.
    pub fn refresh(
        &mut self,
        corpus: &Corpus,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<bool> {
        let (nodes, mut best) = (corpus.nodes(), TopPairs::new(corpus));
        let criteria = best.criteria();
        let is_indexed = self.unindexed.is_empty() && self.joined as usize == nodes.id_limit();
        if criteria.passage.is_some() && (self.has_gone || !is_indexed) {
            // A key is rare relative to all texts, so a changed text can change every pair.
            self.clear();
        }
        self.drop_removed_texts(nodes);
        let joined = if self.needs_no_join(nodes, criteria) {
            let floor = self.floor?.bar;
            let new = self.find_pairs_of_unindexed(corpus, floor, self.joined, cancel)?;
            self.found.extend(new);
            false
        } else {
            if let Some(passage) = criteria.passage {
                let index = self.build_missing_index(corpus, cancel, progress)?;
                let counted =
                    |(a, b)| Some(SharedCount { a, b, count: index.count_shared_keys(a, b)? });
                let near = corpus.find_near_pairs(passage, cancel)?;
                best.add_pairs(near.into_par_iter().filter_map(counted).collect());
            } else {
                self.join(corpus, criteria.bar, &mut best, cancel, progress)?;
            }
            self.store_pairs(best, criteria);
            true
        };
        self.joined = nodes.id_limit() as NodeId;
        Some(joined)
    }

    /// Joins only the pairs of high scores if a key has more than `long` texts. Returns the score from which on all
    /// pairs were found; saved pairs are reused. `None` when cancelled.
    pub fn refresh_best_pairs(
        &mut self,
        corpus: &Corpus,
        long: u64,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Option<Ratio>> {
        let (nodes, mut best) = (corpus.nodes(), TopPairs::new(corpus));
        let criteria = best.criteria();
        let bar = criteria.bar;
        self.drop_removed_texts(nodes);
        if bar.threshold >= BEST
            || criteria.passage.is_some()
            || self.needs_no_join(nodes, criteria)
        {
            return Some(None);
        }
        let index = self.build_missing_index(corpus, cancel, progress)?;
        if Join::new(index, bar).estimate_work(SAMPLE) < long {
            return Some(None);
        }
        if let Some(from) = self.complete_score_of_best(nodes, criteria) {
            return Some(Some(from));
        }
        let high = Bar { threshold: BEST, above: Above::AtLeast, ..bar };
        self.join(corpus, high, &mut best, cancel, progress)?;
        self.store_pairs(best, Criteria { bar: high, ..criteria });
        self.joined = nodes.id_limit() as NodeId;
        Some(Some(BEST))
    }

    /// Returns the score from which on all pairs are in `found`, if only the threshold of the criteria is lower. Then
    /// no new join is needed.
    fn complete_score_of_best(&self, nodes: &Nodes, criteria: Criteria) -> Option<Ratio> {
        let floor = self.floor?;
        let own = Criteria { bar: floor.bar, ..criteria };
        let goes_below = floor.bar.threshold > criteria.bar.threshold
            && floor.bar.measure == criteria.bar.measure
            && floor.bar.above == Above::AtLeast
            && floor.exact.is_none()
            && criteria.exact.is_none();
        let holds = goes_below
            && !self.has_dropped_pairs()
            && self.joined as usize == nodes.id_limit()
            && self.is_complete_for(own);
        holds.then_some(floor.bar.threshold)
    }

    fn store_pairs(&mut self, best: TopPairs<'_>, criteria: Criteria) {
        (self.found, self.dropped) = best.into_pairs_and_counts();
        self.floor = Some(criteria);
    }

    /// Returns true if only new texts must be counted.
    fn needs_no_join(&self, nodes: &Nodes, criteria: Criteria) -> bool {
        self.is_complete_for(criteria)
            && (self.index.is_some() || self.joined as usize == nodes.id_limit())
    }

    fn join(
        &mut self,
        corpus: &Corpus,
        bar: Bar,
        best: &mut TopPairs<'_>,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<()> {
        let index = self.build_missing_index(corpus, cancel, progress)?;
        let join = Join::new(index, bar);
        // Pairs must be checked for removed texts only if the store has any.
        let nodes = corpus.nodes();
        let is_whole = nodes.len() == nodes.id_limit();
        let mut start = 0;
        while start < index.len() {
            let (found, end) = join.find_pairs_from(
                start,
                |pair| is_whole || has_both_texts(nodes, pair),
                |pairs, time| pairs > PAIRS_A_WORD || time > WORD,
                cancel,
            );
            if cancel.is_cancelled() {
                return None;
            }
            for pairs in found {
                best.add_pairs(pairs);
            }
            start = end;
            progress(Stage::Join, end, index.len());
        }
        best.add_pairs(self.find_pairs_of_unindexed(corpus, bar, 0, cancel)?);
        Some(())
    }

    /// Returns the index of all texts except the `unindexed`, built if missing.
    fn build_missing_index(
        &mut self,
        corpus: &Corpus,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<&Index> {
        let (nodes, ignored) = (corpus.nodes(), corpus.ignored_shingles());
        if self.index.is_none() {
            progress(Stage::Join, 0, nodes.len());
            let leaves = |key| ignored.has_key(key);
            self.index =
                Some(Index::build(corpus.store(), nodes.index_members(), None, &leaves, cancel)?);
            self.unindexed.clear();
            if self.joined as usize != nodes.id_limit() {
                // New texts are now in the index and no longer in `unindexed`. Counting only the unindexed would miss
                // their pairs.
                self.floor = None;
            }
        }
        self.index.as_ref()
    }

    /// Returns the pairs that pass and have an unindexed text from `from` on, counted against the store.
    fn find_pairs_of_unindexed(
        &self,
        corpus: &Corpus,
        bar: Bar,
        from: NodeId,
        cancel: &Cancel,
    ) -> Option<Vec<SharedCount>> {
        let nodes = corpus.nodes();
        let counts = self.shared_key_counts_of_unindexed(|text| text >= from, corpus, cancel)?;
        let mut found = Vec::new();
        for (node, of_node) in &counts {
            for (other, count) in (0..).zip(of_node).filter(|(_, count)| **count > 0) {
                // Each pair of new texts is found from both sides. Only the text with the smaller number reports it.
                if other == *node || other < *node && counts.contains_key(&other) {
                    continue;
                }
                let pair = SharedCount { a: other.min(*node), b: other.max(*node), count: *count };
                if has_both_texts(nodes, &pair) && passes_bar(nodes, &pair, bar) {
                    found.push(pair);
                }
            }
        }
        Some(found)
    }

    fn drop_removed_texts(&mut self, nodes: &Nodes) {
        if std::mem::take(&mut self.has_gone) {
            self.found.retain(|pair| has_both_texts(nodes, pair));
            self.unindexed.retain(|(text, _)| nodes.get(*text).is_some());
        }
    }
}

fn has_both_texts(nodes: &Nodes, pair: &SharedCount) -> bool {
    nodes.get(pair.a).is_some() && nodes.get(pair.b).is_some()
}
