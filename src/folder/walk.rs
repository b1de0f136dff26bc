//! Lists the files of a folder. It opens none of them but ignore files.
//!
//! Left out unless asked for are hidden files (a name that begins with a dot) and what ignore files name: `.ignore`,
//! `.gitignore` and `.git/info/exclude`, with git's meaning, in the root and below, inside a git repository or not.
//! Ignore files above the root and the user's global one do not count: what a folder holds does not depend on
//! where it lies or who looks. As in ripgrep, a rule `!.name` takes in that hidden name.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, DirEntry, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ignore::Match;

use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};

use super::read::{reason, special};
use super::rules::Rules;

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

impl Stamp {
    /// The stamp that a file's metadata holds.
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed) = {
            use std::os::unix::fs::MetadataExt as _;
            let changed =
                i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
            ((metadata.dev(), metadata.ino()), changed)
        };
        #[cfg(not(unix))]
        let (identity, changed) = ((0, 0), 0);
        Self { identity, len: metadata.len(), modified: metadata.modified().ok(), changed }
    }
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

/// Lists everything below `root`. Links are not followed, special files are named and never opened; `root` itself may
/// be a link to a folder.
///
/// # Errors
/// One line that says why the root itself cannot be listed.
pub fn walk(root: &Path, options: WalkOptions) -> Result<Listing, String> {
    let metadata = fs::metadata(root).map_err(|error| reason(&error))?;
    if !metadata.is_dir() {
        return Err("not a folder; name the folder that holds the documents".to_string());
    }
    let mut walker = Walker { root, options, listing: Listing::default(), ahead: Vec::new() };
    walker.enter(Path::new(""), &Rules::default()).map_err(|error| reason(&error))?;
    while let Some((folder, rules)) = walker.ahead.pop() {
        let name = DocPath::new(&folder);
        if let Err(error) = walker.enter(&folder, &rules) {
            walker.fail(&name, &error);
        }
    }
    let mut listing = walker.listing;
    listing.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    listing.folders.sort_unstable();
    listing.problems.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(listing)
}

struct Walker<'a> {
    root: &'a Path,
    options: WalkOptions,
    listing: Listing,
    /// Folders seen and not yet entered, with the rules that hold around them: no recursion, so no depth is too deep.
    ahead: Vec<(PathBuf, Rules)>,
}

impl Walker<'_> {
    fn enter(&mut self, folder: &Path, around: &Rules) -> io::Result<()> {
        let name = DocPath::new(folder);
        let mut entries = Vec::new();
        for entry in fs::read_dir(self.root.join(folder))? {
            match entry {
                Ok(entry) => entries.push(entry),
                // What was listed before the error counts; the error is told.
                Err(error) => {
                    self.fail(&name, &error);
                    break;
                }
            }
        }
        let rules = if self.options.ignored {
            Rules::default()
        } else {
            let dotted: HashSet<OsString> =
                entries.iter().map(DirEntry::file_name).filter(|name| is_hidden(name)).collect();
            let seen = |name: &str| dotted.contains(std::ffi::OsStr::new(name));
            around.enter(self.root, folder, seen, &mut self.listing.problems)
        };
        self.listing.folders.push(name);
        for entry in entries {
            self.take(&entry, folder, &rules);
        }
        Ok(())
    }

    fn take(&mut self, entry: &DirEntry, folder: &Path, rules: &Rules) {
        let name = entry.file_name();
        let path = folder.join(&name);
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => return self.fail(&DocPath::new(path), &error),
        };
        let left_out = match rules.judge(&path, kind.is_dir()) {
            Match::Ignore(()) => true,
            Match::Whitelist(()) => false,
            Match::None => !self.options.hidden && is_hidden(&name),
        };
        if left_out {
            return;
        }
        if kind.is_dir() {
            self.ahead.push((path, rules.clone()));
            return;
        }
        let path = DocPath::new(path);
        if !kind.is_file() {
            self.skip(&path, special(kind));
            return;
        }
        match entry.metadata() {
            Ok(metadata) if metadata.is_file() => {
                self.listing.files.push(Entry { path, stamp: Stamp::of(&metadata) });
            }
            Ok(metadata) => self.skip(&path, special(metadata.file_type())),
            Err(error) => self.fail(&path, &error),
        }
    }

    fn skip(&mut self, path: &DocPath, reason: String) {
        self.listing.problems.push(Problem::new(path, ProblemKind::Skipped, reason));
    }

    /// Tells why `path` is missing from the listing, unless it is because it has gone meanwhile.
    fn fail(&mut self, path: &DocPath, error: &io::Error) {
        if error.kind() != ErrorKind::NotFound && error.kind() != ErrorKind::NotADirectory {
            self.listing.problems.push(Problem::new(path, ProblemKind::Failed, reason(error)));
        }
    }
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}
