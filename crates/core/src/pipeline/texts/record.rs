//! The stored words of a document as numbers, in one allocation for documents that were read together.

use std::{ops::Range, path::Path, sync::Arc};

use documents::{InProcess, Source};

use super::nodes::NodeId;
use crate::pipeline::document::info::{
    FileInfo, Languages, choose_languages, detects_languages, tags_parts_of_speech,
};
use crate::pipeline::{DocInfo, LanguageChoice, NoSource, Params, SkipOlder};
use crate::text::{Gatherer, Lexicon, LexiconReader, Stretches, for_each_word_with_part};
use crate::{pipeline::parameters::skip_older::RuleDate, pipeline::source::catch_panic};
use base::{day::Day, ids::TokenId, path::DocPath, span::Span};

/// Largest buffer, in words, that a reader reuses for the next block.
const MOST_IDLE: usize = 1 << 20;

#[derive(Debug, Clone)]
pub struct ReadInfo {
    pub file: FileInfo,
    /// Number of words disguised by look-alike letters.
    pub mixed: u32,
    /// Languages detected from the words, or `None` if one language was chosen for all documents.
    pub detected: Option<Stretches>,
    pub tagged: bool,
}

impl ReadInfo {
    pub fn new(source: &Source<'_>, mixed: u32, detected: Option<Stretches>, tagged: bool) -> Self {
        Self { file: source.into(), mixed, detected, tagged }
    }

    /// Returns true if the file must be read again, because these parameters need languages or parts of speech that
    /// were not detected.
    pub fn must_be_read_again(&self, params: &Params) -> bool {
        let language = params.language == LanguageChoice::Auto && self.detected.is_none();
        language || !self.tagged && tags_parts_of_speech(self.detected.as_ref(), params)
    }
}

/// The words of a document as numbers, including stop words.
#[derive(Debug, Clone)]
pub struct DocWords {
    pub info: ReadInfo,
    reading: Stretches,
    /// Words of this document and of others that were read with it.
    block: Arc<[TokenId]>,
    /// Range of the words in the block. A block ends after the document that makes it large, and a text has fewer than
    /// 2³² bytes.
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

    pub fn build_info(&self, path: DocPath, words: u32, shingles: u32) -> DocInfo {
        DocInfo {
            path,
            file: self.info.file.clone(),
            languages: Languages::from_stretches(&self.reading),
            mixed: self.info.mixed,
            words,
            shingles,
        }
    }

    pub fn rule_date(&self) -> Option<RuleDate> {
        let FileInfo { facts, modified, .. } = &self.info.file;
        RuleDate::choose_date(facts.as_deref(), modified.and_then(Day::of_time))
    }

    pub fn is_old(&self, rule: SkipOlder) -> bool {
        rule.is_old(self.rule_date())
    }

    pub fn words(&self) -> &[TokenId] {
        self.block.get(self.range_in_block()).unwrap_or_default()
    }

    const fn range_in_block(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub const fn languages(&self) -> &Stretches {
        &self.reading
    }

    pub fn set_languages(&mut self, params: &Params) {
        self.reading = choose_languages(params, self.info.detected.as_ref(), self.words().len());
    }
}

#[derive(Debug)]
pub struct CorpusEntry {
    pub record: DocWords,
    /// Distinct text of the document. `None` without words, or before sketching.
    pub node: Option<NodeId>,
}

/// Reads documents of a thread in turn; their words form one block.
#[derive(Debug)]
pub struct DocWordsReader<'a> {
    params: &'a Params,
    words: LexiconReader<'a>,
    languages: Option<Gatherer>,
    block: Vec<TokenId>,
}

/// A document that was read, while its block is unfinished.
#[derive(Debug)]
pub struct DocWordsDraft {
    info: ReadInfo,
    start: u32,
    end: u32,
}

impl<'a> DocWordsReader<'a> {
    /// Creates a reader, which detects languages only if results depend on them.
    pub fn new(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        Self::with_detection(params, lexicon, detects_languages(params))
    }

    /// Like `new`, but always detects languages, because parameters may change.
    pub fn for_any_words(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        Self::with_detection(params, lexicon, params.language == LanguageChoice::Auto)
    }

    fn with_detection(params: &'a Params, lexicon: &'a Lexicon, detects: bool) -> Self {
        let (words, languages) = (lexicon.new_reader(detects), detects.then(Gatherer::default));
        Self { params, words, languages, block: Vec::new() }
    }

    /// Reads the words of a document, and adds their numbers to the block.
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
        let tagged = tags_parts_of_speech(detected.as_ref(), params);
        if tagged {
            block.truncate(start);
            for_each_word_with_part(text, params.words, true, |word, part| {
                block.push(words.intern_cached(word, part));
            });
        }
        let info = ReadInfo::new(source, mixed, detected, tagged);
        DocWordsDraft { info, start: start as u32, end: block.len() as u32 }
    }

    pub fn block_len(&self) -> usize {
        self.block.len()
    }

    /// Returns the block of all drafts since the last call, and begins the next block.
    pub fn finish(&mut self) -> Arc<[TokenId]> {
        let block = Arc::from(self.block.as_slice());
        self.block.clear();
        self.block.shrink_to(MOST_IDLE);
        block
    }
}

impl DocWordsDraft {
    /// Returns the document, whose languages must still be [set](DocWords::set_languages).
    pub fn finish(self, block: &Arc<[TokenId]>) -> DocWords {
        let Self { info, start, end } = self;
        let unknown = || Stretches::single(end - start, None);
        let reading = info.detected.clone().unwrap_or_else(unknown);
        DocWords { info, reading, block: Arc::clone(block), start, end }
    }
}
