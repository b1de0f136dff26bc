//! Results as tables, JSON, NDJSON and CSV. It computes nothing.

pub(crate) mod csv;
pub(crate) mod documents;
pub(crate) mod explain;
pub(crate) mod groups;
pub(crate) mod json;
pub(crate) mod lab;
pub(crate) mod languages;
pub(crate) mod lesson;
pub(crate) mod line;
pub(crate) mod out;
pub(crate) mod pair;
pub(crate) mod passages;
pub(crate) mod passages_json;
pub(crate) mod places;
pub(crate) mod sketch;
pub(crate) mod sources;
pub(crate) mod sources_json;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod wrap;
