//! The lesson: how the score of a pair is computed, step by step.

pub(crate) mod areas;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod names;
pub(crate) mod update;
pub(crate) mod view;
