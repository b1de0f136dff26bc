//! A private directory of files. A file is written beside its place and moved there when it is whole, so any number of
//! programs can read and write at once, and may be killed at any moment.

use std::ffi::OsStr;
#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::Builder;
use thiserror::Error;

use crate::system_error::plain_reason;

/// The beginning of the name of a file that is being written.
const BEGUN: &str = ".new-";
/// A file whose writing began this long ago is not written to any more.
const ABANDONED: Duration = Duration::from_hours(1);
/// When a file was used is written down once in this time, so that most uses write nothing.
const DAY: Duration = Duration::from_hours(24);

/// Why a directory cannot be used.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// It lies in the folder that is read.
    #[error("{} is inside the scanned folder, and shingle never writes there", .0.display())]
    Inside(PathBuf),
    /// The folder that is read lies in it.
    #[error("{} contains the scanned folder; name another directory", .0.display())]
    Around(PathBuf),
    /// It is one of somebody else.
    #[error("{} belongs to another user", .0.display())]
    OfAnother(PathBuf),
    /// Something that is no directory is in its place.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// It cannot be made or entered.
    #[error("{} cannot be used ({})", .place.display(), plain_reason(.reason))]
    Unusable {
        /// The directory.
        place: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// An open directory.
#[derive(Debug)]
pub struct OwnDirectory {
    place: PathBuf,
}

/// How many files are at a place of the program's own, a file or a directory, and their bytes; `None` where nothing is.
///
/// # Errors
/// What the system says.
pub fn size(place: &Path) -> io::Result<Option<(u64, u64)>> {
    let found = match fs::symlink_metadata(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    if !found.is_dir() {
        return Ok(Some((1, found.len())));
    }
    fs::read_dir(place)?.try_fold(Some((0, 0)), |all, entry| {
        let one = size(&entry?.path())?;
        Ok(all.zip(one).map(|((files, bytes), (more, and))| (files + more, bytes + and)).or(all))
    })
}

/// A file in the directory.
#[derive(Debug)]
pub struct KeptFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was written or used last.
    pub used: SystemTime,
}

impl OwnDirectory {
    /// Opens the directory `name` in `above`, and makes both where they are missing. It must not lie in the folder at `read`,
    /// nor that folder in it. `above` may hold both.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn open(above: &Path, name: &str, read: Option<&Path>) -> Result<Self, DirectoryError> {
        let unusable = |reason| DirectoryError::Unusable { place: above.to_path_buf(), reason };
        let above = std::path::absolute(above).map_err(unusable)?;
        let unusable = |reason| DirectoryError::Unusable { place: above.clone(), reason };
        let (target, there) = real(&above).map_err(unusable)?;
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
        if would_be_of_another(&there) {
            return Err(DirectoryError::OfAnother(above));
        }
        let place = above.join(name);
        make_private(&place).map_err(unusable)?;
        let metadata = fs::symlink_metadata(&place).map_err(unusable)?;
        if !metadata.is_dir() {
            return Err(DirectoryError::NotADirectory(place));
        }
        if !is_mine(&metadata) {
            return Err(DirectoryError::OfAnother(place));
        }
        keep_private(&place, &metadata);
        Ok(Self { place })
    }

    /// The directory `name` in `above` as it is. Nothing is made or checked.
    pub fn unchecked(above: &Path, name: &str) -> Self {
        Self { place: above.join(name) }
    }

    /// Whether there is a file of this name.
    pub fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.place.join(name)).is_ok_and(|file| file.is_file())
    }

    /// The bytes of a file of at most `most` bytes, which then counts as used; `None` where there is none that can be read.
    pub fn read(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let mut how = OpenOptions::new();
        how.read(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt as _;
            // Whatever lies there: no link is followed, and nobody waits for the writer of a pipe.
            how.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC);
        }
        let mut file = how.open(self.place.join(name)).ok()?;
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

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// What the system says. The file is then as it was before.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = Builder::new().prefix(BEGUN).tempfile_in(&self.place)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The umask may have taken more away.
            if file.as_file().metadata()?.permissions().mode() & 0o777 != 0o600 {
                file.as_file().set_permissions(Permissions::from_mode(0o600))?;
            }
        }
        file.write_all(bytes)?;
        // Not synced: what a loss of power leaves of it has another checksum.
        file.persist(self.place.join(name)).map_err(|error| error.error)?;
        Ok(())
    }

    /// The files. With `tidy`, those that were begun and abandoned are removed.
    ///
    /// # Errors
    /// What the system says of the directory.
    pub fn list(&self, tidy: bool) -> io::Result<Vec<KeptFile>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.place)? {
            let entry = entry?;
            // Another program may have removed it meanwhile.
            let Ok(metadata) = entry.metadata() else { continue };
            if !metadata.is_file() {
                continue;
            }
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let path = entry.path();
            if is_begun(&entry.file_name()) {
                if tidy && used.elapsed().is_ok_and(|age| age > ABANDONED) {
                    let _ = remove(&path);
                }
                continue;
            }
            files.push(KeptFile { path, bytes: metadata.len(), used });
        }
        Ok(files)
    }
}

/// Whether a file of this name was begun, and is not whole yet or was abandoned.
pub fn is_begun(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(BEGUN.as_bytes())
}

/// Removes a file of the program's own, if it is still there.
///
/// # Errors
/// What the system says.
#[expect(clippy::disallowed_methods, reason = "only in directories of the program's own")]
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// The path without links, as far as it exists, and what is at the last part that exists.
pub(super) fn real(path: &Path) -> io::Result<(PathBuf, Metadata)> {
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

/// Makes a directory that only its user may enter, and those above it that are missing.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        make_private(above)?;
    }
    #[cfg(unix)]
    let created = {
        use std::os::unix::fs::DirBuilderExt as _;
        DirBuilder::new().mode(0o700).create(path)
    };
    #[cfg(not(unix))]
    let created = DirBuilder::new().create(path);
    match created {
        // Another program has made it meanwhile.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(()),
        created => created?,
    }
    keep_private(path, &fs::metadata(path)?);
    Ok(())
}

/// Takes from others what they may do with the directory, and gives its user back what the umask took.
fn keep_private(path: &Path, metadata: &Metadata) {
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

/// Whether the directory is of the user who runs the program.
#[cfg(unix)]
fn is_mine(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Whether a directory made in this one would stand among those of another user: root, called by `sudo`, has the home of
/// its caller.
#[cfg(unix)]
fn would_be_of_another(metadata: &Metadata) -> bool {
    rustix::process::geteuid().is_root() && !is_mine(metadata)
}

#[cfg(not(unix))]
fn is_mine(_: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn would_be_of_another(_: &Metadata) -> bool {
    false
}
