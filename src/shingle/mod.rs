//! Canonical words to a document's kept shingles: window, hash, sample. Pure: no disk, no shared state.

pub mod hash;
pub mod sketch;
pub mod window;
mod xxh3;
