//! What became of a word, explained.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
