//! The steps of a lesson, and the pieces that their figures are laid out in. It computes nothing.

use crate::base::visible::visible;

/// A stage of the pipeline, or a pitfall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    /// The raw texts.
    Texts,
    /// Cut into words.
    Words,
    /// Dropped and stemmed words.
    Forms,
    /// The window slides over the words.
    Window,
    /// Each shingle becomes a number.
    Hash,
    /// Modulo keeps or drops.
    Modulo,
    /// Least shingles.
    Minima,
    /// Groups of them.
    Supershingles,
    /// Pairs of groups.
    Megashingles,
    /// The two sets.
    Sets,
    /// The formula with numbers.
    Score,
    /// Estimates beside the truth.
    Estimate,
    /// One of the pitfalls, from 0.
    Pitfall(usize),
}

impl StepKind {
    /// The stages, in their order.
    pub const STAGES: [Self; 12] = [
        Self::Texts,
        Self::Words,
        Self::Forms,
        Self::Window,
        Self::Hash,
        Self::Modulo,
        Self::Minima,
        Self::Supershingles,
        Self::Megashingles,
        Self::Sets,
        Self::Score,
        Self::Estimate,
    ];

    /// A word for it, where there is room for no more.
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
            Self::Pitfall(_) => "pitfall",
        }
    }

    /// Whether up and down slide something within it.
    pub const fn slides(self) -> bool {
        matches!(self, Self::Window | Self::Hash | Self::Modulo | Self::Minima)
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it is about.
    pub kind: StepKind,
    /// Its heading.
    pub title: String,
    /// A few plain sentences, a paragraph each, with this example's numbers. Words of documents in them are visible.
    pub says: Vec<String>,
    /// In how many positions up and down put it; 1 where they scroll.
    pub places: usize,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// As it stands.
    Plain,
    /// Beside the point.
    Quiet,
    /// A heading or a number that matters.
    Strong,
    /// The letter of a text.
    Letter,
    /// Shared: of the passage of this index, as the open pair tints it.
    Passage(u32),
    /// Shared, whatever passage it is of.
    Shared,
    /// Not counted.
    Dropped,
    /// Counted in another form.
    Changed,
    /// What the sentence is about just now.
    Now,
}

/// Some characters in one role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigurePiece {
    /// Visible text.
    pub text: String,
    /// Its role.
    pub ink: Ink,
    /// A document words it so.
    pub quoted: bool,
}

impl FigurePiece {
    /// What the lesson itself says.
    pub fn own(text: impl Into<String>, ink: Ink) -> Self {
        Self { text: text.into(), ink, quoted: false }
    }

    /// What a document says.
    pub fn quoted(text: &str, ink: Ink) -> Self {
        Self { text: visible(text).into_owned(), ink, quoted: true }
    }
}

/// A row of a figure.
pub type FigureRow = Vec<FigurePiece>;
