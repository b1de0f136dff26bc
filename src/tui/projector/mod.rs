//! Projector mode: the screen for an audience.

pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
