//! How two texts are shown: side by side or not, joined or free, with dropped words or without. It knows no text.

use super::pane::Which;

/// The layout of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaneShape {
    /// Side by side.
    Split,
    /// One above the other.
    Stacked,
    /// One at a time.
    Single,
}

impl PaneShape {
    /// All layouts, in the order of the key.
    pub(crate) const ALL: [Self; 3] = [Self::Split, Self::Stacked, Self::Single];

    /// The name on the screen.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Split => "the texts stand side by side",
            Self::Stacked => "the texts stand one above the other",
            Self::Single => "one text at a time: Tab shows the other",
        }
    }
}

/// The order of the list of passages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum PassageOrder {
    /// By their places in the first text.
    #[default]
    Place,
    /// The longest first.
    Length,
}

impl PassageOrder {
    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Place => Self::Length,
            Self::Length => Self::Place,
        }
    }
}

/// How the lines of a text are broken that its writer broke by hand for a wider page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LineBreaks {
    /// They are joined, so that rows are filled.
    #[default]
    Joined,
    /// As they were written.
    AsWritten,
}

impl LineBreaks {
    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Joined => Self::AsWritten,
            Self::AsWritten => Self::Joined,
        }
    }
}

/// The choices that stay the same from pair to pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The layout that was chosen. `None` leaves it to the size of the screen.
    pub(crate) shape: Option<PaneShape>,
    /// Whether the text that has the focus fills everything between parameters and footer.
    pub(crate) alone: bool,
    /// Whether each text scrolls by itself.
    pub(crate) free: bool,
    /// How lines are broken.
    pub(crate) lines: LineBreaks,
    /// Whether words that are not counted are shown as such.
    pub(crate) dropped: bool,
    /// The order of the list of passages.
    pub(crate) order: PassageOrder,
    /// The text that had the focus last.
    pub(crate) last: Which,
    /// The text whose map the mouse drags.
    pub(crate) held: Option<Which>,
}
