//! The dot plot of the open pair.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
pub(crate) mod view;
