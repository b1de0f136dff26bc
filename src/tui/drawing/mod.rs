//! For drawing: a pen that lets no text act on the terminal, colours and their roles, glyphs and wrapping.

pub(crate) mod ascii;
pub(crate) mod colours;
pub(crate) mod glyphs;
pub(crate) mod large;
pub(crate) mod pen;
pub(crate) mod theme;
pub(crate) mod wrap;
