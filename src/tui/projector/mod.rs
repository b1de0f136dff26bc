//! Projector mode: the screen as it is shown to many.

pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
