//! The results of a corpus: snapshots with their marks, pairs in path order, clusters, repeats. It compares and ranks nothing.

pub mod changed_rows;
pub mod clusters;
pub mod repeats;
pub mod snapshot;
pub mod sources;
pub mod stream;
pub mod third;
