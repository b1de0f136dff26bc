//! A text that is typed or pasted, and what of the folder resembles it.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod update;
pub(crate) mod view;
