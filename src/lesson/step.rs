//! Steps of a lesson, pieces of their figures, and taught terms.

use crate::base::visible::visible;

/// A stage of the pipeline, or a pitfall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// Raw texts.
    Texts,
    /// Words of the texts.
    Words,
    /// Dropped and stemmed words.
    Forms,
    /// The sliding window.
    Window,
    /// Hashes of shingles.
    Hash,
    /// The two sets.
    Sets,
    /// Formula with numbers.
    Score,
    /// Finding pairs among many documents, by an inverted index.
    Index,
    /// Samples by modulo.
    Modulo,
    /// Minima: the least shingles.
    Minima,
    /// Groups of minima.
    Supershingles,
    /// Pairs of groups.
    Megashingles,
    /// Estimates beside the exact value.
    Estimate,
    /// A pitfall, numbered from 0.
    Pitfall(usize),
    /// A page behind the pitfalls, by its index in the common list.
    Background(usize),
    /// Terms of the field.
    Glossary,
}

impl StepKind {
    /// Stages in order.
    pub const STAGES: [Self; 13] = [
        Self::Texts,
        Self::Words,
        Self::Forms,
        Self::Window,
        Self::Hash,
        Self::Sets,
        Self::Score,
        Self::Index,
        Self::Modulo,
        Self::Minima,
        Self::Supershingles,
        Self::Megashingles,
        Self::Estimate,
    ];

    /// Thing that ↓ and ↑ move in the figure, or `None` for scrolling.
    pub const fn moves(self) -> Option<&'static str> {
        match self {
            Self::Window => Some("window"),
            Self::Hash | Self::Modulo => Some("shingle"),
            Self::Minima => Some("function"),
            Self::Megashingles => Some("point"),
            _ => None,
        }
    }

    /// Short name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Texts => "texts",
            Self::Words => "words",
            Self::Forms => "forms",
            Self::Window => "window",
            Self::Hash => "hash",
            Self::Modulo => "modulo",
            Self::Minima => "minima",
            Self::Supershingles => "super",
            Self::Megashingles => "mega",
            Self::Sets => "sets",
            Self::Score => "score",
            Self::Estimate => "estimate",
            Self::Index => "index",
            Self::Pitfall(_) => "pitfall",
            Self::Background(_) => "more",
            Self::Glossary => "terms",
        }
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Stage or pitfall.
    pub kind: StepKind,
    /// The heading.
    pub title: String,
    /// Plain sentences, one string per paragraph, with the example's numbers. Document words are made visible.
    pub paragraphs: Vec<String>,
    /// A brief version for an audience, or if the figure leaves no space.
    pub brief: String,
    /// Number it teaches.
    pub number: StepNumber,
    /// First position of the figure.
    pub first: usize,
}

/// The number that a step teaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepNumber {
    /// Digits and signs for large print.
    pub text: String,
    /// Unit of the number.
    pub counts: String,
}

impl StepNumber {
    /// A number with its unit.
    pub fn new(text: impl Into<String>, counts: impl Into<String>) -> Self {
        Self { text: text.into(), counts: counts.into() }
    }
}

/// Role of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Without emphasis.
    Plain,
    /// Less important.
    Quiet,
    /// A heading or an important number.
    Strong,
    /// Letter of a text.
    Letter,
    /// Shared: part of the passage with this index, tinted like the open pair.
    Passage(u32),
    /// Shared, in any passage.
    Shared,
    /// Not counted.
    Dropped,
    /// Counted in another form.
    Changed,
    /// Current subject of the sentence.
    Now,
}

/// Text in one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigurePiece {
    /// Visible text.
    pub text: String,
    /// Its role.
    pub ink: Ink,
    /// True for text of a document.
    pub quoted: bool,
}

/// Makes lesson text.
pub fn lesson_text(text: impl Into<String>, ink: Ink) -> FigurePiece {
    FigurePiece { text: text.into(), ink, quoted: false }
}

/// Makes document text.
pub fn quoted(text: &str, ink: Ink) -> FigurePiece {
    FigurePiece { text: visible(text).into_owned(), ink, quoted: true }
}

/// A figure row.
pub type FigureRow = Vec<FigurePiece>;

pub(super) const LETTERS: [&str; 2] = ["A", "B"];

/// A pitfall with examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pitfall {
    /// The sentences.
    pub step: Step,
    /// The examples.
    pub exhibits: Vec<Exhibit>,
}

/// Example in a pitfall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// Its heading.
    pub heading: String,
    /// A remark, possibly empty.
    pub note: String,
    /// Lines of words, broken into rows as needed.
    pub lines: Vec<FigureRow>,
}

impl Exhibit {
    /// Builds an example.
    pub fn new(heading: impl Into<String>, note: impl Into<String>, lines: Vec<FigureRow>) -> Self {
        Self { heading: heading.into(), note: note.into(), lines }
    }
}

/// Number of pitfalls, without the background pages in the same list.
pub(super) const PITFALLS: usize = 5;

/// Terms with meanings.
pub const TERMS: &[(&str, &str)] = &[
    ("shingle", "a run of w words; also word n-gram"),
    ("w, width", "how many words a shingle has"),
    ("canonical word", "a word in the form that counts: small letters, without its ending"),
    ("stop word", "a frequent word, such as \"the\", that tells hardly any texts apart"),
    ("hash", "a number made of a shingle; equal shingles have equal numbers"),
    ("set", "the different shingles of a text, in no order"),
    ("resemblance, r", "in both / in either; also Jaccard index"),
    ("containment", "in both / in A: how much of A is in B"),
    ("threshold", "the score from which on, or above which, a pair is listed"),
    (
        "inverted index",
        "for each shingle the list of texts that hold it; a list is also called postings",
    ),
    ("document frequency", "how many texts have a shingle: the length of its list"),
    ("sketch", "a few numbers that represent a text"),
    ("modulo m", "a sample: shingles whose hash is divisible by m"),
    ("minhash", "under each of many hash functions the smallest number of a text, its minimum"),
    ("supershingle", "14 minima in one number"),
    ("megashingle", "two supershingles in one number"),
    ("estimate", "the score by a sketch, instead of the exact count"),
    ("standard deviation", "the usual error of an estimate: mostly two in three are nearer"),
    ("boilerplate", "words that many texts have: licences, headers, menus"),
];
