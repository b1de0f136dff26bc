use crate::pipeline::{Params, StopWords};
use crate::shingle::{hash::mark_begin, word_hash, word_hash_of};
use crate::text::{Language, NormalizedWord, Normalizer, Part, StopList};

pub fn normalizer(params: &Params, language: Option<Language>) -> Normalizer {
    let stop = match &params.stop_words {
        StopWords::On | StopWords::Inside => StopList::OfLanguage,
        StopWords::Off => StopList::Empty,
        StopWords::PhpShingles => StopList::PhpShingles,
        StopWords::List(list) => StopList::Words(list),
    };
    let add = params.stop_words_add.as_deref();
    Normalizer::new(language, params.letters(language), stop, add, params.stem)
        .by_parts(params.removes_parts(language))
        .keeping(params.stop_words == StopWords::Inside)
}

/// Returns the canonical form of a word and its hash; `None` for a word that is not counted. If stop words stay inside
/// shingles, the hash marks them.
pub fn canonical(normalizer: &Normalizer, word: &str, part: Part) -> Option<(String, u64)> {
    let form = match normalizer.decide(word, part) {
        NormalizedWord::Keep(form) | NormalizedWord::Inside(form) => form,
        NormalizedWord::StopWord | NormalizedWord::LeftOut => return None,
    };
    let hash = mark_if_stop_word(normalizer, word, word_hash(&form));
    Some((form, hash))
}

pub fn canonical_hash(normalizer: &Normalizer, word: &str, part: Part) -> Option<u64> {
    normalizer.with_kept(word, part, |form, begins| {
        let hash = word_hash_of(form);
        begins.map_or(hash, |begins| mark_begin(hash, begins))
    })
}

/// Returns the hash of a word's form, marked if the word is a stop word that stays inside shingles.
pub(crate) fn mark_if_stop_word(normalizer: &Normalizer, word: &str, hash: u64) -> u64 {
    normalizer.begins(word).map_or(hash, |begins| mark_begin(hash, begins))
}
