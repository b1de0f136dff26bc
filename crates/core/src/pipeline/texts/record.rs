//! The stored words of a document as numbers, and the two ways to read a document: to its words, or in one pass to its
//! sketch.

use std::sync::Arc;

use documents::Source;

use super::{nodes::NodeId, one_pass::OnePassThread};
use crate::pipeline::document::info::{
    FileInfo, Languages, choose_languages, needs_parts_of_speech,
};
use crate::pipeline::{DocInfo, LanguageChoice, NoSource, Params, SkipOlder};
use crate::text::{
    Gatherer, Language, Lexicon, Part, Stretches, WordCache, for_each_word_with_part,
};
use crate::{pipeline::parameters::skip_older::RuleDate, pipeline::source::catch_panic};
use base::{day::Day, ids::TokenId, path::DocPath};

/// A document of the corpus: the facts about its file, and its words as numbers, including stop words.
#[derive(Debug, Clone)]
pub struct DocWords {
    pub file: FileInfo,
    /// Number of words disguised by look-alike letters.
    pub mixed: u32,
    /// Languages detected from the words, or `None` if one language was chosen for all documents.
    pub detected: Option<Stretches>,
    pub tagged: bool,
    pub(crate) reading: Stretches,
    pub(crate) words: Arc<[TokenId]>,
    /// Distinct text of the document. `None` without words, or before sketching.
    pub node: Option<NodeId>,
}

impl DocWords {
    /// Makes a document that stores no words, read in these languages.
    pub fn without_words(file: FileInfo, reading: Stretches) -> Self {
        let (mixed, detected, tagged, node) = (0, None, false, None);
        Self { file, mixed, detected, tagged, reading, words: Arc::default(), node }
    }

    /// Makes a document of words in one language, without a file.
    pub fn of_words(words: Arc<[TokenId]>, language: Option<Language>) -> Self {
        let reading = Stretches::single(words.len() as u32, language);
        Self { words, ..Self::without_words(FileInfo::of_text(0), reading) }
    }

    /// Returns true if the file must be read again, because these parameters need languages or parts of speech that
    /// were not detected.
    pub fn must_be_read_again(&self, params: &Params) -> bool {
        let language = params.language == LanguageChoice::Auto && self.detected.is_none();
        language || !self.tagged && needs_parts_of_speech(self.detected.as_ref(), params)
    }

    pub fn build_info(&self, path: DocPath, words: u32, shingles: u32) -> DocInfo {
        DocInfo {
            path,
            file: self.file.clone(),
            languages: Languages::from_stretches(&self.reading),
            mixed: self.mixed,
            words,
            shingles,
        }
    }

    pub fn rule_date(&self) -> Option<RuleDate> {
        let FileInfo { facts, modified, .. } = &self.file;
        RuleDate::choose_date(facts.as_deref(), modified.and_then(Day::of_time))
    }

    pub fn is_old(&self, rule: SkipOlder) -> bool {
        rule.is_old(self.rule_date())
    }

    pub fn words(&self) -> &[TokenId] {
        &self.words
    }

    pub const fn languages(&self) -> &Stretches {
        &self.reading
    }

    pub fn set_languages(&mut self, params: &Params) {
        self.reading = choose_languages(params, self.detected.as_ref(), self.words().len());
    }
}

/// Reads the words of a thread's documents in turn.
#[derive(Debug)]
pub struct DocWordsReader<'a> {
    params: &'a Params,
    lexicon: &'a Lexicon,
    cache: WordCache<TokenId>,
    languages: Option<Gatherer>,
    ids: Vec<TokenId>,
}

impl<'a> DocWordsReader<'a> {
    /// Creates a reader that detects an automatic language even if no parameter depends on it yet.
    pub fn for_any_params(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        let detects = params.language == LanguageChoice::Auto;
        let (cache, languages) = (lexicon.take_cache(detects), detects.then(Gatherer::default));
        Self { params, lexicon, cache, languages, ids: Vec::new() }
    }

    /// # Errors
    /// [`NoSource::Text`], because a stage panicked.
    pub fn read(&mut self, source: &Source<'_>) -> Result<DocWords, NoSource> {
        catch_panic(|| Ok(self.read_words(source)))
    }

    fn read_words(&mut self, source: &Source<'_>) -> DocWords {
        let Self { params, lexicon, cache, languages, ids } = self;
        let text = &*source.text;
        ids.clear();
        let (find_out, take) =
            (|word: &str| lexicon.intern(word, Part::Other), |_, _: Option<&str>, id| ids.push(id));
        let (mixed, detected) =
            cache.read_words(text, params.words, languages.as_mut(), find_out, take);
        let tagged = needs_parts_of_speech(detected.as_ref(), params);
        if tagged {
            ids.clear();
            for_each_word_with_part(text, params.words, true, |word, part| {
                ids.push(cache.get(word, part, || lexicon.intern(word, part)));
            });
        }
        let reading = choose_languages(params, detected.as_ref(), ids.len());
        let (file, words) = (source.into(), ids.as_slice().into());
        DocWords { file, mixed, detected, tagged, reading, words, node: None }
    }
}

impl Drop for DocWordsReader<'_> {
    fn drop(&mut self) {
        let empty = WordCache::new(self.languages.is_some());
        self.lexicon.remember_cache(std::mem::replace(&mut self.cache, empty));
    }
}

/// Reads the documents of a thread in one of two ways.
#[derive(Debug)]
pub enum ThreadReader<'a> {
    OnePass(OnePassThread<'a>),
    Words(DocWordsReader<'a>),
}

pub type NewReader<'a> = dyn Fn() -> ThreadReader<'a> + Sync + 'a;

impl ThreadReader<'_> {
    /// # Errors
    /// [`NoSource::Text`], because a stage panicked.
    pub fn read(&mut self, source: &Source<'_>) -> Result<DocWords, NoSource> {
        match self {
            Self::OnePass(thread) => thread.process_source(source),
            Self::Words(reader) => reader.read(source),
        }
    }

    /// Ends the work of the thread.
    pub fn finish(self) {
        if let Self::OnePass(thread) = self {
            thread.flush_keys();
        }
    }
}
