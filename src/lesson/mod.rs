//! The lesson: what the stages do to two texts, step by step, with sentences for people who never heard of shingles.
//! Figures are rows of pieces with roles. The screen and the printer draw them.

mod build;
pub mod contents;
pub mod formula;
pub mod numbers;
pub mod page;
pub mod pitfalls;
pub mod sample;
mod sentences;
pub mod side;
pub mod step;
pub mod subject;
#[cfg(test)]
mod tests;
pub mod trial;
