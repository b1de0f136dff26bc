//! The counts of any two documents, or of their texts.

use hashbrown::HashSet;
use rayon::prelude::*;

use super::Corpus;
use crate::compare::{Bar, Direction, Index, Join, Overlap, PreparedText};
use crate::pipeline::document::passages::{PassageInput, find_longest_passage};
use crate::pipeline::pairs::order::PairOrder;
use crate::pipeline::parameters::scoring::{LongPassage, score_pair};
use crate::pipeline::{Criteria, DocWords, NodeId, Pair};
use base::{cancel::Cancel, ids::DocId};

impl Corpus {
    /// Builds a pair, `a` before `b`, from the number of keys that their sketches share. If sketches are verified,
    /// counts the shared shingles.
    pub fn build_pair(&self, one: DocId, other: DocId, count: u32) -> Pair {
        let (a, b) = (one.min(other), one.max(other));
        let (first, second) = (&self.docs()[a.index()], &self.docs()[b.index()]);
        let params = &self.params;
        let texts = || Some((self.numbering().node_of(a)?, self.numbering().node_of(b)?));
        let shared = if params.is_estimate() {
            texts().map_or(0, |(first, second)| self.count_shared_retained_shingles(first, second))
        } else {
            count
        };
        let are_copies = self.numbering().are_copies(a, b);
        let sizes = [first.size(), second.size()];
        let overlap = Overlap::new(shared, sizes, params.modulo, are_copies);
        let score = score_pair(params, overlap, count, Direction::Larger);
        Pair { a, b, overlap, score, passage: self.longest_passage(a, b) }
    }

    /// Counts the retained shingles that two texts share; 0 if sketches are not verified.
    pub fn count_shared_retained_shingles(&self, a: NodeId, b: NodeId) -> u32 {
        let texts = &self.nodes;
        if !self.params.is_verified() {
            0
        } else if a == b {
            texts.get(a).map_or(0, |node| node.shingles)
        } else {
            texts.count_shared_shingles(a, b)
        }
    }

    pub fn count_keys_of_text(&self, node: NodeId) -> u32 {
        self.nodes.get(node).map_or(0, |node| node.size.shingles)
    }

    pub fn passes_criteria(&self, pair: &Pair) -> bool {
        let criteria = Criteria::for_pairs(&self.params);
        criteria.passes(pair.score, pair.overlap, Direction::Larger)
            && criteria.passage.is_none_or(|least| pair.passage >= least.words)
    }

    pub fn is_pair_allowed(&self, a: DocId, b: DocId) -> bool {
        self.rules().is_none_or(|rules| rules.allows_pair(a, b))
    }

    /// Returns true if `text` is a document of the corpus, and a rule hides its pair with `doc`.
    pub fn is_hidden_from(&self, text: Option<DocId>, doc: DocId) -> bool {
        text.is_some_and(|text| !self.is_pair_allowed(text, doc))
    }

    /// Counts the keys that two documents share. Sketches documents again that are not indexed. Returns 0 if a document
    /// has no text.
    pub fn count_shared_keys(&self, a: DocId, b: DocId) -> u32 {
        let (Some(first), Some(second)) =
            (self.numbering().node_of(a), self.numbering().node_of(b))
        else {
            return 0;
        };
        if let Some(count) = self.pairs.count_shared_keys(first, second) {
            return count;
        }
        let records: Option<Vec<&DocWords>> =
            [a, b].into_iter().map(|id| self.words_of_document(id)).collect();
        let both = records.and_then(|records| {
            self.sketches().sketch_documents(&records, &Cancel::never_cancelled())
        });
        let [first, second] = both.as_deref().unwrap_or_default() else { return 0 };
        let keys: HashSet<u64> = first.keys.iter().copied().collect();
        let left_out = self.ignored_shingles();
        let counts = |key: &&u64| keys.contains(*key) && !left_out.has_key(**key);
        second.keys.iter().filter(counts).count() as u32
    }

    /// Returns the pairs of texts that may share a passage, ascending, or `None` when cancelled.
    pub fn find_near_pairs(
        &self,
        passage: LongPassage,
        cancel: &Cancel,
    ) -> Option<Vec<(NodeId, NodeId)>> {
        let texts: Vec<NodeId> =
            self.nodes.index_members().iter().map(|text| text.holder).collect();
        let keys_in_order = |text: NodeId, into: &mut Vec<(u64, u32)>| {
            let first = self.numbering().first_document_and_count(text);
            if let Some(record) = first.and_then(|(document, _)| self.words_of_document(document)) {
                self.sketches().append_shingle_keys(record, into);
            }
        };
        let leaves = |key| self.ignored_shingles().has_key(key);
        let mut found = passage.near_keys().find_pairs(
            &texts,
            (&self.store, &leaves),
            &keys_in_order,
            cancel,
        )?;
        let bar = LongPassage::NEAR_COPIES;
        let index =
            Index::build(&self.store, self.nodes.index_members(), Some(bar), &leaves, cancel)?;
        let near_copies = Join::new(&index, bar).find_pairs(cancel, &|_, _| ());
        if cancel.is_cancelled() {
            return None;
        }
        found.extend(near_copies.into_iter().map(|pair| (pair.a, pair.b)));
        found.par_sort_unstable();
        found.dedup();
        Some(found)
    }

    pub fn pair_order(&self, bar: Bar) -> PairOrder {
        let holders = |text| self.numbering().first_document_and_count(text);
        PairOrder::new(&self.nodes, holders, bar, self.rules())
    }

    fn words_of_document(&self, id: DocId) -> Option<&DocWords> {
        self.entries.get(&self.docs()[id.index()].path)
    }

    /// Returns the number of words of the longest passage of two documents. 0 without `--passage`, or if shorter than
    /// required.
    fn longest_passage(&self, a: DocId, b: DocId) -> u32 {
        let Some(least) = self.params.passage else { return 0 };
        let (Some(one), Some(other)) = (self.numbering().node_of(a), self.numbering().node_of(b))
        else {
            return 0;
        };
        if let Some(words) = self.passages.words_of_longest(one, other) {
            return words;
        }
        // All other pairs that may share a passage were searched by the join.
        if !self.numbering().are_copies(a, b) {
            return 0;
        }
        let both = self.passage_input(a, false).zip(self.passage_input(b, true));
        both.map_or(0, |(former, latter)| {
            find_longest_passage(&former, &PreparedText::new(&former.words), &latter, least).words
        })
    }

    /// Returns the words of a text for the search of passages, as the first or the second of two. They are read from
    /// the text's first document.
    pub fn text_input(&self, text: NodeId, is_second: bool) -> Option<PassageInput<'_>> {
        let (document, _) = self.numbering().first_document_and_count(text)?;
        self.passage_input(document, is_second)
    }

    fn passage_input(&self, id: DocId, is_second: bool) -> Option<PassageInput<'_>> {
        let (record, left_out) = (self.words_of_document(id)?, self.ignored_shingles());
        let common = self.common.as_ref().filter(|_| !is_second);
        Some(self.sketches().build_passage_input(record, left_out, common, is_second))
    }
}
