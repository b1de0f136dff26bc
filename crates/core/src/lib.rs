//! From texts to ranked pairs of documents and their shared shingles, as pure functions.
//!
//! [`text`] tokenises and normalises → [`shingle`] cuts, hashes and samples → [`compare`] joins and aligns →
//! [`pipeline`] runs these stages in order and stores their results. [`texts`] offers them to other programs.

pub mod compare;
pub mod pipeline;
pub mod shingle;
pub mod text;
pub mod texts;
