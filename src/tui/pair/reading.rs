//! How two texts are read: side by side or not, joined or free, with dropped words or without. It knows no text.

use super::pane::Which;

/// How the two texts stand.
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
    /// All of them, as the key goes through them.
    pub(crate) const ALL: [Self; 3] = [Self::Split, Self::Stacked, Self::Single];

    /// What one sees.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Split => "the texts stand side by side",
            Self::Stacked => "the texts stand one above the other",
            Self::Single => "one text at a time: Tab shows the other",
        }
    }
}

/// What stays the same from pair to pair.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The shape that was asked for; by the size of the screen while none was.
    pub(crate) shape: Option<PaneShape>,
    /// The text that has the focus fills everything between parameters and footer.
    pub(crate) alone: bool,
    /// Each text scrolls by itself.
    pub(crate) free: bool,
    /// Words that are not counted are shown as such.
    pub(crate) dropped: bool,
    /// The text that had the focus last.
    pub(crate) last: Which,
    /// The map that the mouse holds.
    pub(crate) held: Option<Which>,
}
