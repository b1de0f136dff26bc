//! Generates texts and folders for measurements, reproducible by seed. Used by the benchmarks, the `corpus` example
//! and `benches/compare`.

pub(crate) mod corpus;
pub(crate) mod dice;
pub(crate) mod pages;
pub(crate) mod script;
pub(crate) mod vocabulary;
pub(crate) mod write;
