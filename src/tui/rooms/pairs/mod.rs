//! The ranked list of pairs, of all documents or of one.

pub(crate) mod lost;
pub(crate) mod model;
pub(crate) mod news;
pub(crate) mod nothing;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
