//! Prints results as tables, JSON, NDJSON and CSV.

pub(crate) mod handout;
pub(crate) mod json;
pub(crate) mod lab;
pub(crate) mod out;
pub(crate) mod pair;
pub(crate) mod progress;
pub(crate) mod rows;
pub(crate) mod table;
