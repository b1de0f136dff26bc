//! The list of documents.

pub(crate) mod keys;
pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod view;
