//! Makes texts and folders for measurements, the same for the same seed. Used by the benchmarks, the `corpus` example
//! and `benches/compare`. It measures nothing.

pub(crate) mod corpus;
pub(crate) mod dice;
pub(crate) mod pages;
pub(crate) mod script;
pub(crate) mod vocabulary;
pub(crate) mod write;
