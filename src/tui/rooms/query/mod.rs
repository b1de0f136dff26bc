//! The query: a text that is typed or pasted, and what resembles it in the folder.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
