//! What the corpus keeps of a document: numbers of its words, no text. It compares nothing.

use std::path::Path;

use crate::base::ids::TokenId;
use crate::text::language::Language;
use crate::text::lexicon::Lexicon;
use crate::text::tokenize::tokenize;

use super::params::{LanguageChoice, Params};
use super::source::{NoSource, Source, language_of};

/// A document's words as numbers, before any is changed or dropped.
#[derive(Debug, Clone)]
pub struct Record {
    /// 128-bit hash of the file's bytes.
    pub content: u128,
    /// The encoding's name.
    pub encoding: &'static str,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// The detected language; only looked for when the language is `auto`.
    detected: Detected,
    /// Its words in reading order.
    pub words: Box<[TokenId]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detected {
    NotTried,
    Tried(Option<Language>),
}

impl Record {
    /// Reads a file's bytes into numbers.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn read(
        path: &Path,
        bytes: &[u8],
        params: &Params,
        lexicon: &Lexicon,
    ) -> Result<Self, NoSource> {
        let source = Source::read(path, bytes, params.encoding)?;
        let mut words = Vec::with_capacity(source.text.len() / 6);
        tokenize(&source.text, params.words, &mut |_, word| words.push(lexicon.intern(word)));
        let detected = match params.language {
            LanguageChoice::Auto => Detected::Tried(language_of(&source.text, params)),
            LanguageChoice::Fixed(_) => Detected::NotTried,
        };
        Ok(Self {
            content: source.content,
            encoding: source.encoding,
            undecoded: source.undecoded,
            detected,
            words: words.into(),
        })
    }

    /// The language that its words are read in; `None` where unsure.
    pub fn language(&self, params: &Params) -> Option<Language> {
        match (params.language, self.detected) {
            (LanguageChoice::Fixed(language), _) => Some(language),
            (LanguageChoice::Auto, Detected::Tried(language)) => language,
            (LanguageChoice::Auto, Detected::NotTried) => None,
        }
    }

    /// Whether the file must be read again before `params` can be served: its language was never looked for.
    pub fn lacks_language(&self, params: &Params) -> bool {
        params.language == LanguageChoice::Auto && self.detected == Detected::NotTried
    }
}
