//! What happened in the folder, which files could not be used, and what the watcher does.

pub(crate) mod activity;
pub(crate) mod keys;
pub(crate) mod model;
pub(crate) mod room;
pub(crate) mod view;
pub(crate) mod watching;
