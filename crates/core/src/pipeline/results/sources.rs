//! The sources of a text, and the passages of a folder, for output and screen.

use std::sync::Arc;

use documents::{TextSection, section_at};
use serde::Serialize;

use crate::pipeline::{DocInfo, Originality, Params, Passage, PassageOrder, SharedRun, SingleRuns};
use crate::{compare::Overlap, pipeline::corpus::covered_words::CoveredSentence};
use base::{path::DocPath, problem::Problem, ratio::Ratio, span::Span};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourcePassage {
    /// The passage, with the text as a and the source as b.
    #[serde(flatten)]
    pub passage: Passage,
    pub runs: Vec<SharedRun>,
    /// Section of the text in which the passage begins, such as `page 3`. Not escaped for a terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_section: Option<String>,
    /// Number of its counted words that no earlier source has.
    pub adds: u32,
    /// First other documents that have all of its runs, in path order, without copies of the source.
    pub also: Vec<DocPath>,
    pub also_found: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSource {
    pub doc: DocInfo,
    pub copies: Vec<DocPath>,
    /// Counts of the pair, with the text as a and the source as b.
    pub overlap: Overlap,
    pub covers: u32,
    pub adds: u32,
    pub covers_words: u32,
    /// Number of words that no earlier source has.
    pub adds_words: u32,
    /// First other documents with exactly the added shingles, in path order.
    pub ties: Vec<DocPath>,
    pub ties_found: u32,
    /// True if a rule hides the pair in lists of pairs.
    pub is_hidden: bool,
    /// The shared passages, in reading order of the text.
    pub passages: Vec<SourcePassage>,
    pub single_runs: Option<SingleRuns>,
    pub originality: Originality,
}

/// Sources with fewer words of the text may share them by chance, or as common wording. Ten words can be a sentence of
/// a short text. So the source must also have less than a quarter of the text.
const FEW_WORDS: u32 = 10;

impl TextSource {
    /// Returns a sentence about the probable original by dates, and at most `most` dates of each side. Not escaped for
    /// a terminal.
    pub fn describe_original_and_dates(
        &self,
        text: &DocInfo,
        names: [&str; 2],
        most: usize,
    ) -> (Option<String>, [String; 2]) {
        let described = |doc: &DocInfo, name: &str| match doc.dates() {
            dates if dates.is_empty() => format!("{name} has no date"),
            dates => format!("{name} {}", dates[..dates.len().min(most)].join(", ")),
        };
        let [of_text, of_source] = names;
        let dates = [described(text, of_text), described(&self.doc, of_source)];
        (self.originality.describe(names), dates)
    }

    /// Returns true if the shared words are too few for evidence, in a text of `words` counted words, or single runs.
    pub const fn may_be_chance(&self, words: u32) -> bool {
        let is_weak = self.covers_words < FEW_WORDS || self.passages.is_empty();
        is_weak && self.covers_words * 4 < words
    }
}

#[derive(Debug, Clone)]
pub struct Sources {
    pub params: Arc<Params>,
    pub text: DocInfo,
    /// Number of counted shingles, repeats included.
    pub shingles: u32,
    /// Sources, best first.
    pub sources: Vec<TextSource>,
    /// Number of shingles that only unlisted documents have.
    pub elsewhere: u32,
    /// Number of words that are only in the shingles of `elsewhere`.
    pub elsewhere_words: u32,
    pub own: u32,
    /// Number of words that no other document has.
    pub own_words: u32,
    /// Number of words in no counted shingle.
    pub uncounted_words: u32,
    /// Sentences of the text, numbered by the indices in `sources`.
    pub sentences: Vec<CoveredSentence>,
    pub problems: Vec<Problem>,
}

impl Sources {
    pub const fn counted_words(&self) -> u32 {
        self.text.words.saturating_sub(self.uncounted_words)
    }

    pub fn share(&self, words: u32) -> Ratio {
        Ratio::new(words.into(), self.counted_words().max(1).into())
    }
}

/// Neighbouring counted words of a text from one source, with the characters between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcedStretch {
    pub span: Span,
    /// Best source of the sentence, or else of the text. `None` if only unlisted documents have the words.
    pub source: Option<u32>,
}

#[derive(Debug, Clone)]
pub struct SourcedText {
    pub sources: Sources,
    /// The extracted text, to which all spans refer; must pass `base::visible` before a terminal shows it.
    pub text: Arc<str>,
    pub sections: Arc<[TextSection]>,
    /// Ranges with a source, in reading order, without overlap.
    pub stretches: Vec<SourcedStretch>,
    /// For each source, the ranges of its counted words, even if other sources have them too.
    pub words: Vec<Vec<Span>>,
    pub counted: Vec<Span>,
    /// Ranges of words ignored as boilerplate, in reading order.
    pub ignored: Vec<Span>,
}

impl SourcedText {
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPassage {
    pub words: u32,
    /// Number of words that would be saved if only one document had the passage.
    pub repeated: u64,
    /// Range in the text of the first document; empty if the document could not be read again.
    pub span: Span,
    /// Text of the passage in the first document; must pass `base::visible` before a terminal shows it.
    pub text: Arc<str>,
    /// Section of the first document in which the passage begins, such as `page 3`. Not escaped for a terminal.
    pub section: Option<String>,
    /// First document by path that has the passage, but whose other words differ from the first document's.
    pub other: DocPath,
    pub documents: Vec<DocPath>,
}

#[derive(Debug, Clone)]
pub struct FolderPassages {
    pub params: Arc<Params>,
    pub least: u32,
    pub order: PassageOrder,
    /// Number of passages, listed or not.
    pub found: usize,
    pub documents: usize,
    pub passages: Vec<FolderPassage>,
    /// Documents whose passages have no text, because they could not be read again.
    pub problems: Vec<Problem>,
}
