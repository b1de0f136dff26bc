//! All keys with what they do.

pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
