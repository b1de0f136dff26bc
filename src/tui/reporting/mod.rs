//! A report of what the list shows, written to a file that the user names.

pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod update;
