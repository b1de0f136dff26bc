//! The disk: listing, reading and watching a folder.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

#[path = "folder/into.rs"]
mod into;
#[path = "folder/names.rs"]
mod names;
#[path = "folder/read.rs"]
mod read;
#[path = "folder/walk.rs"]
mod walk;
#[path = "folder/watch.rs"]
mod watch;
