//! Makes sketches of stored words, for all documents or a few: canonical words, distinct texts, and their retained
//! shingles.

use std::sync::{Arc, Mutex, PoisonError};
use std::{cell::LazyCell, ops::Range};

use hashbrown::HashSet;

use super::nodes::{NodeId, Nodes, Sketched};
use super::{canonical_table::CanonicalTables, record::DocWords};
use crate::pipeline::document::passages::{PassageInput, ignored_word_number, mark_ignored_places};
use crate::pipeline::{
    IgnoredShingles, Params, Stage, document::hash_of_all_words, shingle_params,
};
use crate::shingle::{ShingleParams, Sketcher, Window, hash::shingle_keys, needs_word_texts};
use crate::{compare::Scatter, compare::Store, text::Lexicon};
use base::{cancel::Cancel, lock::lock_mutex, workers::run_in_pieces};

/// A function that reports long work: the stage, the finished documents, and all documents, 0 if unknown.
pub type Progress<'a> = &'a (dyn Fn(Stage, usize, usize) + Sync);

/// Number of documents between two reports of progress.
const DOCUMENTS_A_WORD: usize = 8192;
const DOCUMENTS_A_PIECE: usize = 32;

#[derive(Clone, Copy)]
pub struct Sketches<'a> {
    params: &'a Params,
    lexicon: &'a Lexicon,
    canon: &'a CanonicalTables,
}

/// Sketches texts in turn, with buffers that every text reuses.
#[derive(Debug)]
pub(super) struct TextSketcher<'a> {
    params: &'a Params,
    cut: ShingleParams,
    /// Hashes of the canonical words of the text.
    pub(super) hashes: Vec<u64>,
    texts: Vec<Arc<str>>,
    bytes: Vec<u8>,
    sketcher: Sketcher,
}

impl<'a> TextSketcher<'a> {
    pub(super) fn new(params: &'a Params) -> Self {
        let (hashes, texts, bytes) = (Vec::new(), Vec::new(), Vec::new());
        let (cut, sketcher) = (shingle_params(params), Sketcher::default());
        Self { params, cut, hashes, texts, bytes, sketcher }
    }

    fn identity(&mut self) -> Option<u128> {
        hash_of_all_words(&self.hashes, &mut self.bytes)
    }

    fn compute_keys(&mut self) -> &[u64] {
        self.sketcher.sketch(&self.hashes, &self.texts, self.cut)
    }

    /// Returns the sizes of the last text with `keys` keys.
    fn measure_sketch(&self, keys: usize) -> Sketched {
        let all = self.sketcher.shingle_keys();
        let mut shingle_keys: Box<[u64]> =
            if self.params.is_verified() { all.into() } else { Box::default() };
        shingle_keys.sort_unstable();
        Sketched { keys: keys as u32, shingles: all.len() as u32, shingle_keys }
    }

    /// Adds a document with the current words, and sketches its text if new. Returns the text; `None` without words.
    pub(super) fn add_document(
        &mut self,
        nodes: &Mutex<Nodes>,
        scatter: &mut Scatter<'_>,
    ) -> Option<NodeId> {
        let (identity, words) = (self.identity()?, self.hashes.len() as u32);
        let (id, is_new) = lock_mutex(nodes).add_document(identity, words);
        if is_new {
            let keys = self.compute_keys();
            scatter.add(id, keys);
            let count = keys.len();
            let sketched = self.measure_sketch(count);
            lock_mutex(nodes).set_sketch_sizes(id, sketched);
        }
        Some(id)
    }
}

pub struct SketchDraft {
    pub identity: Option<u128>,
    /// Number of canonical words of the document.
    pub words: u32,
    pub keys: Box<[u64]>,
    pub sketched: Sketched,
}

impl<'a> Sketches<'a> {
    pub fn new<'r>(
        params: &'a Params,
        lexicon: &'a Lexicon,
        canon: &'a mut CanonicalTables,
        records: impl Iterator<Item = &'r DocWords>,
    ) -> Self {
        let texts = needs_word_texts(shingle_params(params));
        canon.extend_to_lexicon(params, records, lexicon, texts);
        Self { params, lexicon, canon }
    }

    /// Uses tables that were prepared for the languages of the documents.
    pub const fn with_tables(
        params: &'a Params,
        lexicon: &'a Lexicon,
        canon: &'a CanonicalTables,
    ) -> Self {
        Self { params, lexicon, canon }
    }

    /// Sketches all documents into an empty store, and returns the text of each document, `None` without words. `None`
    /// when cancelled; the store is then unusable.
    pub fn sketch_all(
        &self,
        records: &[&DocWords],
        store: &Store,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<(Nodes, Vec<Option<NodeId>>)> {
        let nodes = Mutex::new(Nodes::default());
        let mut found = Vec::with_capacity(records.len());
        for chunk in records.chunks(DOCUMENTS_A_WORD) {
            progress(Stage::Sketch, found.len(), records.len());
            let pieces = run_in_pieces(
                chunk.len(),
                DOCUMENTS_A_PIECE,
                cancel,
                || (TextSketcher::new(self.params), store.new_scatter()),
                |(work, scatter), range| {
                    let mut place = |record: &&DocWords| {
                        self.load_words(record, work);
                        work.add_document(&nodes, scatter)
                    };
                    chunk[range].iter().map(&mut place).collect::<Vec<_>>()
                },
                |(_, scatter)| scatter.flush_all_buckets(),
            )?;
            found.extend(pieces.into_iter().flatten());
        }
        Some((nodes.into_inner().unwrap_or_else(PoisonError::into_inner), found))
    }

    /// Sketches a few documents without storing the sketches, or returns `None` when cancelled.
    pub fn sketch_documents(
        &self,
        records: &[&DocWords],
        cancel: &Cancel,
    ) -> Option<Vec<SketchDraft>> {
        let found = run_in_pieces(
            records.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            || TextSketcher::new(self.params),
            |work, range| {
                let draft = |record: &&DocWords| {
                    self.load_words(record, work);
                    let (identity, words) = (work.identity(), work.hashes.len() as u32);
                    let keys: Box<[u64]> = work.compute_keys().into();
                    let sketched = work.measure_sketch(keys.len());
                    SketchDraft { identity, words, keys, sketched }
                };
                records[range].iter().map(draft).collect::<Vec<_>>()
            },
            drop,
        )?;
        Some(found.into_iter().flatten().collect())
    }

    pub fn build_passage_input(
        self,
        record: &'a DocWords,
        left_out: &'a IgnoredShingles,
        common: Option<&IgnoredShingles>,
        is_second: bool,
    ) -> PassageInput<'a> {
        let count = record.words().len();
        let mut words = Vec::with_capacity(count);
        let (mut origin, mut hashes) = (Vec::with_capacity(count), Vec::with_capacity(count));
        self.canon.for_each_word(record, self.lexicon, |number, is_counted| {
            if is_counted {
                origin.push(words.len() as u32);
                hashes.push(number);
            }
            words.push(number);
        });
        let cut = shingle_params(self.params);
        let window = cut.window_over(hashes.len());
        let words_of = |ignored: &IgnoredShingles| {
            if ignored.is_empty() {
                return Vec::new();
            }
            let counted =
                |(at, key)| cut.forms_shingle(&hashes[window.words_of_shingle(at)]).then_some(key);
            let all = shingle_keys(&hashes, window).enumerate().map(counted);
            mark_ignored_places(
                words.len(),
                &origin,
                &ignored.mark_ignored_words(hashes.len(), window, all),
            )
        };
        let common = common.map(words_of).unwrap_or_default();
        let places = words_of(left_out);
        for (at, _) in places.iter().enumerate().filter(|(_, is_out)| **is_out) {
            words[at] = ignored_word_number(at, is_second);
        }
        let sample = LazyCell::new(move || {
            (cut.modulo > 1).then(|| {
                let mut work = TextSketcher::new(self.params);
                self.load_words(record, &mut work);
                work.compute_keys();
                work.sketcher.shingle_keys().iter().copied().collect::<HashSet<u64>>()
            })
        });
        let keys_within = move |words: Range<usize>| {
            let shingles = window.shingles_in(words);
            let start = shingles.start * window.step;
            let within = Window { count: shingles.len(), ..window };
            let keys_in_order =
                (start..).step_by(window.step).zip(shingle_keys(&hashes[start..], within));
            let counted = keys_in_order.filter(|(at, key)| {
                cut.forms_shingle(&hashes[*at..*at + window.width])
                    && !left_out.has_key(*key)
                    && sample.as_ref().is_none_or(|sample| sample.contains(key))
            });
            counted.map(|(at, key)| (at as u32, key)).collect()
        };
        PassageInput {
            words: words.into(),
            ignored: places.into(),
            origin: origin.into(),
            keys: Box::new(keys_within),
            common,
            width: window.width,
        }
    }

    /// Appends the keys of a document's shingles in order, sampled or not, each with its first word. If sketches
    /// estimate, appends the keys of the sketch, with 0 instead of a word.
    pub fn append_shingle_keys(&self, record: &DocWords, into: &mut Vec<(u64, u32)>) {
        let mut work = TextSketcher::new(self.params);
        self.load_words(record, &mut work);
        if self.params.is_estimate() {
            into.extend(work.compute_keys().iter().map(|key| (*key, 0)));
        } else {
            let window = work.cut.window_over(work.hashes.len());
            let words = (0..).step_by(window.step);
            into.extend(shingle_keys(&work.hashes, window).zip(words));
        }
    }

    fn load_words(&self, record: &DocWords, into: &mut TextSketcher<'_>) {
        self.canon.write_hashes(record, self.lexicon, &mut into.hashes);
        if needs_word_texts(into.cut) {
            self.canon.write_texts(record, self.lexicon, &mut into.texts);
        }
    }
}
