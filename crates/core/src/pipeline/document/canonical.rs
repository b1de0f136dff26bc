use crate::pipeline::{Params, StopWords};
use crate::shingle::{hash::set_begin_bit, word_hash_of_bytes};
use crate::text::{Language, Normalizer, Part, StopList};

pub fn build_normalizer(params: &Params, language: Option<Language>) -> Normalizer {
    let language = params.language_in_use(language);
    let stop = match &params.stop_words {
        StopWords::On | StopWords::Inside => StopList::OfLanguage,
        StopWords::Off => StopList::Empty,
        StopWords::PhpShingles => StopList::PhpShingles,
        StopWords::List(list) => StopList::Words(list),
    };
    let add = params.stop_words_add.as_deref();
    Normalizer::new(language, params.letter_folding(language), stop, add, params.stem)
        .with_parts_of_speech(params.ignores_parts_of_speech(language))
        .with_inside_words(params.stop_words == StopWords::Inside)
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
