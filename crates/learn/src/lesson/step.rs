use base::visible::make_visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepKind {
    /// The two texts as they were read.
    #[default]
    Texts,
    Words,
    /// Forms of the words: dropped and stemmed words.
    Forms,
    Window,
    Hash,
    Sets,
    Score,
    /// Finding pairs among many documents, by an inverted index.
    Index,
    Modulo,
    /// Minima: the least shingles.
    Minima,
    Supershingles,
    Megashingles,
    /// Estimates beside the exact value.
    Estimate,
    Pitfall(usize),
    /// A page behind the pitfalls, numbered from 0.
    Background(usize),
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

    /// The page about bands, whose figure on a screen is a curve.
    pub const BANDS: Self = Self::Background(0);

    /// Thing that ↓ and ↑ move in the figure, or `None` for scrolling.
    pub const fn name_of_thing_moved_by_keys(self) -> Option<&'static str> {
        match self {
            Self::Window => Some("window"),
            Self::Hash | Self::Modulo => Some("shingle"),
            Self::Minima => Some("function"),
            Self::Megashingles => Some("point"),
            Self::BANDS => Some("bands"),
            _ => None,
        }
    }

    pub(super) fn template_text(self) -> &'static str {
        let all: (&[&str], usize) = match self {
            Self::Pitfall(place) => (&["capital", "empty", "missed", "chance", "header"], place),
            Self::Background(place) => (&["bands", "others", "history", "groups"], place),
            stage => return stage.name(),
        };
        all.0.get(all.1).copied().unwrap_or_default()
    }

    pub fn name(self) -> &'static str {
        let stage = Self::STAGES.iter().zip(STAGE_NAMES).find(|(stage, _)| **stage == self);
        match self {
            Self::Pitfall(_) => "pitfall",
            Self::Background(_) => "more",
            _ => stage.map_or("terms", |(_, name)| name),
        }
    }
}

/// Names of the stages, which are also those of their templates.
const STAGE_NAMES: [&str; StepKind::STAGES.len()] = [
    "texts", "words", "forms", "window", "hash", "sets", "score", "index", "modulo", "minima",
    "super", "mega", "estimate",
];

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    pub kind: StepKind,
    pub title: String,
    /// Plain sentences, one string per paragraph, with the numbers of the example. Hidden characters of document words
    /// are visible.
    pub paragraphs: Vec<String>,
    /// A shorter text for an audience, or if the figure leaves no space.
    pub brief: String,
    pub number: StepNumber,
    pub first: usize,
    pub exercises: Vec<Exercise>,
    /// Figure from the template, for steps behind the stages.
    pub figure: Vec<FigureLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    pub question: String,
    pub answer: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepNumber {
    /// Digits and signs for large print.
    pub text: String,
    /// Unit of the number.
    pub counts: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Text without emphasis.
    Plain,
    Quiet,
    /// A heading or an important number.
    Strong,
    Letter,
    /// Shared: part of the passage with this index, tinted like the open pair.
    Passage(u32),
    /// Shared, in any passage.
    Shared,
    /// A word that is not counted.
    Dropped,
    /// A word that counts in another form.
    Changed,
    /// The words that the sentence is about now.
    Now,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigurePiece {
    pub text: String,
    pub ink: Ink,
    /// True for text of a document.
    pub quoted: bool,
}

pub fn text_piece(text: impl Into<String>, ink: Ink) -> FigurePiece {
    FigurePiece { text: text.into(), ink, quoted: false }
}

pub fn quoted_piece(text: &str, ink: Ink) -> FigurePiece {
    FigurePiece { text: make_visible(text).into_owned(), ink, quoted: true }
}

pub type FigureRow = Vec<FigurePiece>;

/// A line of a figure, wrapped between the groups of its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureLine {
    /// Number of columns before each row.
    pub indent: usize,
    /// Pieces that stay together. No group gives a blank row.
    pub groups: Vec<FigureRow>,
}

pub(super) const LETTERS: [&str; 2] = ["A", "B"];
