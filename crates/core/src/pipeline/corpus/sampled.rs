//! Counts shingles: how many modulo retains, and in how many documents a shingle occurs.

use hashbrown::HashSet;
use rayon::prelude::*;

use super::Corpus;
use crate::pipeline::{DocWords, NodeId, Params, Sketches};
use crate::shingle::SketchKind;
use base::cancel::Cancel;

/// Approximate number of canonical words in the sample, which take some milliseconds.
const WORDS: usize = 1 << 16;

/// Numbers of shingles that modulo retains and drops in a sample of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampled {
    /// Number of distinct shingles before modulo.
    pub distinct: u64,
    pub sampled: u64,
}

impl Corpus {
    /// Counts the shingles that modulo retains in a sample of documents, spread evenly in path order. `None` if modulo
    /// retains all shingles, if words are not stored, and while sketches are outdated.
    ///
    /// The count for all documents would need a second pass of shingling.
    pub fn estimate_sampled_share(&self) -> Option<Sampled> {
        let is_ready = !self.is_outdated && self.changed.is_empty();
        if self.params.modulo == 1 || !self.keeps_words || !is_ready {
            return None;
        }
        Some(*self.numbered.sampled.get_or_init(|| self.count_shingles_in_sample()))
    }

    fn count_shingles_in_sample(&self) -> Sampled {
        // Uses the word counts of the numbering, which are read faster than the records.
        let docs = &self.numbering().docs;
        let words: usize = docs.iter().map(|doc| doc.words as usize).sum();
        let mut budget = WORDS;
        let some: Vec<&DocWords> = docs
            .iter()
            .step_by(words.div_ceil(WORDS).max(1))
            .take_while(|doc| {
                let has_room = budget > 0;
                budget = budget.saturating_sub(doc.words as usize);
                has_room
            })
            .filter_map(|doc| self.entries.get(&doc.path))
            .collect();
        let count = |modulo| {
            let params = Params { modulo, sketch: SketchKind::Modulo, ..(*self.params).clone() };
            let sketches = Sketches::with_tables(&params, &self.lexicon, &self.canon);
            let drafts =
                sketches.sketch_documents(&some, &Cancel::never_cancelled()).unwrap_or_default();
            let keys: HashSet<u64> =
                drafts.iter().flat_map(|draft| draft.keys.iter().copied()).collect();
            keys.len() as u64
        };
        let (distinct, sampled) = rayon::join(|| count(1), || count(self.params.modulo));
        Sampled { distinct, sampled }
    }
}

const TEXTS_A_PIECE: usize = 256;

impl Corpus {
    /// Counts the documents that retain each of some keys, which are distinct and ascending. `None` while the sketches
    /// are outdated, and if they only estimate. Reads the whole partition of each key, or the shingles of all texts.
    pub fn count_documents_with(&self, keys: &[u64]) -> Option<Vec<u32>> {
        if self.is_outdated || !self.changed.is_empty() {
            return None;
        }
        if self.params.is_estimate() {
            return self.params.is_verified().then(|| self.count_documents_in_texts(keys));
        }
        let mut counts = vec![0_u32; keys.len()];
        self.store.for_each_holder(keys, |key, holder| {
            // The store may still have removed texts.
            let documents = self.nodes.get(holder).map_or(0, |node| node.documents);
            if let Some(count) = counts.get_mut(key) {
                *count += documents;
            }
        });
        Some(counts)
    }

    /// Like `count_documents_with`, but reads the retained shingles of all texts.
    fn count_documents_in_texts(&self, keys: &[u64]) -> Vec<u32> {
        let none = || vec![0_u32; keys.len()];
        let add = |mut counts: Vec<u32>, id: NodeId| {
            let documents = self.nodes.get(id).map_or(0, |node| node.documents);
            for key in self.nodes.shingle_keys(id) {
                if let Ok(place) = keys.binary_search(key) {
                    counts[place] += documents;
                }
            }
            counts
        };
        let texts = (0..self.nodes.id_limit() as NodeId).into_par_iter();
        texts.with_min_len(TEXTS_A_PIECE).fold(none, add).reduce(none, |mut all, some| {
            all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
            all
        })
    }
}
