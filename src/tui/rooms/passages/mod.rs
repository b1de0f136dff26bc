//! The longest passages that documents of the folder share, boilerplate first.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
