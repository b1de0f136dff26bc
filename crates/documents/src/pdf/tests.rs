//! Small PDFs, written here, and the text that must come out.

mod builder;
mod layout;
mod refusals;
