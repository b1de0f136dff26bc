//! Two documents side by side: their texts, words and numbered passages. What is lit is exactly what was counted.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::base::ratio::Ratio;
use crate::base::span::Span;
use crate::compare::measure::Overlap;

use super::params::Params;
use super::snapshot::DocInfo;

/// A stretch of one document that is lit in one passage's tint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lit {
    /// Bytes of the side's text: counted words and what separates them, without dropped words between.
    pub span: Span,
    /// Index into [`PairView::passages`].
    pub passage: u32,
}

/// One document of an open pair.
#[derive(Debug, Clone)]
pub struct Side {
    /// Name, language, counts.
    pub doc: DocInfo,
    /// The extracted text that all spans point into. Raw: it must pass `base::visible` on its way to a terminal.
    pub text: Arc<str>,
    /// What is lit, in reading order, not overlapping; where passages overlap the longest owns the words.
    pub lit: Vec<Lit>,
    /// Stop words: read, but not counted. In reading order.
    pub dropped: Vec<Span>,
}

/// A maximal run of shared kept shingles that is contiguous in both documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// 1, 2, 3 … in reading order of a. Repetitions of one passage share the number.
    pub number: u32,
    /// 0 when the passage occurs once; 1, 2, … for its occurrences a, b, ….
    pub occurrence: u32,
    /// Its bytes in a, from its first to its last word.
    pub a: Span,
    /// Its bytes in b.
    pub b: Span,
    /// Its length in canonical words.
    pub words: u32,
    /// It stands in another order in b than in a.
    pub moved: bool,
}

impl Passage {
    /// Its name: `3`, or `3a`, `3b` … where it occurs more than once.
    pub fn id(&self) -> String {
        let mut letters = String::new();
        let mut rest = self.occurrence;
        while rest > 0 {
            rest -= 1;
            letters.insert(0, char::from(b'a' + (rest % 26) as u8));
            rest /= 26;
        }
        format!("{}{letters}", self.number)
    }
}

/// An open pair, whole, with the parameters that made it.
#[derive(Debug, Clone)]
pub struct PairView {
    /// What made it.
    pub params: Arc<Params>,
    /// The first document.
    pub a: Side,
    /// The second document.
    pub b: Side,
    /// The counts.
    pub overlap: Overlap,
    /// The score by the measure of `params`: the first document's direction in `compare`, else the larger.
    pub score: Ratio,
    /// In reading order of a: by number, then occurrence.
    pub passages: Vec<Passage>,
}

impl PairView {
    /// The names of the two documents.
    pub fn names(&self) -> (&DocPath, &DocPath) {
        (&self.a.doc.path, &self.b.doc.path)
    }
}
