//! The lesson: what the stages do to two texts, step by step, with sentences for people who never heard of shingles.
//! Figures are rows of pieces with roles. The screen and the printer draw them.

mod build;
pub mod contents;
mod counted;
pub mod easy;
pub mod effect;
pub mod excerpt;
pub mod formula;
pub mod glossary;
pub mod minhash;
pub mod numbers;
pub mod page;
pub mod pitfalls;
pub mod sample;
pub mod sentences;
pub mod sets;
pub mod side;
pub mod step;
pub mod subject;
#[cfg(test)]
mod tests;
pub mod trial;
