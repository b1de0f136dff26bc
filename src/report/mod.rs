//! A report to hand on: what was found in a folder, as a page, as Markdown, and as SARIF for other programs. It ranks nothing and
//! counts nothing: what a pair contains is what the open pair and `compare` show.

pub(crate) mod again;
pub(crate) mod contents;
pub(crate) mod gather;
pub(crate) mod graphs;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod passages;
pub(crate) mod sarif;
pub(crate) mod words;
