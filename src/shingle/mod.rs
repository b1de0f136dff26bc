//! Canonical words to a document's kept shingles: window, hash, sample. Pure.

pub mod hash;
