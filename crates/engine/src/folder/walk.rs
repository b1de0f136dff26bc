//! Lists the files of a folder like [`super::names`], with their stamps.

use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::names::{ListError, Names, WalkOptions, list_names, report_problem};
use super::{read::describe_special_file, stamp::Stamp};
use base::path::DocPath;
use base::problem::{Problem, ProblemKind};

const FILES_A_THREAD: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegularFile {
    pub path: DocPath,
    pub stamp: Stamp,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    pub files: Vec<RegularFile>,
    pub folders: Vec<DocPath>,
    pub problems: Vec<Problem>,
}

/// Lists the files and folders below `root`. Follows no links, but `root` itself may be a link to a folder. Never opens
/// special files.
///
/// # Errors
/// [`ListError`], if the root itself cannot be listed.
pub fn list_with_stamps(root: &Path, options: &WalkOptions) -> Result<Listing, ListError> {
    let Names { files, folders, mut problems } = list_names(root, options)?;
    // Gets the stamps in parallel, because they are most of the work of a listing.
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
            Ok(Err(kind)) => {
                problems.push(Problem::new(
                    &path,
                    ProblemKind::Skipped,
                    describe_special_file(kind),
                ));
            }
            Err(error) => report_problem(&mut problems, &path, &error),
        }
    }
    problems.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Listing { files: listed, folders, problems })
}
