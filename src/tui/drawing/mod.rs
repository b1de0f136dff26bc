//! For drawing: a pen that lets no text act on the terminal, colours and their roles, glyphs and wrapping.
//!
//! **Text of documents and text of the screen.** A view writes what a document says with `Pen::quote`, and all else
//! with `Pen::put`. When a frame is complete, `tui::drawing::ascii` replaces the screen's own glyphs for `--ascii`,
//! each by one of the same width, from one table. Quoted cells stay. A new glyph goes into that table. A new view goes
//! into the list of `src/tui/tests/ascii.rs`, which fails for any other.
//!
//! **Colours.** `tui::drawing::colours` holds them, tested for contrast and for colour blindness. `tui::drawing::theme`
//! assigns them to roles. What has a background sets the colour of its text too. Nothing else sets a background.
//!
//! **A passage's tints** are a `PassageLook`: its counted words, and what is between them. Maps and plots take the tint
//! of the counted words (`Theme::ink`). A score in words (`tui::words::score`) is a head, which the screen shows, and
//! the counts behind it, which `i` opens.

pub(crate) mod ascii;
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
