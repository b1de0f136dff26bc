//! The stages in their order, remembered per document. It touches no disk and starts no thread.

pub mod pair;
pub mod params;
pub mod snapshot;
