//! Caches the canonical form of each word, for each language in which it occurs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use super::record::DocWords;
use crate::pipeline::Params;
use crate::pipeline::document::passages::uncounted_word_number;
use crate::pipeline::document::{build_normalizer, canonical_form, with_canonical_form};
use crate::text::{Language, Lexicon, Normalizer};
use base::ids::TokenId;

/// The canonical form of each word of the lexicon, in a table for each language, computed at the first use.
#[derive(Default)]
pub struct CanonicalTables {
    tables: HashMap<Option<Language>, CanonicalTable>,
    /// By [`TokenId`], a number for the word if it does not count, or [`UNDECIDED`].
    uncounted: Vec<AtomicU64>,
}

/// Marks a value that is not computed yet. No word has this hash or [`DROPPED`].
const UNDECIDED: u64 = 0;
const DROPPED: u64 = 1;

struct CanonicalTable {
    normalizer: Normalizer,
    /// By [`TokenId`], the hash of the canonical word, [`UNDECIDED`] or [`DROPPED`].
    ///
    /// Eight bytes for each word keep frequent words in the first-level cache. If two threads compute a word at the
    /// same time, they get the same result.
    hashes: Vec<AtomicU64>,
    /// By [`TokenId`], the canonical word, for hashes that need its text. Filled at the first use.
    texts: Vec<OnceLock<Option<Arc<str>>>>,
}

impl CanonicalTables {
    /// Forgets the forms of unneeded words, because other words will get their numbers.
    pub fn retain_words(&mut self, is_needed: &[bool]) {
        let of_tables = self.tables.values().map(|table| &table.hashes);
        let of_tables = of_tables.chain(std::iter::once(&self.uncounted));
        for hashes in of_tables {
            keep_unneeded_entries(hashes.iter(), is_needed)
                .for_each(|hash| hash.store(UNDECIDED, Ordering::Relaxed));
        }
        for table in self.tables.values_mut() {
            keep_unneeded_entries(table.texts.iter_mut(), is_needed)
                .for_each(|text| *text = OnceLock::new());
        }
    }

    /// Extends the tables of the documents' languages to every word of `lexicon`. With `texts`, also prepares the words
    /// themselves.
    pub fn extend_to_lexicon<'r>(
        &mut self,
        params: &Params,
        records: impl Iterator<Item = &'r DocWords>,
        lexicon: &Lexicon,
        texts: bool,
    ) {
        let limit = lexicon.number_limit();
        if self.uncounted.len() < limit {
            self.uncounted.resize_with(limit, AtomicU64::default);
        }
        let mut last = None;
        let stretches = records.flat_map(|record| record.languages().as_slice());
        for language in stretches.map(|stretch| stretch.language) {
            // Skips a language that was just prepared, because neighbouring documents mostly have the same one.
            if last.replace(language) == Some(language) {
                continue;
            }
            let table = self.tables.entry(language).or_insert_with(|| CanonicalTable {
                normalizer: build_normalizer(params, language),
                hashes: Vec::new(),
                texts: Vec::new(),
            });
            if table.hashes.len() < limit {
                table.hashes.resize_with(limit, AtomicU64::default);
            }
            if texts && table.texts.len() < limit {
                table.texts.resize_with(limit, OnceLock::new);
            }
        }
    }

    /// Writes the hashes of a document's canonical words to `hashes`, in order, from [prepared](Self::extend_to_lexicon) tables.
    pub fn write_hashes(&self, record: &DocWords, lexicon: &Lexicon, hashes: &mut Vec<u64>) {
        hashes.clear();
        for (range, language) in record.languages().word_ranges() {
            let ids = record.words().get(range).unwrap_or_default();
            self.append_hashes(language, ids, lexicon, hashes);
        }
    }

    /// Calls `take` for every word of a document, with its canonical hash and true. A word that does not count gets
    /// another number and false. The tables must be [prepared](Self::extend_to_lexicon).
    pub fn for_each_word(
        &self,
        record: &DocWords,
        lexicon: &Lexicon,
        mut take: impl FnMut(u64, bool),
    ) {
        for (range, language) in record.languages().word_ranges() {
            let Some(table) = self.tables.get(&language) else { continue };
            for id in record.words().get(range).unwrap_or_default() {
                match table.hash_of_word(*id, lexicon) {
                    DROPPED => take(self.uncounted_word_number(*id, lexicon), false),
                    hash => take(hash, true),
                }
            }
        }
    }

    fn uncounted_word_number(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        let slot = &self.uncounted[id.0 as usize];
        match slot.load(Ordering::Relaxed) {
            UNDECIDED => {
                let number = lexicon.with_word(id, |word, _| uncounted_word_number(word));
                slot.store(number, Ordering::Relaxed);
                number
            }
            number => number,
        }
    }

    /// Appends the hashes of words in one language, like [`Self::write_hashes`].
    fn append_hashes(
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
            let hash = table.hash_of_word(*id, lexicon);
            // Always writes, but advances only past retained words, because a branch would be unpredictable.
            hashes[count] = hash;
            count += usize::from(hash != DROPPED);
        }
        hashes.truncate(count);
    }

    /// Writes the canonical words of a document to `texts`, in order, from tables prepared with texts.
    pub fn write_texts(&self, record: &DocWords, lexicon: &Lexicon, texts: &mut Vec<Arc<str>>) {
        texts.clear();
        for (range, language) in record.languages().word_ranges() {
            let Some(table) = self.tables.get(&language) else { continue };
            let ids = record.words().get(range).unwrap_or_default();
            texts.extend(ids.iter().filter_map(|id| table.text_of_word(*id, lexicon)));
        }
    }
}

fn keep_unneeded_entries<T>(
    entries: impl Iterator<Item = T>,
    is_needed: &[bool],
) -> impl Iterator<Item = T> {
    entries.zip(is_needed).filter(|(_, is_needed)| !**is_needed).map(|(entry, _)| entry)
}

impl CanonicalTable {
    #[inline]
    fn hash_of_word(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        match self.hashes[id.0 as usize].load(Ordering::Relaxed) {
            UNDECIDED => self.compute_hash(id, lexicon),
            decided => decided,
        }
    }

    #[cold]
    fn compute_hash(&self, id: TokenId, lexicon: &Lexicon) -> u64 {
        let hash = |word: &str, part| {
            with_canonical_form(&self.normalizer, word, part, |_, hash| hash).unwrap_or(DROPPED)
        };
        let decided = lexicon.with_word(id, hash);
        self.hashes[id.0 as usize].store(decided, Ordering::Relaxed);
        decided
    }

    fn text_of_word(&self, id: TokenId, lexicon: &Lexicon) -> Option<Arc<str>> {
        let decide = |word: &str, part| canonical_form(&self.normalizer, word, part);
        let decided = self.texts[id.0 as usize]
            .get_or_init(|| lexicon.with_word(id, decide).map(|(form, _)| form.into()));
        decided.clone()
    }
}
