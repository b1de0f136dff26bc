//! The results of a corpus: snapshots with marked changes, pairs in path order, clusters, repeats, and their lines in
//! JSON.

pub mod changed_rows;
pub mod clusters;
pub mod lines;
pub mod parameters;
pub mod repeats;
pub mod snapshot;
pub mod sources;
pub mod stream;
