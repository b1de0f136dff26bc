//! Tools for drawing: a pen that escapes text for the terminal, colours and their roles, glyphs and wrapping.
//!
//! **Colours.** `tui::drawing::colours` defines them, tested for contrast and colour blindness. `tui::drawing::theme`
//! assigns them to roles. A style with a background sets the colour of its text too.
//!
//! **Tints of passages** are a `PassageLook`: one tint for counted words, one for the text between counted words. Maps
//! and plots use the first tint (`Theme::ink`).

pub(crate) mod colours;
pub(crate) mod glyphs;
pub(crate) mod large;
pub(crate) mod pen;
pub(crate) mod theme;
pub(crate) mod wrap;

pub(crate) use self::colours::Colour;
pub(crate) use self::glyphs::{Glyph, GlyphKind};
pub(crate) use self::pen::{Canvas, Pen};
pub(crate) use self::theme::{
    Depth, Ground, Look, PassageLook, RowLook, TerminalColours, Theme, ThemeChoice,
};
pub(crate) use self::wrap::{JoinedLines, WrappedRows};
