//! What has the focus, and what is shown on top. It knows no keys and no rooms.

use crate::tui::pair::pane::Which;

/// What the keys that move act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The ranked list.
    List,
    /// One document of the open pair.
    Pane(Which),
    /// The parameters.
    Bar,
}

/// What is shown on top of everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The keys.
    Help,
    /// The command palette.
    Palette,
    /// The passages of the open pair, below the texts.
    Passages,
}
