//! What the corpus keeps of a document: numbers of its words, no text. Documents that were read together share a piece of
//! memory. It compares nothing.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::base::{day::Day, ids::TokenId, span::Span};
use crate::formats::{extracted::Facts, work::InProcess};
use crate::pipeline::document::info::{may_be_tagged, reading};
use crate::pipeline::parameters::skip_older::{JudgedDate, SkipOlder};
use crate::pipeline::parameters::{LanguageChoice, Params};
use crate::pipeline::source::{NoSource, Source, catch_panic};
use crate::text::decode::Certainty;
use crate::text::{
    Gatherer, Lexicon, LexiconReader, Prior, StretchLanguage, Stretches, WordGap, each_part,
    row_at_a_glance,
};

use super::nodes::NodeId;

/// How a document was read.
#[derive(Debug, Clone)]
pub struct ReadInfo {
    /// 128-bit hash of the file's bytes.
    pub content: u128,
    /// The encoding's name.
    pub encoding: &'static str,
    /// How sure the encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts by look-alikes.
    pub mixed: u32,
    /// The languages detected from its own words, by stretches; `None` where one language was chosen for all documents.
    pub detected: Option<Stretches>,
    /// Whether its words were told apart by their parts of speech.
    pub tagged: bool,
    /// On which day its file was changed last; `None` where that is not known.
    pub modified: Option<Day>,
    /// What the file says of itself; `None` where it says nothing.
    pub facts: Option<Arc<Facts>>,
}

impl ReadInfo {
    /// Of a source with so many words that mix scripts, in whose words these languages are detected.
    pub fn new(source: &Source<'_>, mixed: u32, detected: Option<Stretches>, tagged: bool) -> Self {
        let Source { content, encoding, certainty, undecoded, modified, .. } = *source;
        let facts = source.facts.clone();
        Self { content, encoding, certainty, undecoded, mixed, detected, tagged, modified, facts }
    }

    /// Whether the folder is asked how some of its words are to be read.
    pub fn is_open(&self, params: &Params) -> bool {
        params.language == LanguageChoice::Auto
            && self.detected.as_ref().is_some_and(Stretches::is_open)
    }

    /// Whether the file must be read again before `params` can be served: its language was never looked for, or its words
    /// were not tagged.
    pub fn lacks(&self, params: &Params) -> bool {
        let language = params.language == LanguageChoice::Auto && self.detected.is_none();
        language || !self.tagged && may_be_tagged(self.detected.as_ref(), params)
    }
}

/// A document's words as numbers, before any is changed or dropped.
#[derive(Debug, Clone)]
pub struct DocWords {
    /// How it was read.
    pub info: ReadInfo,
    /// The languages that its words are read in.
    reading: Stretches,
    /// The words of this document and of others that were read together with it: one piece of memory for many.
    block: Arc<WordBlock>,
    /// Where its own words lie in the block. A block ends behind the document with which it becomes large, and a text has
    /// fewer than 2³² bytes.
    start: u32,
    end: u32,
}

impl DocWords {
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
        let mut records = DocWordsReader::new(params, lexicon);
        let draft = records.read(&Source::read(
            path,
            bytes,
            params.source_options(),
            &InProcess::default(),
        )?)?;
        let block = records.finish();
        Ok(draft.settle(&block))
    }

    /// Of a document whose words are not kept, and were read in these languages.
    pub fn without_words(info: ReadInfo, reading: Stretches) -> Self {
        Self { info, reading, block: Arc::default(), start: 0, end: 0 }
    }

    /// The date by which rules judge it.
    pub fn judged_date(&self) -> Option<JudgedDate> {
        JudgedDate::of(self.info.facts.as_deref(), self.info.modified)
    }

    /// Whether it is old by this rule.
    pub fn is_old(&self, rule: SkipOlder) -> bool {
        rule.is_old(self.judged_date())
    }

    /// The same in a piece of memory of its own, which keeps no other document's words.
    #[must_use]
    pub fn detached(&self) -> Self {
        let block = Arc::new(self.block.part(self.range()));
        Self { end: self.end - self.start, start: 0, block, ..self.clone() }
    }

    /// Its words in reading order.
    pub fn words(&self) -> &[TokenId] {
        self.block.words(self.range())
    }

    /// Its sentences, as ranges of its words.
    pub fn sentences(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.block.sentences(self.range())
    }

    const fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The languages that its words are read in.
    pub const fn reading(&self) -> &Stretches {
        &self.reading
    }

    /// Settles how its words are read: in the language chosen for all, or as they are detected, or, where they leave it open, as the
    /// folder's languages say. Its words must be kept, and of this lexicon.
    pub fn settle(&mut self, params: &Params, prior: &Prior, lexicon: &Lexicon) {
        let answer = |script, range: Range<usize>| {
            let words = self.words().get(range).unwrap_or_default();
            let row = |word: &str| row_at_a_glance(word).whole(word);
            let rows = words.iter().map(|id| lexicon.with_word(*id, |word, _| row(word)));
            prior.answer(script, rows)
        };
        let detected = self.info.detected.as_ref();
        self.reading = reading(params, detected, self.words().len(), answer);
    }
}

/// A document of the corpus.
#[derive(Debug)]
pub struct CorpusEntry {
    /// Its words.
    pub record: DocWords,
    /// Its text among the distinct ones; `None` when it has no canonical word (or is not sketched yet).
    pub node: Option<NodeId>,
}

/// Reads one file after the other for one thread, their words into one block.
#[derive(Debug)]
pub struct DocWordsReader<'a> {
    params: &'a Params,
    words: LexiconReader<'a>,
    languages: Gatherer,
    block: BlockDraft,
}

/// A document that was read, whose block is not finished yet.
#[derive(Debug)]
pub struct DocWordsDraft {
    info: ReadInfo,
    start: u32,
    end: u32,
}

impl<'a> DocWordsReader<'a> {
    /// Ready to read under these parameters.
    pub fn new(params: &'a Params, lexicon: &'a Lexicon) -> Self {
        let words = lexicon.reader(params.language == LanguageChoice::Auto);
        Self { params, words, languages: Gatherer::default(), block: BlockDraft::default() }
    }

    /// Reads a document's text into numbers at the end of the block.
    ///
    /// # Errors
    /// [`NoSource::GaveUp`]: a stage panicked.
    pub fn read(&mut self, source: &Source<'_>) -> Result<DocWordsDraft, NoSource> {
        let start = self.block.len();
        let draft = catch_panic(|| Ok(self.take(source)));
        if draft.is_err() {
            self.block.truncate(start);
        }
        draft
    }

    /// The words of a source as numbers at the end of the block.
    fn take(&mut self, source: &Source<'_>) -> DocWordsDraft {
        let Self { params, words, languages, block } = self;
        let (text, start) = (&*source.text, block.len());
        let languages = (params.language == LanguageChoice::Auto).then_some(languages);
        let mut last = 0;
        let take = |span: Span, id| {
            // A single sign, mostly a space, ends no sentence.
            if span.start > last + 1 && block.len() > start {
                let between = last as usize..span.start as usize;
                if WordGap::between(text, between) != WordGap::Word {
                    block.end_sentence();
                }
            }
            last = span.end;
            block.push(id);
        };
        let (mixed, detected) = words.read(text, params.words, languages, take);
        let tagged = may_be_tagged(detected.as_ref(), params);
        if tagged {
            block.read_again(start);
            each_part(text, params.words, true, |word, part| {
                block.push(words.intern_as(word, part));
            });
        }
        let info = ReadInfo::new(source, mixed, detected, tagged);
        DocWordsDraft { info, start: start as u32, end: block.len() as u32 }
    }

    /// How many words the block holds by now.
    pub fn block_len(&self) -> usize {
        self.block.len()
    }

    /// The block, for the drafts since the last one; the next begins.
    pub fn finish(&mut self) -> Arc<WordBlock> {
        self.block.finish()
    }
}

impl DocWordsDraft {
    /// The record, now that its block is finished. Its languages are still to be [settled](DocWords::settle).
    pub fn settle(self, block: &Arc<WordBlock>) -> DocWords {
        let Self { info, start, end } = self;
        let unknown = || Stretches::one(end - start, StretchLanguage::Unknown);
        let reading = info.detected.clone().unwrap_or_else(unknown);
        DocWords { info, reading, block: Arc::clone(block), start, end }
    }
}

/// Bits in a piece of the marks.
const BITS: usize = u64::BITS as usize;

/// Words as numbers, with one bit for each that ends a sentence.
#[derive(Debug, Default)]
pub struct WordBlock {
    words: Box<[TokenId]>,
    /// A bit is set behind the last word of a sentence. Missing pieces have no bit set.
    ends: Box<[u64]>,
}

impl WordBlock {
    /// The words in a range.
    pub fn words(&self, range: Range<usize>) -> &[TokenId] {
        self.words.get(range).unwrap_or_default()
    }

    /// The sentences in a range, as ranges of words counted from its start. A range that ends within a sentence ends it.
    pub fn sentences(&self, range: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
        let (start, len) = (range.start, range.len());
        let mut sentence_start = 0;
        range.filter_map(move |at| {
            let behind = at - start + 1;
            (behind == len || is_marked(&self.ends, at))
                .then(|| std::mem::replace(&mut sentence_start, behind)..behind)
        })
    }

    /// A range in a block of its own.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let mut draft = BlockDraft::default();
        for (at, id) in range.clone().zip(self.words(range)) {
            draft.push(*id);
            if is_marked(&self.ends, at) {
                draft.end_sentence();
            }
        }
        Self { words: draft.words.into(), ends: draft.ends.into() }
    }
}

/// A block that is being filled.
#[derive(Debug, Default)]
pub struct BlockDraft {
    words: Vec<TokenId>,
    ends: Vec<u64>,
}

impl BlockDraft {
    /// Adds a word.
    #[inline]
    pub fn push(&mut self, id: TokenId) {
        self.words.push(id);
    }

    /// The last word ends a sentence.
    pub fn end_sentence(&mut self) {
        let Some(last) = self.words.len().checked_sub(1) else { return };
        if self.ends.len() <= last / BITS {
            self.ends.resize(last / BITS + 1, 0);
        }
        if let Some(piece) = self.ends.get_mut(last / BITS) {
            *piece |= 1 << (last % BITS);
        }
    }

    /// How many words it has.
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether it has no word.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Forgets the words from here on, but not which of them end sentences: as many will be read again.
    pub fn read_again(&mut self, from: usize) {
        self.words.truncate(from);
    }

    /// Forgets the words from here on.
    pub fn truncate(&mut self, from: usize) {
        self.words.truncate(from);
        self.ends.truncate(from.div_ceil(BITS));
        if let Some(piece) = self.ends.get_mut(from / BITS) {
            *piece &= (1 << (from % BITS)) - 1;
        }
    }

    /// The block; the next begins.
    pub fn finish(&mut self) -> Arc<WordBlock> {
        let block =
            WordBlock { words: self.words.as_slice().into(), ends: self.ends.as_slice().into() };
        self.words.clear();
        self.words.shrink_to(1 << 20);
        self.ends.clear();
        Arc::new(block)
    }
}

fn is_marked(ends: &[u64], at: usize) -> bool {
    ends.get(at / BITS).is_some_and(|piece| piece >> (at % BITS) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BlockDraft, TokenId};

    proptest! {
        #[test]
        fn sentences_are_those_that_were_marked(
            first in prop::collection::vec(any::<bool>(), 0..150),
            dropped in prop::collection::vec(any::<bool>(), 0..150),
            ends in prop::collection::vec(any::<bool>(), 0..150),
        ) {
            let mut draft = BlockDraft::default();
            let fill = |draft: &mut BlockDraft, ends: &[bool]| {
                for (at, is_end) in ends.iter().enumerate() {
                    draft.push(TokenId(at as u32));
                    if *is_end {
                        draft.end_sentence();
                    }
                }
            };
            fill(&mut draft, &first);
            let start = draft.len();
            fill(&mut draft, &dropped);
            draft.truncate(start);
            fill(&mut draft, &ends);
            draft.read_again(start);
            fill(&mut draft, &vec![false; ends.len()]);
            let block = draft.finish();
            prop_assert!(draft.is_empty());
            let mut wanted = Vec::new();
            let mut sentence_start = 0;
            for (at, is_end) in ends.iter().enumerate() {
                if *is_end || at + 1 == ends.len() {
                    wanted.push(sentence_start..at + 1);
                    sentence_start = at + 1;
                }
            }
            let range = start..start + ends.len();
            let part = block.part(range.clone());
            prop_assert_eq!(block.sentences(range.clone()).collect::<Vec<_>>(), wanted.clone());
            prop_assert_eq!(part.sentences(0..ends.len()).collect::<Vec<_>>(), wanted);
            prop_assert_eq!(block.words(range), part.words(0..ends.len()));
        }
    }
}
