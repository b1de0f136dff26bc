//! The command palette: every action and value, found by a few letters.

pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
