//! Collects stop words from the built-in lists, the article and the user.

use hashbrown::HashSet;

use super::letters::Letters;
use super::{StopList, WordList};
use crate::text::language::Language;
use crate::text::tokenize::clean::clean;

/// The words that the `php-shingles` article drops.
const PHP_SHINGLES: [&str; 26] = [
    "это", "как", "так", "в", "на", "над", "к", "ко", "до", "за", "то", "с", "со", "для", "о",
    "ну", "же", "ж", "что", "он", "она", "б", "бы", "ли", "и", "у",
];

/// Folded stop words, by their bytes.
pub(super) type StopSet = HashSet<Box<[u8]>>;

/// The stop words, folded by `letters`: each as written, and as the tokeniser would give it (composed, `'` for `’`).
pub(super) fn gather(
    language: Option<Language>,
    letters: Letters,
    stop: StopList<'_>,
    add: Option<&WordList>,
) -> StopSet {
    let mut words = StopSet::new();
    let mut take = |word: &str| {
        words.insert(letters.fold(word).as_bytes().into());
        words.insert(letters.fold(clean(word).text()).as_bytes().into());
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
