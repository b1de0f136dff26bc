//! Help: all keys and what they do.

pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
