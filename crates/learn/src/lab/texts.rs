//! Words of a folder's documents, its distinct texts, and their sketches by any parameters, with words in order or
//! shuffled.

use std::sync::Arc;

use base::{cancel::Cancel, path::DocPath, workers::run_in_pieces};
use shingle_core::compare::{Index, Store};
use shingle_core::pipeline::{CanonicalTables, Corpus, DocWords, NodeId, Nodes, Params};
use shingle_core::shingle::hash::{BASE, mix_bits};
use shingle_core::shingle::{HashKind, ShingleParams, SketchKind, Sketcher, needs_word_texts};
use shingle_core::{
    pipeline::document::hash_of_all_words, pipeline::texts::nodes::Node, text::Lexicon,
};

const DOCUMENTS_A_PIECE: usize = 32;

/// The documents as numbers of words, in an order that determines the samples. Shares the words with their reader, so
/// creation is cheap.
#[derive(Debug, Clone)]
pub struct Material {
    pub params: Arc<Params>,
    pub paths: Vec<DocPath>,
    pub(super) records: Vec<DocWords>,
    pub(super) lexicon: Arc<Lexicon>,
}

impl Material {
    /// Takes the documents of a corpus that stores its words.
    pub fn new(corpus: &Corpus) -> Self {
        Self::in_order_of(corpus, Some)
    }

    /// Orders the documents by `place`. Skips the documents without a place.
    pub fn in_order_of<'a>(
        corpus: &'a Corpus,
        place: impl Fn(&'a DocPath) -> Option<&'a DocPath>,
    ) -> Self {
        let placed = |(path, entry)| Some((place(path)?, path, entry));
        let mut entries: Vec<_> = corpus.entries().iter().filter_map(placed).collect();
        entries.sort_by_key(|(place, ..)| *place);
        let entries = entries.into_iter();
        let (paths, records) =
            entries.map(|(_, path, entry)| (path.clone(), entry.clone())).unzip();
        Self {
            params: Arc::clone(corpus.params()),
            paths,
            records,
            lexicon: Arc::clone(&corpus.lexicon),
        }
    }
}

/// Called with the name of the next trial, the finished trials, and all trials.
pub type TrialProgress<'a> = &'a dyn Fn(&str, usize, usize);

/// Returns parameters that keep every shingle and count every score.
pub(super) fn params_without_sketch(params: &Params) -> Params {
    Params { modulo: 1, sketch: SketchKind::Modulo, ..params.clone() }
}

/// Distinct texts, numbered by the path of their first document, independent of threads.
pub struct DistinctTexts<'a> {
    pub(super) cancel: &'a Cancel,
    lexicon: &'a Lexicon,
    canon: CanonicalTables,
    names: Vec<&'a DocPath>,
    records: Vec<&'a DocWords>,
    identities: Vec<(u128, u32)>,
    /// Text of each document, or `None` without words.
    pub of_document: Vec<Option<NodeId>>,
}

/// A sample of texts: every `one_in`-th text, beginning with text `first`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPart {
    /// Sampling rate, at least 1.
    pub one_in: u32,
    pub first: u32,
}

impl TextPart {
    pub const ALL: Self = Self { one_in: 1, first: 0 };

    const fn contains_text(self, text: usize) -> bool {
        text as u32 % self.one_in == self.first
    }

    pub const fn count_texts(self, texts: usize) -> usize {
        texts.saturating_sub(self.first as usize).div_ceil(self.one_in as usize)
    }
}

pub struct SketchedTexts<'a> {
    pub(super) cancel: &'a Cancel,
    pub nodes: Nodes,
    store: Store,
}

pub(super) fn nodes_of_texts(nodes: &Nodes) -> impl Iterator<Item = &Node> {
    (0..nodes.id_limit() as NodeId).filter_map(|id| nodes.get(id))
}

impl<'a> DistinctTexts<'a> {
    /// Finds the distinct texts of the material under `params`, which may differ from the material's except in
    /// `encoding`, `words` and `language`. `None` when cancelled.
    pub fn new(material: &'a Material, params: &'a Params, cancel: &'a Cancel) -> Option<Self> {
        let Material { records, lexicon, .. } = material;
        let mut canon = CanonicalTables::default();
        canon.extend_to_lexicon(params, records.iter(), lexicon, params.hash != HashKind::Wide);
        let found = run_in_pieces(
            records.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            || (Vec::new(), Vec::new()),
            |(hashes, bytes), range| {
                let identify = |record: &DocWords| {
                    canon.write_hashes(record, lexicon, hashes);
                    Some((hash_of_all_words(hashes, bytes)?, hashes.len() as u32))
                };
                records[range].iter().map(identify).collect::<Vec<_>>()
            },
            drop,
        )?;
        let mut nodes = Nodes::default();
        let mut texts = Self {
            cancel,
            lexicon,
            canon,
            names: Vec::new(),
            records: Vec::new(),
            identities: Vec::new(),
            of_document: Vec::with_capacity(records.len()),
        };
        let documents = material.paths.iter().zip(records);
        for ((path, record), found) in documents.zip(found.into_iter().flatten()) {
            let node = found.map(|(identity, words)| {
                let (id, is_new) = nodes.add_document(identity, words);
                if is_new {
                    texts.names.push(path);
                    texts.records.push(record);
                    texts.identities.push((identity, words));
                }
                id
            });
            texts.of_document.push(node);
        }
        Some(texts)
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Sketches all texts. `None` when cancelled.
    pub fn sketch_all_texts(&self, cut: ShingleParams) -> Option<SketchedTexts<'a>> {
        self.sketch_part(cut, None, TextPart::ALL)
    }

    /// Sketches some texts, leaving the others empty, with words in the random order of a number instead of the order
    /// of the text. `None` when cancelled.
    pub fn sketch_part(
        &self,
        cut: ShingleParams,
        shuffle: Option<u32>,
        part: TextPart,
    ) -> Option<SketchedTexts<'a>> {
        let store = Store::default();
        let sizes = run_in_pieces(
            self.records.len(),
            DOCUMENTS_A_PIECE,
            self.cancel,
            || (store.new_scatter(), TrialScratch::default()),
            |(scatter, scratch), range| {
                let sketch = |at: usize| {
                    let keys: &[u64] = if part.contains_text(at) {
                        scratch.compute_keys(self, at, cut, shuffle)
                    } else {
                        &[]
                    };
                    scatter.add(at as u32, keys);
                    keys.len() as u32
                };
                range.map(sketch).collect::<Vec<_>>()
            },
            |(scatter, _)| scatter.flush_all_buckets(),
        )?;
        let mut nodes = Nodes::default();
        let texts = self.of_document.iter().flatten();
        for (identity, words) in texts.filter_map(|id| self.identities.get(*id as usize)) {
            nodes.add_document(*identity, *words);
        }
        for (id, keys) in sizes.into_iter().flatten().enumerate() {
            nodes.set_shingle_count(id as NodeId, keys);
        }
        Some(SketchedTexts { cancel: self.cancel, nodes, store })
    }

    /// Returns the sorted keys of each text. `None` when cancelled.
    pub(super) fn sorted_keys(&self, cut: ShingleParams) -> Option<Vec<Box<[u64]>>> {
        let found = run_in_pieces(
            self.records.len(),
            DOCUMENTS_A_PIECE,
            self.cancel,
            TrialScratch::default,
            |scratch, range| {
                let keys = |at| {
                    let mut keys: Box<[u64]> = scratch.compute_keys(self, at, cut, None).into();
                    keys.sort_unstable();
                    keys
                };
                range.map(keys).collect::<Vec<_>>()
            },
            drop,
        )?;
        Some(found.into_iter().flatten().collect())
    }

    /// Returns the first document with a text, in path order.
    pub fn name_of_text(&self, text: NodeId) -> DocPath {
        self.names.get(text as usize).map_or_else(|| DocPath::new(""), |path| (*path).clone())
    }

    /// Returns the number of canonical words of a text, with repetitions.
    pub fn count_words_of_text(&self, text: NodeId) -> u32 {
        self.identities.get(text as usize).map_or(0, |(_, words)| *words)
    }
}

#[derive(Default)]
struct TrialScratch {
    hashes: Vec<u64>,
    texts: Vec<Arc<str>>,
    sketcher: Sketcher,
}

impl TrialScratch {
    fn compute_keys(
        &mut self,
        from: &DistinctTexts<'_>,
        at: usize,
        cut: ShingleParams,
        shuffle: Option<u32>,
    ) -> &[u64] {
        let DistinctTexts { lexicon, canon, records, identities, .. } = from;
        let record = records[at];
        canon.write_hashes(record, lexicon, &mut self.hashes);
        if let Some(number) = shuffle {
            // Uses the text itself as the seed, so that other documents have no effect.
            shuffle_words(&mut self.hashes, mix_bits(identities[at].0 as u64 ^ u64::from(number)));
        }
        if needs_word_texts(cut) {
            canon.write_texts(record, lexicon, &mut self.texts);
        }
        self.sketcher.sketch(&self.hashes, &self.texts, cut)
    }
}

impl SketchedTexts<'_> {
    /// Indexes the texts with numbers divisible by `one_in`. `None` when cancelled.
    pub fn build_index(&self, one_in: u32) -> Option<Index> {
        let mut members = self.nodes.index_members();
        members.retain(|member| member.holder.is_multiple_of(one_in));
        Index::build(&self.store, members, None, &|_| false, self.cancel)
    }
}

/// Shuffles `words` by `seed` alone (Fisher and Yates).
fn shuffle_words(words: &mut [u64], seed: u64) {
    let mut state = seed;
    for last in (1..words.len()).rev() {
        let other = (u128::from(next_random(&mut state)) * (last as u128 + 1)) >> 64;
        words.swap(last, other as usize);
    }
}

/// Returns the next number of `splitmix64` (Steele, Lea and Flood 2014).
pub fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(BASE);
    mix_bits(*state)
}

#[cfg(test)]
mod tests {
    use super::shuffle_words;

    #[test]
    fn the_words_stay_and_every_place_is_as_likely_as_any_other() {
        let mut first = [0_u32; 6];
        for seed in 0..6000 {
            let mut words = [1, 2, 3, 4, 5, 6];
            shuffle_words(&mut words, seed);
            let mut again = [1, 2, 3, 4, 5, 6];
            shuffle_words(&mut again, seed);
            assert_eq!(words, again);
            first[words[0] as usize - 1] += 1;
            words.sort_unstable();
            assert_eq!(words, [1, 2, 3, 4, 5, 6]);
        }
        // A thousand each, within five standard errors of 29.
        assert!(first.iter().all(|times| (855..=1145).contains(times)), "{first:?}");
    }
}
