//! Lists, reads and watches the scanned folder, and never writes to it. Writes the files that the user names, outside
//! that folder. Besides this module, only `base::storage` and the cache of `documents` use the disk.
//!
//! **Watching.** Events are hints; only a listing of the folder is reliable. `folder::watch` explains how the watcher
//! misses no change. If an event names a known file, the worker reads that file and compares its hash. After any other
//! event, the worker lists the folder. The same applies to a file with several names (hard links), because the system
//! reports a change under one name only.
//!
//! After a listing, the worker reads the files whose stamp (device, inode, length, mtime, ctime) changed. The stamps
//! before and after a read must be equal (`folder::read`). The worker reads a file again that changed within two seconds
//! before the read. `:rescan` trusts stamps too, except if the system does not report changes: then it reads every file.
//!
//! In a folder that keeps changing, the worker reads some files between two listings. It shows changes after five
//! seconds, before it lists or reads more. Mounting raises no event, so the watcher checks the mounts every five seconds.
//! In a large folder (4,096 files), the listing after the first watches waits for the first result.
//!
//! `notify` is a release candidate of 9, because 8 cannot select events. Version 8 received an event for every opened
//! or closed file. So the screen took an eighth longer to read 100,000 files, and woke when another program read the
//! folder.

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
