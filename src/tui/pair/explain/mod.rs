//! The explanation of a word: how it was normalized, and what became of its shingles.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
