//! The steps of a lesson, the pieces that their figures consist of, and the terms that they teach.

use crate::base::visible::visible;

/// A stage of the pipeline, or a pitfall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// The raw texts.
    Texts,
    /// The words of the texts.
    Words,
    /// Dropped and stemmed words.
    Forms,
    /// The window slides over the words.
    Window,
    /// Each shingle gets a hash.
    Hash,
    /// The two sets of shingles.
    Sets,
    /// The formula with numbers.
    Score,
    /// How pairs are found among many documents.
    Index,
    /// Modulo keeps or drops.
    Modulo,
    /// Minima: the least shingles.
    Minima,
    /// Groups of minima.
    Supershingles,
    /// Pairs of groups.
    Megashingles,
    /// Estimates and the exact value.
    Estimate,
    /// A pitfall, by its number from 0.
    Pitfall(usize),
    /// A page behind the pitfalls, by its place among both, from 0.
    Background(usize),
    /// The terms of the field.
    Glossary,
}

impl StepKind {
    /// The stages, in their order.
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

    /// What ↓ and ↑ move in its figure. `None` where they scroll.
    pub const fn moves(self) -> Option<&'static str> {
        match self {
            Self::Window => Some("window"),
            Self::Hash | Self::Modulo => Some("shingle"),
            Self::Minima => Some("function"),
            Self::Megashingles => Some("point"),
            _ => None,
        }
    }

    /// One word for it, for narrow places.
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
    /// The stage or pitfall.
    pub kind: StepKind,
    /// Its heading.
    pub title: String,
    /// A few plain sentences, one for each paragraph, with the numbers of this example. Words of documents in them are
    /// visible.
    pub paragraphs: Vec<String>,
    /// The same in one or two short sentences: for an audience, and where the picture leaves no room for more.
    pub brief: String,
    /// The number that it teaches.
    pub number: StepNumber,
    /// The position of its figure that it begins with.
    pub first: usize,
}

/// The number that a step teaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepNumber {
    /// In digits and signs that can be written large.
    pub text: String,
    /// What it counts, in a few words.
    pub counts: String,
}

impl StepNumber {
    /// A number and what it counts.
    pub fn new(text: impl Into<String>, counts: impl Into<String>) -> Self {
        Self { text: text.into(), counts: counts.into() }
    }
}

/// The role of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Without emphasis.
    Plain,
    /// Less important.
    Quiet,
    /// A heading or an important number.
    Strong,
    /// The letter of a text.
    Letter,
    /// Shared: part of the passage with this index, tinted as in the open pair.
    Passage(u32),
    /// Shared, in any passage.
    Shared,
    /// Not counted.
    Dropped,
    /// Counted in another form.
    Changed,
    /// What the sentence is about at the moment.
    Now,
}

/// Some text in one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigurePiece {
    /// The text, visible.
    pub text: String,
    /// Its role.
    pub ink: Ink,
    /// Whether the text comes from a document.
    pub quoted: bool,
}

/// Text of the lesson itself.
pub fn own(text: impl Into<String>, ink: Ink) -> FigurePiece {
    FigurePiece { text: text.into(), ink, quoted: false }
}

/// Text of a document.
pub fn quoted(text: &str, ink: Ink) -> FigurePiece {
    FigurePiece { text: visible(text).into_owned(), ink, quoted: true }
}

/// A row of a figure.
pub type FigureRow = Vec<FigurePiece>;

/// The letters of the two texts.
pub(super) const LETTERS: [&str; 2] = ["A", "B"];

/// Something that can go wrong, with an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pitfall {
    /// What it says.
    pub step: Step,
    /// The examples.
    pub exhibits: Vec<Exhibit>,
}

/// An example in a pitfall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// Its heading.
    pub heading: String,
    /// A remark below it. May be empty.
    pub note: String,
    /// Lines of words, each broken into rows as needed.
    pub lines: Vec<FigureRow>,
}

impl Exhibit {
    /// An example with these parts.
    pub fn new(heading: impl Into<String>, note: impl Into<String>, lines: Vec<FigureRow>) -> Self {
        Self { heading: heading.into(), note: note.into(), lines }
    }
}

/// How many pitfalls there are. The pages behind them stand in the same list.
pub(super) const PITFALLS: usize = 5;

/// A term and what it means.
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
