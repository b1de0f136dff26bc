//! The only code that touches the disk: list a folder, read a file, watch for changes. It never writes.

pub mod read;
pub mod walk;
pub mod watch;
