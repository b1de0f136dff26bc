//! What the screen knows. It draws nothing and does nothing outside.

pub(crate) mod arrange;
pub(crate) mod bar;
pub(crate) mod cursor;
pub(crate) mod documents;
pub(crate) mod filter;
pub(crate) mod glyphs;
pub(crate) mod lines;
pub(crate) mod link;
pub(crate) mod list;
pub(crate) mod pair;
pub(crate) mod pane;
pub(crate) mod problems;
pub(crate) mod prompt;
pub(crate) mod query;
pub(crate) mod rooms;
pub(crate) mod rows;
pub(crate) mod sieve;
pub(crate) mod sort;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod tints;
pub(crate) mod tuning;
pub(crate) mod watching;
