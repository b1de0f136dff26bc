//! What the corpus keeps of a document: numbers of its words, no text. It compares nothing.

use std::path::Path;
use std::sync::Arc;

use crate::base::ids::TokenId;
use crate::text::language::Language;
use crate::text::lexicon::{Lexicon, Reader};
use crate::text::pos::Part;
use crate::text::pos::sentence::tokenize_tagged;
use crate::text::tokenize::tokenize;

use super::params::{LanguageChoice, Params};
use super::source::{NoSource, Source, careful, language_of};

/// How a document was read.
#[derive(Debug, Clone)]
pub struct About {
    /// 128-bit hash of the file's bytes.
    pub content: u128,
    /// The encoding's name.
    pub encoding: &'static str,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts by look-alikes.
    pub mixed: u32,
    /// The detected language; only looked for when the language is `auto`.
    detected: Detected,
    /// Whether its words were told apart by their parts of speech.
    tagged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detected {
    NotTried,
    Tried(Option<Language>),
}

impl About {
    /// Of what was read under `params`.
    pub fn of(source: &Source<'_>, params: &Params) -> Self {
        let detected = match params.language {
            LanguageChoice::Auto => Detected::Tried(language_of(&source.text, params)),
            LanguageChoice::Fixed(_) => Detected::NotTried,
        };
        let mut about = Self {
            content: source.content,
            encoding: source.encoding,
            undecoded: source.undecoded,
            mixed: 0,
            detected,
            tagged: false,
        };
        about.tagged = params.removes_parts(about.language(params));
        about
    }

    /// Whether its words are to be told apart by their parts of speech.
    pub const fn is_tagged(&self) -> bool {
        self.tagged
    }

    /// Of a document that was read under `params` before, as it was then.
    pub const fn told(
        content: u128,
        encoding: &'static str,
        undecoded: u64,
        mixed: u32,
        language: Option<Language>,
        params: &Params,
    ) -> Self {
        let detected = match params.language {
            LanguageChoice::Auto => Detected::Tried(language),
            LanguageChoice::Fixed(_) => Detected::NotTried,
        };
        Self { content, encoding, undecoded, mixed, detected, tagged: false }
    }

    /// The language that the words are read in; `None` where unsure.
    pub fn language(&self, params: &Params) -> Option<Language> {
        match (params.language, self.detected) {
            (LanguageChoice::Fixed(language), _) => Some(language),
            (LanguageChoice::Auto, Detected::Tried(language)) => language,
            (LanguageChoice::Auto, Detected::NotTried) => None,
        }
    }

    /// Whether the file must be read again before `params` can be served: its language was never looked for, or its words
    /// were not tagged.
    pub fn lacks(&self, params: &Params) -> bool {
        let language =
            params.language == LanguageChoice::Auto && self.detected == Detected::NotTried;
        language || params.removes_parts(self.language(params)) && !self.tagged
    }
}

/// A document's words as numbers, before any is changed or dropped.
#[derive(Debug, Clone)]
pub struct Record {
    /// How it was read.
    pub about: About,
    /// The words of this document and of others that were read together with it: one piece of memory for many.
    block: Arc<[TokenId]>,
    /// Where its own words lie in the block.
    start: usize,
    end: usize,
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
        let mut records = Records::new(params, lexicon);
        let draft = records.read(path, bytes)?;
        let block = records.finish();
        Ok(draft.settle(&block))
    }

    /// Of a document whose words are not kept.
    pub fn without_words(about: About) -> Self {
        Self { about, block: Arc::default(), start: 0, end: 0 }
    }

    /// The same in a piece of memory of its own, which keeps no other document's words.
    #[must_use]
    pub fn apart(&self) -> Self {
        let block: Arc<[TokenId]> = self.words().into();
        Self { about: self.about.clone(), start: 0, end: block.len(), block }
    }

    /// Its words in reading order.
    pub fn words(&self) -> &[TokenId] {
        &self.block[self.start..self.end]
    }
}

/// Reads one file after the other for one thread, their words into one block.
#[derive(Debug)]
pub struct Records<'a> {
    params: &'a Params,
    words: Reader<'a>,
    block: Vec<TokenId>,
}

/// A document that was read, whose block is not finished yet.
#[derive(Debug)]
pub struct Draft {
    about: About,
    start: usize,
    end: usize,
}

impl<'a> Records<'a> {
    /// Ready to read under these parameters.
    pub fn new(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        Self { params, words: lexicon.reader(), block: Vec::new() }
    }

    /// Reads a file's bytes into numbers at the end of the block.
    ///
    /// # Errors
    /// As [`Source::read`]; also where a library gave up on the bytes.
    pub fn read(&mut self, path: &Path, bytes: &[u8]) -> Result<Draft, NoSource> {
        let start = self.block.len();
        let draft = careful(|| self.draft(path, bytes));
        if draft.is_err() {
            self.block.truncate(start);
        }
        draft
    }

    fn draft(&mut self, path: &Path, bytes: &[u8]) -> Result<Draft, NoSource> {
        let Self { params, words, block } = self;
        let source = Source::read(path, bytes, params.encoding)?;
        let (mut about, start) = (About::of(&source, params), block.len());
        about.mixed = if about.tagged {
            tokenize_tagged(&source.text, params.words, &mut |_, word, tag| {
                block.push(words.intern_as(word, Part::of(tag, word)));
            })
        } else {
            tokenize(&source.text, params.words, &mut |_, word| block.push(words.intern(word)))
        };
        Ok(Draft { about, start, end: block.len() })
    }

    /// How many words the block holds by now.
    pub fn block_len(&self) -> usize {
        self.block.len()
    }

    /// The block, for the drafts since the last one; the next begins.
    pub fn finish(&mut self) -> Arc<[TokenId]> {
        let block = self.block.as_slice().into();
        self.block.clear();
        self.block.shrink_to(1 << 20);
        block
    }
}

impl Draft {
    /// The record, now that its block is finished.
    pub fn settle(self, block: &Arc<[TokenId]>) -> Record {
        Record { about: self.about, block: Arc::clone(block), start: self.start, end: self.end }
    }
}
