//! The languages of the folder: how many documents and words are in each.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
