//! The laboratory: which width, sketch and threshold suit the folder.

mod cells;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod title;
pub(crate) mod update;
pub(crate) mod view;
