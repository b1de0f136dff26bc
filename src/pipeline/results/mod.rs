//! The results of a corpus: snapshots with their marks, pairs in path order, clusters. It compares and ranks nothing.

pub mod changed_rows;
pub mod clusters;
pub mod copies;
pub mod heat;
pub mod passages;
pub mod publish;
pub mod snapshot;
pub mod sourced_text;
pub mod sources;
pub mod stream;
