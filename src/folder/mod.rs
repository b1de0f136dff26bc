//! The folder that is read: lists it, reads its files and watches it, and never writes to it. It writes only files that
//! the user asked for, outside that folder. Besides `base::storage` and the cache of `documents`, nothing else touches
//! the disk.
//!
//! **Watching.** Events are hints; only a walk of the folder is reliable. `folder::watch` explains the protocol by
//! which no change is lost. An event that names a known file makes the worker read that file and compare its hash; any
//! other makes it list the folder, as does an event for a file with several names (hard links), which is reported under
//! one of them.
//!
//! After a listing, stamps decide which files are read again (device, inode, length, mtime, ctime). If a file had not
//! changed for ten seconds, its stamp is checked once, after reading; otherwise before and after (`folder::read`). A
//! file that changed within two seconds before it was read is read once more. `:rescan` trusts stamps too, except where
//! the system reports no changes: there it reads every file.
//!
//! A folder that never rests delays nothing for good: some files are read between two listings, and what changed five
//! seconds ago is shown before more is listed or read. Mounting reports no event, so the watcher looks for it every
//! five seconds. In a large folder (4,096 files), the listing after the first watches waits for the first result.
//!
//! `notify` is a release candidate of 9, because 8 cannot choose its events: the system told it of every file that
//! anyone opened or closed, so reading 100,000 files for the screen took an eighth longer, and an idle screen woke
//! whenever another program read the folder.

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

pub use globs::Globs;
pub use names::{ListError, WalkOptions};
pub use read::{OpenFolder, SizeLimit, Unread};
pub use stamp::Stamp;
pub use watch::{WatchState, Watcher};
pub use write::{FileTarget, WriteError};
