//! Lists the files of a folder. It opens none of them.

use std::path::Path;
use std::time::SystemTime;

use crate::base::path::DocPath;
use crate::base::problem::Problem;

/// What the walk takes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WalkOptions {
    /// `--hidden`: files and folders whose name begins with a dot.
    pub hidden: bool,
    /// `--ignored`: what `.gitignore` and `.ignore` files leave out.
    pub ignored: bool,
}

/// What tells that a file may have changed. Equal stamps mean: not read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Device and inode (0 where the system has none).
    pub identity: (u64, u64),
    /// Length in bytes.
    pub len: u64,
    /// Modification time.
    pub modified: Option<SystemTime>,
    /// Change time in nanoseconds since the epoch (0 where the system has none).
    pub changed: i128,
}

/// A regular file found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name relative to the folder.
    pub path: DocPath,
    /// Its state when listed.
    pub stamp: Stamp,
}

/// A folder's files and folders, and what could not be listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Regular files, in path order.
    pub files: Vec<Entry>,
    /// Every folder walked, the root (an empty path) included, in path order.
    pub folders: Vec<DocPath>,
    /// Special files, links and folders left out with a reason, in path order.
    pub problems: Vec<Problem>,
}

/// Lists everything below `root`. Links are not followed, special files are named and never opened.
///
/// # Errors
/// One line that says why the root itself cannot be listed.
pub fn walk(_root: &Path, _options: WalkOptions) -> Result<Listing, String> {
    todo!()
}
