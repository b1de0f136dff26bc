//! Where a text comes from, and the passages of a folder, as the outputs and the screen show them. It finds none.

use std::sync::Arc;

use documents::{TextSection, section_at};

use crate::base::{path::DocPath, problem::Problem, span::Span};
use crate::pipeline::{DocInfo, Originality, Params, Passage, PassageOrder, SharedRun, SingleRuns};
use crate::{compare::Overlap, pipeline::corpus::covered_words::CoveredSentence};

/// A passage that the text shares with a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePassage {
    /// The passage, as the open pair has it: the text is a, the source is b.
    pub passage: Passage,
    /// Its runs.
    pub runs: Vec<SharedRun>,
    /// How many of its counted words no source before has.
    pub adds: u32,
    /// The first of the other documents that have all of its runs, in path order, without copies of the source.
    pub also: Vec<DocPath>,
    /// How many others have them.
    pub also_found: u32,
    /// The section of the text that it begins in, such as `page 3`. Raw text of the file.
    pub a_section: Option<String>,
    /// The same of the source.
    pub b_section: Option<String>,
}

/// A document that the text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSource {
    /// The document: the first by path of those with the same words.
    pub doc: DocInfo,
    /// The others with the same words.
    pub copies: Vec<DocPath>,
    /// What the two share, as `compare` counts it; the text is a.
    pub overlap: Overlap,
    /// How many shingles of the text it covers, every occurrence counted.
    pub covers: u32,
    /// How many of these no source before it covers.
    pub adds: u32,
    /// How many words of the text it covers.
    pub covers_words: u32,
    /// How many words of the text it covers that no source before it covers.
    pub adds_words: u32,
    /// The first of the other documents that have the very shingles that it adds, in path order.
    pub ties: Vec<DocPath>,
    /// How many others have them.
    pub ties_found: u32,
    /// The shared passages, in reading order of the text.
    pub passages: Vec<SourcePassage>,
    /// The runs in no passage.
    pub single_runs: Option<SingleRuns>,
    /// Which of the two may be the original.
    pub originality: Originality,
}

/// A source with fewer words of a text may have them by chance, or because everybody words it so. In a text that is short itself
/// they may be a sentence of it, so they must be less than a quarter of it too.
const FEW_WORDS: u32 = 10;

impl TextSource {
    /// Returns a sentence on the possible original, by dates, and at most `most` dates of `text` and of the source. Raw text of
    /// the files.
    pub fn origin(
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
        (self.originality.sentence(names), dates)
    }

    /// Whether it has so few words of a text of `words` counted words that this tells nothing about where they come from.
    pub const fn is_slight(&self, words: u32) -> bool {
        self.covers_words < FEW_WORDS && self.covers_words * 4 < words
    }
}

/// Where a text comes from, with the parameters that made it.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The parameters that made it.
    pub params: Arc<Params>,
    /// The text: name, language, counts.
    pub text: DocInfo,
    /// Its counted shingles, every occurrence counted.
    pub shingles: u32,
    /// Its sources, best first.
    pub sources: Vec<TextSource>,
    /// The shingles that only other documents have, which are not listed.
    pub elsewhere: u32,
    /// The words that only these cover.
    pub elsewhere_words: u32,
    /// The shingles that no document has.
    pub own: u32,
    /// The words that only these have.
    pub own_words: u32,
    /// The words of no counted shingle.
    pub uncounted_words: u32,
    /// Its sentences; the numbers of parts are indices into `sources`.
    pub sentences: Vec<CoveredSentence>,
    /// The sources that could not be read again, so that their passages are not known.
    pub problems: Vec<Problem>,
}

/// Neighbouring counted words of a text, with what separates them, that one source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcedStretch {
    /// Their place in the text.
    pub span: Span,
    /// The source: the best one of the sentence, or else the best one of the text. `None` where only documents have them that
    /// add too little to be listed.
    pub source: Option<u32>,
}

/// A text with its sources.
#[derive(Debug, Clone)]
pub struct SourcedText {
    /// The sources, best first.
    pub sources: Sources,
    /// The extracted text that all spans point into. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// Where sections of the text begin, such as pages.
    pub sections: Arc<[TextSection]>,
    /// What sources have, in reading order, without overlap.
    pub stretches: Vec<SourcedStretch>,
    /// For each source the counted words that it has, whoever else has them: neighbours with what separates them.
    pub words: Vec<Vec<Span>>,
    /// The words of the text, in reading order.
    pub counted: Vec<Span>,
    /// The words that are ignored as boilerplate, in reading order.
    pub ignored: Vec<Span>,
}

impl SourcedText {
    /// The name of the section that a byte of the text is in, such as `page 3`. Raw text of the file.
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}

/// A run of counted words that several documents share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderPassage {
    /// How many counted words it has.
    pub words: u32,
    /// How many words would go if it stood in one document only.
    pub repeated: u64,
    /// Its place in the text of the first document; empty if that could not be read again.
    pub span: Span,
    /// That text. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// The section of the first document that it begins in, such as `page 3`. Raw text of the file.
    pub section: Option<String>,
    /// The first document by path that holds it and has other words than the first of all.
    pub other: DocPath,
    /// All documents that hold it, in path order.
    pub documents: Vec<DocPath>,
}

/// The passages of a folder, best first, with the parameters that made them.
#[derive(Debug, Clone)]
pub struct FolderPassages {
    /// The parameters that made them.
    pub params: Arc<Params>,
    /// The least counted words of one.
    pub least: u32,
    /// How they are ranked.
    pub order: PassageOrder,
    /// How many there are, listed or not.
    pub found: usize,
    /// The documents of the folder.
    pub documents: usize,
    /// Those that are listed.
    pub passages: Vec<FolderPassage>,
    /// Documents that could not be read again, so that a passage has no text.
    pub problems: Vec<Problem>,
}
