//! Makes sketches from bytes in one pass, without storing words. For runs whose parameters cannot change.
//! [`super::record`] stores words for the corpus; tests compare both ways.

use std::sync::{Mutex, PoisonError};

use documents::Source;

use super::nodes::Nodes;
use super::record::DocWords;
use super::sketches::TextSketcher;
use crate::compare::{Scatter, Store};
use crate::pipeline::document::info::{Languages, detects_languages, needs_parts_of_speech};
use crate::pipeline::document::{build_normalizer, with_canonical_form};
use crate::pipeline::parameters::{LanguageChoice, Params, shingle_params};
use crate::pipeline::source::{NoSource, catch_panic};
use crate::shingle::hash::{word_hash_of_eight, word_hash_of_sixteen};
use crate::shingle::{needs_word_texts, word_hash_of_bytes};
use crate::text::{
    Eights, Gatherer, Language, Normalizer, Part, Stretches, WordCache, for_each_word_with_part,
    tokenize,
};

/// Collects the sketches of a whole folder.
///
/// Detects languages only if results depend on them.
#[derive(Debug)]
pub struct OnePass<'a> {
    params: &'a Params,
    store: Store,
    nodes: Mutex<Nodes>,
}

impl<'a> OnePass<'a> {
    /// Creates a collector. `None` if the parameters need the text of words, or passages, and so stored words.
    pub fn new(params: &'a Params) -> Option<Self> {
        let serves = !needs_word_texts(shingle_params(params)) && params.passage.is_none();
        serves.then(|| Self { params, store: Store::default(), nodes: Mutex::default() })
    }

    #[must_use]
    pub fn with_earlier_texts(self, (nodes, store): (Nodes, Store)) -> Self {
        Self { nodes: Mutex::new(nodes), store, ..self }
    }

    pub fn new_thread_state(&self) -> OnePassThread<'_> {
        OnePassThread {
            passing: self,
            hashers: Vec::new(),
            last: None,
            languages: Gatherer::default(),
            text: TextSketcher::new(self.params),
            gathered: Vec::new(),
            scatter: self.store.new_scatter(),
        }
    }

    /// Returns the distinct texts with their sketches, when all threads are [finished](OnePassThread::flush_keys).
    pub fn into_texts_and_store(self) -> (Nodes, Store) {
        (self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner), self.store)
    }
}

/// The work of one thread, with buffers that every document reuses.
#[derive(Debug)]
pub struct OnePassThread<'a> {
    passing: &'a OnePass<'a>,
    hashers: Vec<WordHasher>,
    /// Main language of the last document with a known language. The next document is hashed in this language until its
    /// words have another one.
    last: Option<Language>,
    languages: Gatherer,
    text: TextSketcher<'a>,
    /// Hashes of all words in `last`, kept while some words are hashed in another language.
    gathered: Vec<u64>,
    scatter: Scatter<'a>,
}

impl OnePassThread<'_> {
    /// Reads and sketches a document.
    ///
    /// # Errors
    /// [`NoSource::Text`], because a stage panicked.
    pub fn process_source(&mut self, source: &Source<'_>) -> Result<DocWords, NoSource> {
        let record = catch_panic(|| Ok(self.hash_canonical_words(source)))?;
        let node = self.text.add_document(&self.passing.nodes, &mut self.scatter);
        Ok(DocWords { node, ..record })
    }

    /// Writes the buffered keys to the store.
    pub fn flush_keys(self) {
        self.scatter.flush_all_buckets();
    }

    fn hash_canonical_words(&mut self, source: &Source<'_>) -> DocWords {
        let (text, params) = (&*source.text, self.passing.params);
        let chosen = match params.language {
            LanguageChoice::Fixed(language) => Some(Some(language)),
            LanguageChoice::Auto => (!detects_languages(params)).then_some(None),
        };
        if let Some(language) = chosen {
            let tagged = params.ignores_parts_of_speech(language);
            let (mixed, words) = self.hash_in_language(text, language, tagged);
            let reading = Stretches::single(words, language);
            return DocWords { mixed, tagged, ..DocWords::without_words(source.into(), reading) };
        }
        // These are hashes in the last document's language, with dropped words.
        self.text.hashes.clear();
        let (sampled, languages) = (&mut self.text.hashes, &mut self.languages);
        let hasher = hasher_of_language(&mut self.hashers, params, self.last);
        let (mixed, detected) =
            hasher.hash_words_of_text(text, params, Some(languages), |hash| sampled.push(hash));
        let detected = detected.unwrap_or(Stretches::single(0, None));
        let tagged = needs_parts_of_speech(Some(&detected), params);
        if tagged || detected.single_language() != Some(self.last) {
            self.hash_by_stretch(text, &detected, tagged);
        } else {
            remove_dropped_words(&mut self.text.hashes);
        }
        self.last = Languages::from_stretches(&detected).main_language().or(self.last);
        let record = DocWords::without_words(source.into(), detected.clone());
        DocWords { mixed, detected: Some(detected), tagged, ..record }
    }

    /// Hashes the words of a text in one language, and returns the numbers of disguised and of all words.
    fn hash_in_language(
        &mut self,
        text: &str,
        language: Option<Language>,
        tagged: bool,
    ) -> (u32, u32) {
        let params = self.passing.params;
        let hasher = hasher_of_language(&mut self.hashers, params, language);
        let words = &mut self.text.hashes;
        words.clear();
        if hasher.normalizer.is_folding_only() && !tagged {
            let WordHasher { normalizer, words: known, .. } = hasher;
            let mixed = tokenize(text, params.words, &mut |span, word| {
                let eights = Eights::in_text(text.as_bytes(), span.start, word);
                let find_out = || normalizer.with_folded(word, word_hash_of_bytes);
                let folded = hash_if_only_folded(normalizer, word.len() as u32, eights);
                words.push(folded.unwrap_or_else(|| known.get(word, Part::Other, find_out)));
            });
            return (mixed, words.len() as u32);
        }
        let mixed = if tagged {
            for_each_word_with_part(text, params.words, true, |word, part| {
                words.push(hasher.hash_word(word, part));
            })
        } else {
            hasher.hash_words_of_text(text, params, None, |hash| words.push(hash)).0
        };
        let count = words.len() as u32;
        remove_dropped_words(words);
        (mixed, count)
    }

    /// Hashes each stretch in its own language, with the known hashes of words in the last language.
    fn hash_by_stretch(&mut self, text: &str, detected: &Stretches, tagged: bool) {
        let params = self.passing.params;
        let Self { hashers, text: TextSketcher { hashes, .. }, gathered, last, .. } = self;
        std::mem::swap(hashes, gathered);
        hashes.clear();
        let mut stretches = detected.word_ranges();
        let (mut at, mut end) = (0, 0);
        let mut hasher = None;
        for_each_word_with_part(text, params.words, tagged, |word, part| {
            while at >= end
                && let Some((range, language)) = stretches.next()
            {
                end = range.end;
                let is_hashed = !tagged && language == *last;
                hasher = (!is_hashed).then(|| find_or_add_hasher(hashers, params, language));
            }
            let hash = match hasher {
                Some(place) => hashers[place].hash_word(word, part),
                None => gathered.get(at).copied().unwrap_or(DROPPED),
            };
            if hash != DROPPED {
                hashes.push(hash);
            }
            at += 1;
        });
    }
}

#[derive(Debug)]
struct WordHasher {
    language: Option<Language>,
    normalizer: Normalizer,
    /// The hash of each word's canonical form, or [`DROPPED`].
    words: WordCache<u64>,
}

/// Marks a dropped word; words do not have this hash.
const DROPPED: u64 = 0;

impl WordHasher {
    fn new(language: Option<Language>, params: &Params) -> Self {
        let words = WordCache::new(detects_languages(params));
        Self { language, normalizer: build_normalizer(params, language), words }
    }

    /// Calls `take` with the hash of each word of a text, for languages without parts of speech.
    fn hash_words_of_text(
        &mut self,
        text: &str,
        params: &Params,
        languages: Option<&mut Gatherer>,
        mut take: impl FnMut(u64),
    ) -> (u32, Option<Stretches>) {
        let Self { normalizer, words, .. } = self;
        let find_out = |word: &str| canonical_hash_of(normalizer, word, Part::Other);
        words.read_words(text, params.words, languages, find_out, |_, _, hash| take(hash))
    }

    fn hash_word(&mut self, word: &str, part: Part) -> u64 {
        let Self { normalizer, words, .. } = self;
        words.get(word, part, || canonical_hash_of(normalizer, word, part))
    }
}

fn canonical_hash_of(normalizer: &Normalizer, word: &str, part: Part) -> u64 {
    with_canonical_form(normalizer, word, part, |_, hash| hash).unwrap_or(DROPPED)
}

fn find_or_add_hasher(
    hashers: &mut Vec<WordHasher>,
    params: &Params,
    language: Option<Language>,
) -> usize {
    hashers.iter().position(|hasher| hasher.language == language).unwrap_or_else(|| {
        hashers.push(WordHasher::new(language, params));
        hashers.len() - 1
    })
}

fn hasher_of_language<'h>(
    hashers: &'h mut Vec<WordHasher>,
    params: &Params,
    language: Option<Language>,
) -> &'h mut WordHasher {
    let place = find_or_add_hasher(hashers, params, language);
    &mut hashers[place]
}

/// Removes dropped words without a branch, which a processor could not predict.
fn remove_dropped_words(hashes: &mut Vec<u64>) {
    let mut count = 0;
    for place in 0..hashes.len() {
        let hash = hashes[place];
        hashes[count] = hash;
        count += usize::from(hash != DROPPED);
    }
    hashes.truncate(count);
}

/// Returns the hash of a word of at most sixteen ASCII letters, if nothing but its case changes. `None` for other
/// words.
///
/// Nearly every word is like this. Its case is folded while hashing, without a branch on the length of words of up to
/// eight letters.
#[inline]
fn hash_if_only_folded(
    normalizer: &Normalizer,
    length: u32,
    eights: Option<Eights>,
) -> Option<u64> {
    let fold = |eight| normalizer.fold_eight(eight);
    match eights {
        Some(Eights::One(eight)) if eight & BEYOND_ASCII == 0 => {
            Some(word_hash_of_eight(fold(eight), length))
        }
        Some(Eights::Two(first, last)) if (first | last) & BEYOND_ASCII == 0 => {
            Some(word_hash_of_sixteen(fold(first), fold(last), length))
        }
        _ => None,
    }
}

/// The highest bit of each of eight bytes, which is 0 in ASCII.
const BEYOND_ASCII: u64 = 0x8080_8080_8080_8080;

#[cfg(test)]
mod tests {
    use super::{Eights, hash_if_only_folded};
    use crate::text::{Case, Normalizer, Part, Stem};
    use crate::{pipeline::document::canonical_form, shingle::word_hash};

    #[test]
    fn a_word_is_hashed_as_it_is_decided() {
        let letters = ["a", "Z", "é", "É", "я", "Я", "ß", "İ", "漢", "'", "7"];
        let words = (1..20).flat_map(|length| {
            let whole = letters.map(|letter| letter.repeat(length));
            let within = letters.map(|letter| format!("{}{letter}", "Ab".repeat(length)));
            let before = letters.map(|letter| format!("{letter}{}", "x".repeat(length)));
            whole.into_iter().chain(within).chain(before)
        });
        for word in words {
            for case in [Case::Unicode, Case::Ascii, Case::Keep] {
                let normalizer = Normalizer::new(None, case, [], Stem::Off);
                let (form, _) = canonical_form(&normalizer, &word, Part::Other).unwrap();
                for behind in ["", " ", " Ünd", " and others"] {
                    let text = format!("Ab {word}{behind}");
                    let eights =
                        Eights::in_text(text.as_bytes(), 3, text.get(3..3 + word.len()).unwrap());
                    let found = hash_if_only_folded(&normalizer, word.len() as u32, eights);
                    assert!(found.is_none_or(|found| found == word_hash(&form)), "{text} {case:?}");
                    let is_short = word.is_ascii() && word.len() <= 8;
                    assert!(found.is_some() || !is_short || behind.len() < 8, "{text}");
                }
            }
        }
    }
}
