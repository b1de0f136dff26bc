//! The lesson: what the stages do to two texts, step by step, with sentences for people who never heard of shingles.
//! Figures are rows of pieces with roles. The screen and the printer draw them.

pub mod effect;
pub mod excerpt;
pub mod formula;
mod making;
pub mod minhash;
pub mod numbers;
pub mod page;
pub mod pitfalls;
pub mod says;
pub mod sets;
pub mod side;
pub mod step;
pub mod subject;
pub mod taught;
#[cfg(test)]
mod tests;
pub mod trial;
