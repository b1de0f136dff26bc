//! Prints results as tables, JSON, NDJSON and CSV.

pub(crate) mod clusters;
pub(crate) mod csv;
pub(crate) mod dedup;
pub(crate) mod handout;
pub(crate) mod json;
pub(crate) mod lab;
pub(crate) mod out;
pub(crate) mod pair;
pub(crate) mod passages;
pub(crate) mod progress;
pub(crate) mod sources;
pub(crate) mod table;
