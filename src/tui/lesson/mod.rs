//! The lesson: how the score of a pair comes about, step by step.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
