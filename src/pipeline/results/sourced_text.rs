//! A text of the folder with its sources, as the screen shows it: who covers which words, and where each source is. It finds
//! nothing.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::span::Span;
use crate::formats::extracted::{TextSection, section_at};

use super::sources::Sources;

/// Neighbouring counted words of a text, with what separates them, that one source has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcedStretch {
    /// Their place in the text.
    pub span: Span,
    /// The source: the best one of the sentence, or else the best one of the text. `None` where only documents have them that
    /// add too little to be listed.
    pub source: Option<u32>,
}

/// A run of counted words of a text that a source has, whoever else has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    /// From the first to the last word.
    pub span: Span,
    /// How many counted words it has.
    pub words: u32,
    /// How many of them no source before has.
    pub adds: u32,
    /// The first of the other documents that have all of it, in path order, without copies of the source.
    pub also: Vec<DocPath>,
    /// How many others have it.
    pub also_found: u32,
}

/// A text with its sources.
#[derive(Debug, Clone)]
pub struct SourcedText {
    /// The sources, best first, without their passages.
    pub sources: Sources,
    /// The extracted text that all spans point into. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// Where sections of the text begin, such as pages.
    pub sections: Arc<[TextSection]>,
    /// What sources have, in reading order, without overlap.
    pub stretches: Vec<SourcedStretch>,
    /// The places of each source, in reading order.
    pub places: Vec<Vec<SourcePlace>>,
    /// Neighbouring counted words in these, with what separates them, by source.
    pub words: Vec<Vec<Span>>,
}

impl SourcedText {
    /// The name of the section that a byte of the text is in, such as `page 3`. Raw text of the file.
    pub fn section_at(&self, byte: u32) -> Option<String> {
        section_at(&self.sections, byte).map(TextSection::label)
    }
}
