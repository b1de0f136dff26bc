//! The screen's tests: synthetic results in, pictures and states out, without engine and terminal.

mod arranging;
mod clusters;
pub(crate) mod docs;
mod documents;
mod dots;
mod explain;
pub(crate) mod fake;
mod keys;
mod lesson;
mod lists;
pub(crate) mod marks;
mod news;
pub(crate) mod pair;
mod palette;
mod parameters;
mod phrases;
mod pictures;
mod prelude;
mod problems;
mod query;
mod reporting;
mod sandbox;
mod screens;
mod sources;
mod test_screen;
mod vocabulary;
