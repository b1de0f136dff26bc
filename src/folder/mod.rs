//! The only code that touches the disk, but for the cache. It lists folders, reads files and watches for changes. It never writes to a
//! folder that is read. It writes only files that the user asked for, outside that folder.
//!
//! **Watching.** Events are hints; only a walk of the folder is reliable. `folder::watch` explains the protocol by
//! which no change is lost. An event that names a known file makes the worker read it again and compare its hash. Any
//! other name makes it list the folder. A stamp (device, inode, length, mtime, ctime) decides which files are read
//! again after a listing. The stamp of a listed file that had not changed for ten seconds is checked once, after
//! reading; any other is checked before and after (`folder::read`). A file that changed within two seconds before it
//! was read is read once more. `r` trusts stamps too, except where the system does not report changes: there it reads
//! every file. A change of a file with several names (hard links) is reported under one of them, so it makes the worker
//! list the folder. Between two listings some files are read, and what changed five seconds ago is shown before more is
//! listed or read: a folder that never rests delays nothing for good. No event says that a file system was mounted or
//! unmounted; the watcher looks every five seconds. Of a large folder (4,096 files) the listing behind the first
//! watches comes after the first result. `notify` is taken as a release candidate of 9: 8 cannot choose its events, and
//! is told by the system of every file that anyone opens or closes, so that reading 100,000 files for the screen took
//! an eighth longer, and an idle screen woke whenever another program read the folder.

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

pub use names::{ListError, WalkOptions};
pub use read::{OpenFolder, SizeLimit, Unread};
pub use stamp::Stamp;
pub use watch::{WatchState, Watcher};
pub use write::{FileTarget, WriteError};
