//! Lists, reads and watches the scanned folder, and never writes to it. Writes the files that the user names, outside
//! that folder. Version 9 of `notify` is a release candidate, but version 8 reports every opened file and cannot select
//! events.

pub mod globs;
mod mounts;
pub mod names;
mod native;
pub mod read;
mod rules;
pub mod watch;
pub mod write;

pub use globs::Globs;
pub use names::{ListError, Stamp, WalkOptions};
pub use read::{Gone, OpenFolder, SizeLimit, Unread};
pub use watch::{WatchState, Watcher};
pub use write::{FileTarget, NotWritten, WriteError};
