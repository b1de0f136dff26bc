//! The only code that touches the disk: list a folder, read a file, watch for changes. It never writes.

pub mod hint;
mod mounts;
pub mod names;
mod native;
pub mod read;
mod rules;
pub mod walk;
pub mod watch;
