//! Small generated PDFs and their expected text.

mod builder;
mod layout;
mod refusals;
