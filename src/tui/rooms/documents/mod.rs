//! The list of documents.

pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod view;
