//! For drawing: a pen that lets no text act on the terminal, colours and their roles, glyphs and rows. It knows no room.

pub(crate) mod ascii;
pub(crate) mod colours;
pub(crate) mod glyphs;
pub(crate) mod large;
pub(crate) mod pen;
pub(crate) mod reflow;
pub(crate) mod theme;
pub(crate) mod wrap;
