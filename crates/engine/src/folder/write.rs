//! Writes a new file atomically, and never into the scanned folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};
use thiserror::Error;

use super::read::describe_io_error;
use base::{before_exit, path::DocPath};

#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct WriteError {
    file: DocPath,
    #[source]
    pub reason: NotWritten,
}

impl WriteError {
    pub fn new(file: &Path, reason: NotWritten) -> Self {
        Self { file: DocPath::new(file), reason }
    }

    pub fn with_reason(file: &Path, why: &str) -> Self {
        Self::new(file, io::Error::other(why).into())
    }
}

#[derive(Debug, Error)]
pub enum NotWritten {
    #[error("its folder: {}", describe_io_error(.0))]
    Folder(#[source] io::Error),
    #[error(
        "is inside the scanned folder, and shingle never writes there; name a file outside the folder"
    )]
    Inside,
    #[error("is an input, and shingle never writes there; name another file")]
    Itself,
    #[error("not the name of a file; name a file")]
    NoName,
    #[error("not a regular file; name another file")]
    NotAFile,
    #[error("the file exists; name another file, or replace it with --force")]
    Exists,
    #[error("{}", describe_error_with_advice(.0))]
    Refused(#[from] io::Error),
}

fn describe_error_with_advice(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => {
            "permission denied; name a file in a folder that you may write".into()
        }
        _ => describe_io_error(error),
    }
}

#[derive(Debug)]
pub struct FileTarget {
    path: PathBuf,
    folder: PathBuf,
    replace: bool,
}

impl FileTarget {
    /// Checks that `path` is outside the folders of `read`, is no file of `read`, and does not exist. With `replace`,
    /// `path` may be a regular file. Creates and deletes a temporary file in its folder.
    pub fn new(path: &Path, read: &[impl AsRef<Path>], replace: bool) -> Result<Self, WriteError> {
        Self::check_and_build(path, read, replace).map_err(|reason| WriteError::new(path, reason))
    }

    fn check_and_build(
        path: &Path,
        read: &[impl AsRef<Path>],
        replace: bool,
    ) -> Result<Self, NotWritten> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(NotWritten::Folder)?;
        let there = path.canonicalize();
        // Skips missing inputs. Reading them later reports the error.
        for read in read.iter().filter_map(|read| read.as_ref().canonicalize().ok()) {
            if folder.starts_with(&read) {
                return Err(NotWritten::Inside);
            }
            if there.as_ref().is_ok_and(|there| *there == read) {
                return Err(NotWritten::Itself);
            }
        }
        if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(NotWritten::NoName);
        }
        let place = Self { path: path.to_path_buf(), folder, replace };
        place.check_target()?;
        place.create_temporary()?;
        Ok(place)
    }

    fn check_target(&self) -> Result<(), NotWritten> {
        match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error.into()),
            Ok(there) if !there.is_file() => Err(NotWritten::NotAFile),
            Ok(_) if self.replace => Ok(()),
            Ok(_) => Err(NotWritten::Exists),
        }
    }

    /// Writes a temporary file with `write` and names or renames the complete file; an error changes nothing.
    pub fn write_file_atomically<T>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, WriteError> {
        self.write_and_rename(write).map_err(|reason| WriteError::new(&self.path, reason))
    }

    fn write_and_rename<T>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
    ) -> Result<T, NotWritten> {
        let (file, name) = self.create_temporary()?;
        let mut writer = BufWriter::with_capacity(1 << 16, &file);
        let written = write(&mut writer)?;
        writer.into_inner().map_err(IntoInnerError::into_error)?;
        file.sync_all()?;
        self.check_target()?;
        match name.map_or_else(|| self.link_to_target(&file), |name| self.move_to_target(name)) {
            Ok(()) => Ok(written),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(NotWritten::Exists),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives an unnamed temporary file its final name. Until then, a killed program leaves no file behind.
    fn link_to_target(&self, file: &File) -> io::Result<()> {
        match link_unnamed(file, &self.path) {
            Err(error) if self.replace && error.kind() == ErrorKind::AlreadyExists => {
                // `linkat` cannot replace a file, but a rename can.
                let named =
                    temporary_builder().make_in(&self.folder, |path| link_unnamed(file, path))?;
                self.move_to_target(named.into_temp_path())
            }
            linked => linked,
        }
    }

    fn move_to_target(&self, name: TempPath) -> io::Result<()> {
        let moved = if self.replace {
            name.persist(&self.path)
        } else {
            // Fails if a file with this name exists now.
            name.persist_noclobber(&self.path)
        };
        moved.map_err(|error| error.error)
    }

    /// Creates a temporary file in the same folder, without a name if the system supports that: then nothing remains
    /// after a crash. A name is deleted unless the file is renamed.
    fn create_temporary(&self) -> io::Result<(File, Option<TempPath>)> {
        let (file, name) = if let Some(file) = create_unnamed(&self.folder) {
            (file, None)
        } else {
            let (file, name) = temporary_builder().tempfile_in(&self.folder)?.into_parts();
            let path = name.to_path_buf();
            #[expect(clippy::disallowed_methods, reason = "a temporary file of this program")]
            before_exit::register_task(move || drop(fs::remove_file(path)));
            (file, Some(name))
        };
        #[cfg(unix)]
        self.copy_mode(&file)?;
        Ok((file, name))
    }

    /// Copies the mode of the replaced file to the new file. The new file is still empty, so no other user could read
    /// its content before.
    #[cfg(unix)]
    fn copy_mode(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let there = match fs::symlink_metadata(&self.path) {
            Ok(there) if self.replace && there.is_file() => there,
            _ => return Ok(()),
        };
        let mode = there.permissions().mode() & 0o777;
        // Sets the mode only if it differs, because some file systems have one fixed mode.
        if file.metadata()?.permissions().mode() & 0o777 == mode {
            return Ok(());
        }
        file.set_permissions(fs::Permissions::from_mode(mode))
    }
}

/// Returns a builder for temporary files with the usual mode of new files.
fn temporary_builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".shingle-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(target_os = "linux")]
fn create_unnamed(folder: &Path) -> Option<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut new = File::options();
    new.write(true).mode(0o666).custom_flags(libc::O_TMPFILE | libc::O_CLOEXEC);
    new.open(folder).ok().filter(|file| path_of_open_file(file).exists())
}

#[cfg(target_os = "linux")]
fn path_of_open_file(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd as _;
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

#[cfg(target_os = "linux")]
fn link_unnamed(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(CWD, path_of_open_file(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn create_unnamed(_: &Path) -> Option<File> {
    None
}

#[cfg(not(target_os = "linux"))]
fn link_unnamed(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

#[derive(Debug)]
pub struct UpdateLock {
    _file: File,
}

/// Locks a file for an update. Waits while another run has the lock.
///
/// # Errors
/// The system error, for example on a network drive without locks.
pub fn lock_for_update(path: &Path) -> io::Result<UpdateLock> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    // If the file does not exist, locks its folder instead.
    let places = [path, parent.unwrap_or(Path::new("."))];
    let open = || places.iter().find_map(|place| File::open(place).ok());
    loop {
        let held = open().ok_or(ErrorKind::NotFound)?;
        held.lock()?;
        // The previous run may have replaced the file while this one waited for the lock.
        if is_same_file(&held, &open().ok_or(ErrorKind::NotFound)?)? {
            return Ok(UpdateLock { _file: held });
        }
    }
}

#[cfg(unix)]
fn is_same_file(one: &File, other: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (one, other) = (one.metadata()?, other.metadata()?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

#[cfg(not(unix))]
fn is_same_file(_: &File, _: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::{super::read::LARGEST_FILE, FileTarget, NotWritten};

    fn names(folder: &std::path::Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let (read, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = out.path().join("kept");
        let place = FileTarget::new(&path, &[read.path()], false).unwrap();
        let failed = place.write_file_atomically(|writer| {
            writer.write_all(b"half")?;
            Err::<(), _>(io::Error::other("Enough"))
        });
        assert_eq!(failed.unwrap_err().reason.to_string(), "enough");
        assert!(names(out.path()).is_empty());
        assert_eq!(
            place.write_file_atomically(|writer| writer.write_all(b"whole").map(|()| 7)).unwrap(),
            7
        );
        assert_eq!(names(out.path()), ["kept"]);
        assert_eq!(super::super::read::read_file(&path, LARGEST_FILE).unwrap().bytes, b"whole");
    }

    #[test]
    fn a_file_that_is_there_stays_unless_it_is_to_be_replaced() {
        let (read, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = out.path().join("kept");
        let early = FileTarget::new(&path, &[read.path()], false).unwrap();
        let write = |place: &FileTarget, bytes: &[u8]| {
            place.write_file_atomically(|writer| writer.write_all(bytes))
        };
        write(&early, b"first").unwrap();
        let came_meanwhile = write(&early, b"second").unwrap_err();
        assert!(matches!(came_meanwhile.reason, NotWritten::Exists), "{came_meanwhile}");
        let refused = FileTarget::new(&path, &[read.path()], false).unwrap_err();
        assert!(matches!(refused.reason, NotWritten::Exists), "{refused}");
        write(&FileTarget::new(&path, &[read.path()], true).unwrap(), b"third").unwrap();
        assert_eq!(super::super::read::read_file(&path, LARGEST_FILE).unwrap().bytes, b"third");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt as _;
        let (read, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = out.path().join("kept");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let place = FileTarget::new(&path, &[read.path()], true).unwrap();
        place.write_file_atomically(|writer| writer.write_all(b"first")).unwrap();
        for kept in [0o600, 0o444, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            place.write_file_atomically(|writer| writer.write_all(b"next")).unwrap();
            assert_eq!(mode(), kept);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_into_the_folder_that_is_read_or_over_what_is_no_file() {
        let (read, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let deep = tempfile::tempdir_in(read.path()).unwrap();
        std::os::unix::fs::symlink(deep.path(), out.path().join("link")).unwrap();
        std::os::unix::fs::symlink(deep.path().join("new"), out.path().join("file")).unwrap();
        let refused = |path: std::path::PathBuf| {
            FileTarget::new(&path, &[read.path()], true).unwrap_err().to_string()
        };
        assert!(refused(read.path().join("kept")).contains("inside the scanned folder"));
        assert!(refused(deep.path().join("kept")).contains("inside the scanned folder"));
        assert!(refused(out.path().join("link/kept")).contains("inside the scanned folder"));
        assert!(refused(out.path().join("file")).contains("not a regular file"));
        assert!(refused(out.path().join("link")).contains("not a regular file"));
        assert!(refused("/dev/null".into()).contains("not a regular file"));
        #[cfg(target_os = "linux")]
        refused("/proc/new".into());
        assert!(refused(out.path().join("new/")).contains("not the name of a file"));
        assert!(refused(out.path().join("none/kept")).contains("its folder: no such file"));
        assert!(names(deep.path()).is_empty());
    }
}
