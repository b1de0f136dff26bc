//! Lists the files of a folder, as [`super::names`] finds them, with the stamp of each. It opens ignore files only.

use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::names::{ListError, Names, WalkOptions, fail, names};
use super::{read::special, stamp::Stamp};
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};

/// For fewer files it is not worth waking another thread.
const FILES_A_THREAD: usize = 64;

/// A regular file found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegularFile {
    /// Its name, relative to the folder.
    pub path: DocPath,
    /// Its state when it was listed.
    pub stamp: Stamp,
}

/// A folder's files and folders, and what could not be listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Regular files, in path order.
    pub files: Vec<RegularFile>,
    /// Every folder listed, in path order. The first is the root, with an empty path.
    pub folders: Vec<DocPath>,
    /// Special files, links and folders that were left out, each with a reason, in path order.
    pub problems: Vec<Problem>,
}

/// Lists everything below `root`. Links are not followed, and special files are never opened. `root` itself may be a
/// link to a folder.
///
/// # Errors
/// [`ListError`]: why the root itself cannot be listed.
pub fn walk(root: &Path, options: &WalkOptions) -> Result<Listing, ListError> {
    let Names { files, folders, mut problems } = names(root, options)?;
    // All threads ask for the stamps, because that is most of the work of a listing.
    let states: Vec<io::Result<Result<Stamp, FileType>>> = files
        .par_iter()
        .with_min_len(FILES_A_THREAD)
        .map_init(PathBuf::new, |path, name| {
            path.clear();
            path.push(root);
            path.push(name.as_path());
            let metadata = fs::symlink_metadata(path)?;
            Ok(if metadata.is_file() {
                Ok(Stamp::from_metadata(&metadata))
            } else {
                Err(metadata.file_type())
            })
        })
        .collect();
    let mut listed = Vec::with_capacity(files.len());
    for (path, state) in files.into_iter().zip(states) {
        match state {
            Ok(Ok(stamp)) => listed.push(RegularFile { path, stamp }),
            // Something else has taken its place since its folder was listed.
            Ok(Err(kind)) => {
                problems.push(Problem::new(&path, ProblemKind::Skipped, special(kind)));
            }
            Err(error) => fail(&mut problems, &path, &error),
        }
    }
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Listing { files: listed, folders, problems })
}
