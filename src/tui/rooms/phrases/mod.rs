//! The phrases that are left out of the folder, newest first.

pub(crate) mod keys;
pub(crate) mod room;
pub(crate) mod view;
