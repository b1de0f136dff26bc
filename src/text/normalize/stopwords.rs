//! Collects stop words from the built-in lists, the article and the user.

use std::collections::HashSet;

use super::letters::Letters;
use super::{StopList, WordList};
use crate::text::language::Language;
use crate::text::tokenize::clean::clean;

/// The words that the `php-shingles` article drops.
const PHP_SHINGLES: [&str; 26] = [
    "это", "как", "так", "в", "на", "над", "к", "ко", "до", "за", "то", "с", "со", "для", "о",
    "ну", "же", "ж", "что", "он", "она", "б", "бы", "ли", "и", "у",
];

/// The stop words, folded by `letters`: each as written, and as the tokeniser would give it (composed, `'` for `’`).
pub(super) fn gather(
    language: Option<Language>,
    letters: Letters,
    stop: StopList<'_>,
    add: Option<&WordList>,
) -> HashSet<String> {
    let mut words = HashSet::new();
    let mut take = |word: &str| {
        words.insert(letters.fold(word).into_owned());
        words.insert(letters.fold(clean(word).text()).into_owned());
    };
    match stop {
        StopList::OfLanguage => {
            language
                .and_then(Language::stop_words)
                .unwrap_or_default()
                .iter()
                .for_each(|w| take(w));
        }
        StopList::Empty => {}
        StopList::PhpShingles => PHP_SHINGLES.iter().for_each(|word| take(word)),
        StopList::Words(list) => list.words.iter().for_each(|word| take(word)),
    }
    for word in add.into_iter().flat_map(|list| &list.words) {
        take(word);
    }
    words
}
