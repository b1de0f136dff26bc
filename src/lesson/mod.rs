//! The lesson: what the stages do to two texts, step by step, as data with sentences for somebody who never heard of
//! shingles. It knows no screen; how a step looks in so many columns is told in rows of pieces with roles.

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
