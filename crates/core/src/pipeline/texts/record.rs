//! The saved words of a document, as numbers. Documents that were read together share an allocation.

use std::{ops::Range, path::Path, sync::Arc};

use documents::{InProcess, Source};

use super::nodes::NodeId;
use crate::pipeline::document::info::{
    FileInfo, Languages, are_detected, may_be_tagged, reading_languages,
};
use crate::pipeline::{DocInfo, LanguageChoice, NoSource, Params, SkipOlder};
use crate::text::{Gatherer, Lexicon, LexiconReader, Stretches, for_each_word_with_part};
use crate::{pipeline::parameters::skip_older::RuleDate, pipeline::source::catch_panic};
use base::{day::Day, ids::TokenId, path::DocPath, span::Span};

/// Most words of memory that a reader reuses for the next block.
const MOST_IDLE: usize = 1 << 20;

#[derive(Debug, Clone)]
pub struct ReadInfo {
    pub file: FileInfo,
    /// Disguised words.
    pub mixed: u32,
    /// The languages detected from its words, by stretches; `None` if one language was chosen for all documents.
    pub detected: Option<Stretches>,
    pub tagged: bool,
}

impl ReadInfo {
    pub fn new(source: &Source<'_>, mixed: u32, detected: Option<Stretches>, tagged: bool) -> Self {
        Self { file: source.into(), mixed, detected, tagged }
    }

    /// Returns true if `params` need the file to be read again, because languages or parts of speech are missing.
    pub fn must_be_read_again(&self, params: &Params) -> bool {
        let language = params.language == LanguageChoice::Auto && self.detected.is_none();
        language || !self.tagged && may_be_tagged(self.detected.as_ref(), params)
    }
}

/// The words of a document as numbers, before any is changed or dropped.
#[derive(Debug, Clone)]
pub struct DocWords {
    pub info: ReadInfo,
    reading: Stretches,
    /// The words of this document and of others that were read with it, in one allocation.
    block: Arc<[TokenId]>,
    /// The range of its words in the block. A block ends after the document that makes it large, and a text has fewer
    /// than 2³² bytes.
    start: u32,
    end: u32,
}

impl DocWords {
    pub fn read(
        path: &Path,
        bytes: &[u8],
        params: &Params,
        lexicon: &Lexicon,
    ) -> Result<Self, NoSource> {
        let mut records = DocWordsReader::for_any_words(params, lexicon);
        let draft =
            records.read(&Source::read(path, bytes, params.encoding, &InProcess::default())?)?;
        let block = records.finish();
        Ok(draft.finish(&block))
    }

    pub fn without_words(info: ReadInfo, reading: Stretches) -> Self {
        Self { info, reading, block: Arc::default(), start: 0, end: 0 }
    }

    /// Returns its listed facts under a name, with its numbers of canonical words and retained shingles.
    pub fn describe(&self, path: DocPath, words: u32, shingles: u32) -> DocInfo {
        DocInfo {
            path,
            file: self.info.file.clone(),
            languages: Languages::from_stretches(&self.reading),
            mixed: self.info.mixed,
            words,
            shingles,
        }
    }

    pub fn judged_date(&self) -> Option<RuleDate> {
        let FileInfo { facts, modified, .. } = &self.info.file;
        RuleDate::choose(facts.as_deref(), modified.and_then(Day::of_time))
    }

    pub fn is_old(&self, rule: SkipOlder) -> bool {
        rule.is_old(self.judged_date())
    }

    pub fn words(&self) -> &[TokenId] {
        self.block.get(self.range()).unwrap_or_default()
    }

    const fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub const fn languages(&self) -> &Stretches {
        &self.reading
    }

    /// Sets the languages of its words: the language chosen for all documents, or the detected languages.
    pub fn set_languages(&mut self, params: &Params) {
        self.reading = reading_languages(params, self.info.detected.as_ref(), self.words().len());
    }
}

#[derive(Debug)]
pub struct CorpusEntry {
    pub record: DocWords,
    /// Its distinct text; `None` without canonical words, or before sketching.
    pub node: Option<NodeId>,
}

/// Reads files in turn for a thread, with their words in one block.
#[derive(Debug)]
pub struct DocWordsReader<'a> {
    params: &'a Params,
    words: LexiconReader<'a>,
    languages: Option<Gatherer>,
    block: Vec<TokenId>,
}

/// A document that was read, before its block is finished.
#[derive(Debug)]
pub struct DocWordsDraft {
    info: ReadInfo,
    start: u32,
    end: u32,
}

impl<'a> DocWordsReader<'a> {
    /// Returns a reader for these parameters; it detects languages only if results depend on them.
    pub fn new(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        Self::with_detection(params, lexicon, are_detected(params))
    }

    /// Like `new`, but always detects languages: parameters may change.
    pub fn for_any_words(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        Self::with_detection(params, lexicon, params.language == LanguageChoice::Auto)
    }

    fn with_detection(params: &'a Params, lexicon: &'a Lexicon, detects: bool) -> Self {
        let (words, languages) = (lexicon.new_reader(detects), detects.then(Gatherer::default));
        Self { params, words, languages, block: Vec::new() }
    }

    /// Reads the text of a document into numbers at the end of the block.
    ///
    /// # Errors
    /// [`NoSource::Text`], because a stage panicked.
    pub fn read(&mut self, source: &Source<'_>) -> Result<DocWordsDraft, NoSource> {
        let start = self.block.len();
        let draft = catch_panic(|| Ok(self.read_words(source)));
        if draft.is_err() {
            self.block.truncate(start);
        }
        draft
    }

    fn read_words(&mut self, source: &Source<'_>) -> DocWordsDraft {
        let Self { params, words, languages, block } = self;
        let (text, start) = (&*source.text, block.len());
        let take = |_: Span, id| block.push(id);
        let (mixed, detected) = words.read(text, params.words, languages.as_mut(), take);
        let tagged = may_be_tagged(detected.as_ref(), params);
        if tagged {
            block.truncate(start);
            for_each_word_with_part(text, params.words, true, |word, part| {
                block.push(words.intern_as(word, part));
            });
        }
        let info = ReadInfo::new(source, mixed, detected, tagged);
        DocWordsDraft { info, start: start as u32, end: block.len() as u32 }
    }

    pub fn block_len(&self) -> usize {
        self.block.len()
    }

    /// Returns the block of the drafts since the last block, and begins the next.
    pub fn finish(&mut self) -> Arc<[TokenId]> {
        let block = Arc::from(self.block.as_slice());
        self.block.clear();
        self.block.shrink_to(MOST_IDLE);
        block
    }
}

impl DocWordsDraft {
    /// Its languages must still be [set](DocWords::set_languages).
    pub fn finish(self, block: &Arc<[TokenId]>) -> DocWords {
        let Self { info, start, end } = self;
        let unknown = || Stretches::single(end - start, None);
        let reading = info.detected.clone().unwrap_or_else(unknown);
        DocWords { info, reading, block: Arc::clone(block), start, end }
    }
}
