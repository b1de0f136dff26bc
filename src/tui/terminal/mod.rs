//! The terminal: taken over, drawn on, read from, lent and given back. It knows nothing of what is on the screen.

pub(crate) mod editor;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod page_colour;
pub(crate) mod session;
pub(crate) mod signals;
