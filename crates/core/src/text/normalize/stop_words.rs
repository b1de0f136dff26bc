use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::letters::Letters;
use crate::text::{Language, tokenize::clean::clean_text};

impl Language {
    pub fn has_stop_words(self) -> bool {
        self.stop_words().is_some()
    }

    /// Returns the stop words of a language: the short NLTK list if it exists, else the list of `stopwords-iso`.
    ///
    /// Both written forms of Norwegian share one list.
    pub fn stop_words(self) -> Option<&'static [&'static str]> {
        ::stop_words::lookup(match self.code() {
            "nb" | "nn" => "no",
            code => code,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordList {
    pub name: String,
    /// The words, as written in the list.
    pub words: BTreeSet<String>,
}

impl WordList {
    /// Parses a list with one word per line, and ignores surrounding white space, empty lines, and lines that begin
    /// with `#`.
    ///
    /// Words stay as written, until a [`Normalizer`](super::Normalizer) folds them like the words of a text.
    pub fn parse(name: impl Into<String>, text: &str) -> Self {
        let words = text
            .trim_start_matches('\u{feff}')
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_string)
            .collect();
        Self { name: name.into(), words }
    }
}

/// The 26 Russian words of the `php-shingles` article.
pub const PHP_SHINGLES: [&str; 26] = [
    "это", "как", "так", "в", "на", "над", "к", "ко", "до", "за", "то", "с", "со", "для", "о",
    "ну", "же", "ж", "что", "он", "она", "б", "бы", "ли", "и", "у",
];

pub(super) type StopSet = hashbrown::HashSet<Box<[u8]>>;

/// Builds a set of stop words. Contains each word as written and as the tokenizer emits it (composed, `'` for `’`),
/// both folded.
pub(super) fn build_stop_set<'w>(
    letters: Letters,
    words: impl IntoIterator<Item = &'w str>,
) -> StopSet {
    let mut set = StopSet::new();
    for word in words {
        set.insert(letters.fold(word).as_bytes().into());
        set.insert(letters.fold(clean_text(word).text()).as_bytes().into());
    }
    set
}
