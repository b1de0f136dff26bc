//! The laboratory: which width, sketch and threshold suit the folder.

mod cells;
mod columns;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
mod says;
pub(crate) mod title;
pub(crate) mod update;
pub(crate) mod view;
