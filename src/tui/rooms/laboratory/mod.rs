//! Which width, sketch and threshold suit the folder.

pub(crate) mod model;
pub(crate) mod title;
pub(crate) mod update;
pub(crate) mod view;
