//! One word to its canonical form, or to the reason why it is dropped. Each word is judged alone.

use std::collections::HashSet;

use super::language::Language;

/// `--case`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Case {
    /// `str::to_lowercase`.
    Unicode,
    /// Only A to Z, as the articles' PHP did.
    Ascii,
    /// As written.
    Keep,
}

/// `--stem`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stem {
    /// By the language's Snowball stemmer.
    On,
    /// Words stay whole.
    Off,
}

/// A list of stop words from a file, one a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordList {
    /// The file's name as given.
    pub name: String,
    /// The words.
    pub words: HashSet<String>,
}

/// What becomes of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It is kept, in this form.
    Keep(String),
    /// It is a stop word.
    StopWord,
}

/// The list a [`Normalizer`] drops words by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopList<'a> {
    /// The language's own; nothing where the language is unknown or has none.
    OfLanguage,
    /// None.
    Empty,
    /// The 26 Russian words of the `php-shingles` article.
    PhpShingles,
    /// A user's list.
    Words(&'a WordList),
}

/// Case, stop words and stemmer of one language, ready to judge words.
pub struct Normalizer {}

impl Normalizer {
    /// For words of `language` (`None`: unsure, so neither the language's list nor a stemmer applies).
    pub fn new(
        _language: Option<Language>,
        _case: Case,
        _stop: StopList<'_>,
        _add: Option<&WordList>,
        _stem: Stem,
    ) -> Self {
        todo!()
    }

    /// Judges one word: case first, then stop words on the folded word, then the stem; an empty stem keeps the word.
    pub fn decide(&self, _word: &str) -> Decision {
        todo!()
    }
}
