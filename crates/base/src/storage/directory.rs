//! A private directory of files. A write moves a complete temporary file into place, so that several programs can share
//! the directory and be killed at any time.

use std::ffi::OsStr;
#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::Builder;
use thiserror::Error;

use crate::system_error::format_system_error;

/// Name prefix of files that are still being written.
const BEGUN: &str = ".new-";
const ABANDONED: Duration = Duration::from_hours(1);
/// A use is recorded at most once in this time, so that most reads write nothing.
const DAY: Duration = Duration::from_hours(24);

#[derive(Debug, Error)]
pub enum DirectoryError {
    #[error("{} is inside the scanned folder, and shingle never writes there", .0.display())]
    Inside(PathBuf),
    #[error("{} contains the scanned folder; name another directory", .0.display())]
    Around(PathBuf),
    #[error("{} belongs to another user", .0.display())]
    OfAnother(PathBuf),
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    #[error("{} cannot be used ({})", .place.display(), format_system_error(.reason))]
    Unusable { place: PathBuf, reason: io::Error },
}

#[derive(Debug)]
pub struct PrivateDirectory {
    place: PathBuf,
}

/// Returns the number of files and their bytes, or `None` if the path does not exist.
pub fn count_files_and_bytes(place: &Path) -> io::Result<Option<(u64, u64)>> {
    let found = match fs::symlink_metadata(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    if !found.is_dir() {
        return Ok(Some((1, found.len())));
    }
    fs::read_dir(place)?.try_fold(Some((0, 0)), |all, entry| {
        let one = count_files_and_bytes(&entry?.path())?;
        Ok(all.zip(one).map(|((files, bytes), (more, and))| (files + more, bytes + and)).or(all))
    })
}

#[derive(Debug)]
pub struct StoredFile {
    pub path: PathBuf,
    pub bytes: u64,
    /// Time of the last write or use.
    pub used: SystemTime,
}

impl PrivateDirectory {
    /// Opens the directory `name` in `above`, creating both if missing. The directory must be neither inside the
    /// scanned folder (`read`) nor around it. `above` may be around the scanned folder.
    pub fn open(above: &Path, name: &str, read: Option<&Path>) -> Result<Self, DirectoryError> {
        let unusable = |reason| DirectoryError::Unusable { place: above.to_path_buf(), reason };
        let above = std::path::absolute(above).map_err(unusable)?;
        let unusable = |reason| DirectoryError::Unusable { place: above.clone(), reason };
        let (target, there) = resolve_links(&above).map_err(unusable)?;
        if let Some(read) = read.and_then(|read| read.canonicalize().ok()) {
            let target = target.join(name);
            if target.starts_with(&read) {
                return Err(DirectoryError::Inside(above.join(name)));
            }
            if read.starts_with(&target) {
                return Err(DirectoryError::Around(above.join(name)));
            }
        }
        if !there.is_dir() {
            return Err(DirectoryError::NotADirectory(above));
        }
        if would_have_other_owner(&there) {
            return Err(DirectoryError::OfAnother(above));
        }
        let place = above.join(name);
        create_private_directory(&place).map_err(unusable)?;
        let metadata = fs::symlink_metadata(&place).map_err(unusable)?;
        if !metadata.is_dir() {
            return Err(DirectoryError::NotADirectory(place));
        }
        if !is_owned_by_user(&metadata) {
            return Err(DirectoryError::OfAnother(place));
        }
        restrict_to_user(&place, &metadata);
        Ok(Self { place })
    }

    /// Returns the directory `name` in `above`, without checking or creating the directory.
    pub fn open_unchecked(above: &Path, name: &str) -> Self {
        Self { place: above.join(name) }
    }

    /// Reads a file and marks it as used. `None` if the file is missing, unreadable or larger than `most` bytes.
    pub fn read(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let mut file = private_file_options().read(true).open(self.place.join(name)).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > most {
            return None;
        }
        let mut bytes = vec![0; usize::try_from(metadata.len()).ok()?];
        file.read_exact(&mut bytes).ok()?;
        let now = SystemTime::now();
        let is_noted = metadata
            .modified()
            .is_ok_and(|used| now.duration_since(used).is_ok_and(|age| age < DAY));
        if !is_noted {
            let _ = file.set_modified(now);
        }
        Some(bytes)
    }

    /// Replaces or creates a file.
    ///
    /// # Errors
    /// The system's error. The old file then stays unchanged.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = Builder::new().prefix(BEGUN).tempfile_in(&self.place)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The umask may have removed permissions of the user.
            if file.as_file().metadata()?.permissions().mode() & 0o777 != 0o600 {
                file.as_file().set_permissions(Permissions::from_mode(0o600))?;
            }
        }
        file.write_all(bytes)?;
        // Does not wait for the disk; after a power loss, a checksum detects an incomplete file.
        file.persist(self.place.join(name)).map_err(|error| error.error)?;
        Ok(())
    }

    /// Lists the files, and removes temporary files that a killed program left.
    pub fn list_files(&self) -> io::Result<Vec<StoredFile>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.place)? {
            let entry = entry?;
            let Ok(metadata) = entry.metadata() else { continue };
            if !metadata.is_file() {
                continue;
            }
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let path = entry.path();
            if is_temporary_name(&entry.file_name()) {
                if used.elapsed().is_ok_and(|age| age > ABANDONED) {
                    let _ = remove_file_if_present(&path);
                }
                continue;
            }
            files.push(StoredFile { path, bytes: metadata.len(), used });
        }
        Ok(files)
    }
}

/// Returns options that create files only for the user. Opening does not follow a link or wait for the writer of a
/// pipe.
pub(super) fn private_file_options() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has more to say"))]
    let mut how = OpenOptions::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        how.mode(0o600).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC);
    }
    how
}

/// Returns true for the name of a temporary file, in progress or abandoned.
pub fn is_temporary_name(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(BEGUN.as_bytes())
}

#[expect(clippy::disallowed_methods, reason = "only in directories of the program's own")]
pub fn remove_file_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Resolves the links of the existing part of a path, and returns the metadata of its last existing part.
pub(super) fn resolve_links(path: &Path) -> io::Result<(PathBuf, Metadata)> {
    for there in path.ancestors() {
        match fs::metadata(there) {
            Ok(metadata) => {
                let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
                return Ok((there.canonicalize()?.join(rest), metadata));
            }
            Err(error)
                if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// Creates a directory with its missing parents; only the user may enter the directory.
pub(super) fn create_private_directory(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        create_private_directory(above)?;
    }
    #[cfg(unix)]
    let created = {
        use std::os::unix::fs::DirBuilderExt as _;
        DirBuilder::new().mode(0o700).create(path)
    };
    #[cfg(not(unix))]
    let created = DirBuilder::new().create(path);
    match created {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        created => created?,
    }
    restrict_to_user(path, &fs::metadata(path)?);
    Ok(())
}

/// Removes permissions of others, and restores permissions of the user that the umask removed.
fn restrict_to_user(path: &Path, metadata: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if metadata.permissions().mode() & 0o777 != 0o700 {
            let _ = fs::set_permissions(path, Permissions::from_mode(0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, metadata);
}

#[cfg(unix)]
fn is_owned_by_user(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Returns true if a new directory here would belong to a different user than its parent. Example: root through `sudo`,
/// with the caller's home.
#[cfg(unix)]
fn would_have_other_owner(metadata: &Metadata) -> bool {
    rustix::process::geteuid().is_root() && !is_owned_by_user(metadata)
}

#[cfg(not(unix))]
fn is_owned_by_user(_: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn would_have_other_owner(_: &Metadata) -> bool {
    false
}
