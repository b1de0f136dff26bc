use crate::pipeline::{Params, StopWords};
use crate::shingle::{hash::set_begin_bit, word_hash_of_bytes};
use crate::text::normalize::stop_words::PHP_SHINGLES;
use crate::text::{Language, Normalizer, Part};

pub fn build_normalizer(params: &Params, language: Option<Language>) -> Normalizer {
    let language = params.language_in_use(language);
    let stop: Vec<&str> = match &params.stop_words {
        StopWords::On | StopWords::Inside => {
            language.and_then(Language::stop_words).unwrap_or_default().to_vec()
        }
        StopWords::Off => Vec::new(),
        StopWords::PhpShingles => PHP_SHINGLES.to_vec(),
        StopWords::List(list) => list.words.iter().map(String::as_str).collect(),
    };
    let added = params.stop_words_add.iter().flat_map(|list| &list.words).map(String::as_str);
    let (letters, stop) = (params.letter_folding(language), stop.into_iter().chain(added));
    let mut normalizer = Normalizer::new(language, letters, stop, params.stem);
    normalizer.parts = params.ignores_parts_of_speech(language);
    normalizer.inside = params.stop_words == StopWords::Inside;
    normalizer
}

/// Returns the canonical form of a word and its hash, or `None` if the word does not count.
pub fn canonical_form(normalizer: &Normalizer, word: &str, part: Part) -> Option<(String, u64)> {
    with_canonical_form(normalizer, word, part, |form, hash| {
        (String::from_utf8_lossy(form).into_owned(), hash)
    })
}

/// Calls `with` with the canonical form of a word and its hash, unless the word does not count. If stop words stay
/// inside shingles, the hash marks them.
pub fn with_canonical_form<T>(
    normalizer: &Normalizer,
    word: &str,
    part: Part,
    with: impl FnOnce(&[u8], u64) -> T,
) -> Option<T> {
    normalizer.with_counted_form(word, part, |form, begins| {
        let hash = word_hash_of_bytes(form);
        with(form, begins.map_or(hash, |begins| set_begin_bit(hash, begins)))
    })
}
