//! The sources of a text, and the passages of a folder, as the outputs and the screen show them.

use std::sync::Arc;

use documents::{TextSection, section_at};

use crate::pipeline::{DocInfo, Originality, Params, Passage, PassageOrder, SharedRun, SingleRuns};
use crate::{compare::Overlap, pipeline::corpus::covered_words::CoveredSentence};
use base::{path::DocPath, problem::Problem, ratio::Ratio, span::Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePassage {
    /// The passage, as in the open pair: the text is a, the source is b.
    pub passage: Passage,
    pub runs: Vec<SharedRun>,
    /// Number of its counted words that no earlier source has.
    pub adds: u32,
    /// The first other documents that have all of its runs, in path order, without copies of the source.
    pub also: Vec<DocPath>,
    pub also_found: u32,
    /// The section of the text where it begins, such as `page 3`. Raw text of the file.
    pub a_section: Option<String>,
    pub b_section: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSource {
    pub doc: DocInfo,
    pub copies: Vec<DocPath>,
    /// The counts of the pair, as in `compare`; the text is a.
    pub overlap: Overlap,
    pub covers: u32,
    pub adds: u32,
    pub covers_words: u32,
    /// Number of words that earlier sources do not cover.
    pub adds_words: u32,
    /// The first other documents that have exactly the added shingles, in path order.
    pub ties: Vec<DocPath>,
    pub ties_found: u32,
    /// True if a rule hides the pair in lists.
    pub is_hidden: bool,
    /// The shared passages, in reading order of the text.
    pub passages: Vec<SourcePassage>,
    pub single_runs: Option<SingleRuns>,
    pub originality: Originality,
}

/// A source with fewer words of a text may share them by chance, or because the wording is common. In a short text they
/// may be a sentence. So a slight source must also have less than a quarter of the text.
const FEW_WORDS: u32 = 10;

impl TextSource {
    /// Returns a sentence on the possible original, by dates, and at most `most` dates of `text` and of the source. Raw
    /// text of the files.
    pub fn guess_original(
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

    /// Returns true if its words are too few for evidence, in a text of `words` counted words.
    pub const fn may_be_chance(&self, words: u32) -> bool {
        self.covers_words < FEW_WORDS && self.covers_words * 4 < words
    }
}

#[derive(Debug, Clone)]
pub struct Sources {
    pub params: Arc<Params>,
    pub text: DocInfo,
    /// Counted shingles, with repeats.
    pub shingles: u32,
    /// Sources, best first.
    pub sources: Vec<TextSource>,
    /// Number of shingles that only documents outside the list have.
    pub elsewhere: u32,
    /// Number of words that only these shingles cover.
    pub elsewhere_words: u32,
    pub own: u32,
    /// Number of words that only these shingles of the text cover.
    pub own_words: u32,
    /// Words outside counted shingles.
    pub uncounted_words: u32,
    /// Its sentences; the numbers of parts are indices into `sources`.
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

/// Neighbouring counted words of a text, with their separators, from a single source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcedStretch {
    pub span: Span,
    /// The best source of the sentence, or else of the text. `None` if only documents have the words that add too
    /// little to be listed.
    pub source: Option<u32>,
}

#[derive(Debug, Clone)]
pub struct SourcedText {
    /// Sources, best first.
    pub sources: Sources,
    /// The extracted text of all spans. Raw: it must pass `base::visible` before a terminal shows it.
    pub text: Arc<str>,
    pub sections: Arc<[TextSection]>,
    /// The ranges covered by sources, in reading order, without overlap.
    pub stretches: Vec<SourcedStretch>,
    /// For each source its counted words, also if shared by other sources: neighbours with their separators.
    pub words: Vec<Vec<Span>>,
    pub counted: Vec<Span>,
    /// The words that are ignored as boilerplate, in reading order.
    pub ignored: Vec<Span>,
}

impl SourcedText {
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPassage {
    /// Counted words.
    pub words: u32,
    /// Number of words saved if it were in one document only.
    pub repeated: u64,
    /// Range in the text of the first document; empty if the document could not be read again.
    pub span: Span,
    /// The text of the first document. Raw: it must pass `base::visible` before a terminal shows it.
    pub text: Arc<str>,
    /// The section of the first document where it begins, such as `page 3`. Raw text of the file.
    pub section: Option<String>,
    /// The first document by path that holds it and has other words than the first of all.
    pub other: DocPath,
    pub documents: Vec<DocPath>,
}

#[derive(Debug, Clone)]
pub struct FolderPassages {
    pub params: Arc<Params>,
    pub least: u32,
    pub order: PassageOrder,
    /// Passages, listed or not.
    pub found: usize,
    pub documents: usize,
    pub passages: Vec<FolderPassage>,
    /// Documents that could not be read again, so a passage has no text.
    pub problems: Vec<Problem>,
}
