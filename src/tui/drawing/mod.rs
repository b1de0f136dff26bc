//! For drawing: a pen that lets no text act on the terminal, colours and their roles, glyphs and wrapping.
//!
//! **Colours.** `tui::drawing::colours` holds them, tested for contrast and colour blindness. `tui::drawing::theme`
//! assigns them to roles. A style with a background sets the colour of its text too.
//!
//! **A passage's tints** are a `PassageLook`: one for its counted words, one for what is between them. Maps and plots
//! take the first (`Theme::ink`).

pub(crate) mod colours;
pub(crate) mod glyphs;
pub(crate) mod large;
pub(crate) mod pen;
pub(crate) mod theme;
pub(crate) mod wrap;

pub(crate) use self::colours::Colour;
pub(crate) use self::glyphs::{Glyph, GlyphKind};
pub(crate) use self::pen::Pen;
pub(crate) use self::theme::{
    Depth, Ground, Look, PassageLook, RowLook, TerminalColours, Theme, ThemeChoice,
};
pub(crate) use self::wrap::{JoinedLines, WrappedRows};
