//! Canonical words, decided once per distinct word and language, and remembered. It knows no document.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use crate::base::ids::TokenId;
use crate::pipeline::document::canonical::{in_place, normalizer};
use crate::pipeline::parameters::Params;
use crate::shingle::hash::word_hash;
use crate::text::language::Language;
use crate::text::lexicon::Lexicon;
use crate::text::normalize::letters::Letters;
use crate::text::normalize::{Decision, Normalizer, Stem};

use super::record::Record;

/// What became of each word of the lexicon, a table for each language; filled as words are asked for.
#[derive(Default)]
pub struct Canon {
    tables: HashMap<Option<Language>, CanonTable>,
    /// The forms of words, which outlive a change of stop words and are there again when letters or stemming come back:
    /// folding and stemming a vocabulary takes ten times as long as looking for its stop words.
    forms: HashMap<Forming, Arc<Forms>>,
}

/// What the form of a word depends on; last whether its part of speech counts.
type Forming = (Option<Language>, Letters, Stem, bool);
/// By [`TokenId`]: the hash of the word's form, or [`UNDECIDED`].
type Forms = Vec<AtomicU64>;

/// So many ways to form words are remembered; then all are forgotten.
const FORMINGS: usize = 12;

/// Nothing is known of a word. No word has this hash, nor the next.
const UNDECIDED: u64 = 0;
/// The word is dropped.
const DROPPED: u64 = 1;

struct CanonTable {
    normalizer: Normalizer,
    forms: Arc<Forms>,
    /// By [`TokenId`]: the hash of the canonical word, [`UNDECIDED`] or [`DROPPED`].
    ///
    /// Eight bytes a word keep the frequent ones in the nearest cache. Two threads may decide one word at once: they
    /// come to the same.
    hashes: Vec<AtomicU64>,
    /// By [`TokenId`]: the canonical word itself, for the hashes that are taken of the text. Empty until asked for.
    texts: Vec<OnceLock<Option<Arc<str>>>>,
}

impl Canon {
    /// Words are judged by other parameters from now on.
    pub fn judge_anew(&mut self) {
        self.tables.clear();
        if self.forms.len() > FORMINGS {
            self.forms.clear();
        }
    }

    /// Makes room for every word of `lexicon` in the tables of the languages that records are read in; for the words' texts
    /// too if `texts`.
    pub fn prepare<'r>(
        &mut self,
        params: &Params,
        records: impl Iterator<Item = &'r Record>,
        lexicon: &Lexicon,
        texts: bool,
    ) {
        let limit = lexicon.limit();
        let mut last = None;
        let stretches = records.flat_map(|record| record.reading().all());
        for language in stretches.map(|stretch| stretch.found.language()) {
            // Neighbours mostly have one language.
            if last.replace(language) == Some(language) {
                continue;
            }
            let forming = (language, params.letters(), params.stem, params.removes_parts(language));
            let table = self.tables.entry(language).or_insert_with(|| CanonTable {
                normalizer: normalizer(params, language),
                forms: Arc::default(),
                hashes: Vec::new(),
                texts: Vec::new(),
            });
            if table.hashes.len() < limit {
                table.hashes.resize_with(limit, AtomicU64::default);
            }
            if table.forms.len() < limit {
                // Nobody else holds it while tables are prepared, so it grows in place.
                table.forms = Arc::default();
                let forms = self.forms.entry(forming).or_default();
                if let Some(forms) = Arc::get_mut(forms) {
                    forms.resize_with(limit, AtomicU64::default);
                }
                table.forms = Arc::clone(forms);
            }
            if texts && table.texts.len() < limit {
                table.texts.resize_with(limit, OnceLock::new);
            }
        }
    }

    /// Puts the hashes of a document's canonical words into `hashes`, in order. Its languages must have been
    /// [prepared](Self::prepare).
    pub fn hashes(&self, record: &Record, lexicon: &Lexicon, hashes: &mut Vec<u64>) {
        hashes.clear();
        for (range, found) in record.reading().runs() {
            let ids = record.words().get(range).unwrap_or_default();
            self.hashes_of(found.language(), ids, lexicon, hashes);
        }
    }

    /// The same of a stretch, behind what is there.
    fn hashes_of(
        &self,
        language: Option<Language>,
        ids: &[TokenId],
        lexicon: &Lexicon,
        hashes: &mut Vec<u64>,
    ) {
        let Some(table) = self.tables.get(&language) else { return };
        let mut count = hashes.len();
        hashes.resize(count + ids.len(), UNDECIDED);
        for id in ids {
            let hash = table.hash(*id, lexicon);
            // All are written and some stay: no branch that nobody can foresee.
            hashes[count] = hash;
            count += usize::from(hash != DROPPED);
        }
        hashes.truncate(count);
    }

    /// Puts a document's canonical words into `texts`, in order. Its languages must have been prepared with texts.
    pub fn texts(&self, record: &Record, lexicon: &Lexicon, texts: &mut Vec<Arc<str>>) {
        texts.clear();
        for (range, found) in record.reading().runs() {
            let Some(table) = self.tables.get(&found.language()) else { continue };
            let ids = record.words().get(range).unwrap_or_default();
            texts.extend(ids.iter().filter_map(|id| table.text(*id, lexicon)));
        }
    }
}

impl CanonTable {
    #[inline]
    fn hash(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        match self.hashes[id.0 as usize].load(Ordering::Relaxed) {
            UNDECIDED => self.decide(id, lexicon),
            decided => decided,
        }
    }

    #[cold]
    fn decide(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        let out = lexicon.with_word(id, |word, part| self.normalizer.leaves_out(word, part));
        let decided = if out {
            DROPPED
        } else {
            let form = self.form(id, lexicon);
            lexicon.with_word(id, |word, _| in_place(&self.normalizer, word, form))
        };
        self.hashes[id.0 as usize].store(decided, Ordering::Relaxed);
        decided
    }

    fn form(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        let slot = &self.forms[id.0 as usize];
        match slot.load(Ordering::Relaxed) {
            UNDECIDED => {
                let formed = lexicon
                    .with_word(id, |word, part| word_hash(&self.normalizer.form(word, part)));
                slot.store(formed, Ordering::Relaxed);
                formed
            }
            formed => formed,
        }
    }

    fn text(&self, id: TokenId, lexicon: &Lexicon) -> Option<Arc<str>> {
        let decide = || lexicon.with_word(id, |word, part| self.normalizer.decide(word, part));
        let decided = self.texts[id.0 as usize].get_or_init(|| match decide() {
            Decision::Keep(word) | Decision::Inside(word) => Some(word.into()),
            Decision::StopWord | Decision::LeftOut => None,
        });
        decided.clone()
    }
}
