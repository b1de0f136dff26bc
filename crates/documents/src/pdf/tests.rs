//! Small generated PDFs and their expected text.

pub(crate) mod builder;
mod layout;
mod refusals;
