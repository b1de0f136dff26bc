//! Passages that are never counted again: left out by a key, kept in a file, listed, and taken back.

pub(crate) mod keeper;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod undo;
pub(crate) mod update;
