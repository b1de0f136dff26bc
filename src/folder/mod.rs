//! The only code that touches the disk, but for the cache. It lists folders, reads files and watches for changes. It never writes to a
//! folder that is read. It writes only files that the user asked for, outside that folder.

pub mod globs;
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
