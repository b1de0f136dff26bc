//! Where a text comes from, as the outputs show it: its sources, best first, with their passages. It finds none.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::compare::measure::Overlap;
use crate::pipeline::corpus::covered_words::CoveredSentence;
use crate::pipeline::document::info::DocInfo;
use crate::pipeline::document::original::Originality;
use crate::pipeline::document::pair::Passage;
use crate::pipeline::parameters::Params;

/// A passage that the text shares with a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePassage {
    /// The passage, as the open pair has it: the text is a, the source is b.
    pub passage: Passage,
    /// How many of its words no source before has.
    pub adds: u32,
    /// The first of the other documents that have all of it, in path order, without copies of the source.
    pub also: Vec<DocPath>,
    /// How many others have it.
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
    /// Which of the two may be the original.
    pub originality: Originality,
}

/// A source with fewer words of a text may have them by chance, or because everybody words it so. In a text that is short itself
/// they may be a sentence of it, so they must be less than a quarter of it too.
const FEW_WORDS: u32 = 10;

impl TextSource {
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
    /// The words that no document covers.
    pub own_words: u32,
    /// Its sentences; the numbers of parts are indices into `sources`.
    pub sentences: Vec<CoveredSentence>,
    /// The sources that could not be read again, so that their passages are not known.
    pub problems: Vec<Problem>,
}
