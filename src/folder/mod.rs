//! The only code that touches the disk: list a folder, read a file, watch for changes. It never writes to a folder that is
//! read; one file that was asked for is written beside it.

pub mod hint;
mod mounts;
pub mod names;
mod native;
pub mod read;
mod rules;
pub mod stamp;
pub mod walk;
pub mod watch;
pub mod write;
