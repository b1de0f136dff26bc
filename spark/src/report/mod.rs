//! What the command line names of reports, from the program's own files.

#[path = "../../../src/report/contents.rs"]
pub(crate) mod contents;
#[path = "../../../src/report/excerpt.rs"]
pub(crate) mod excerpt;
#[path = "../../../src/report/graphs.rs"]
pub(crate) mod graphs;
#[path = "../../../src/report/passages.rs"]
pub(crate) mod passages;
