//! A private temporary folder with files of the program, removed on drop or on an abrupt exit.

#[cfg(unix)]
use std::fs;
use std::fs::DirBuilder;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::{Builder, TempDir};

use super::directory::private_file_options;
use crate::{before_exit, lock::lock_mutex};

#[derive(Debug)]
pub struct ScratchFolder {
    /// Directory that contains the folder. Taking the `TempDir` out removes both.
    owner: Arc<Mutex<Option<TempDir>>>,
    outer: PathBuf,
    path: PathBuf,
}

impl ScratchFolder {
    /// Creates a folder `name` with `files`. Their paths are relative, with `/` as separator.
    ///
    /// # Errors
    /// The system's error. No files remain then.
    pub fn with_files(name: &str, files: &[(&str, &[u8])]) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix("shingle-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o700));
        }
        let folder = builder.tempdir()?;
        let outer = folder.path().to_path_buf();
        let path = outer.join(name);
        let owner = Arc::new(Mutex::new(Some(folder)));
        let removes = Arc::downgrade(&owner);
        before_exit::register_task(move || {
            if let Some(owner) = removes.upgrade() {
                drop(lock_mutex(&owner).take());
            }
        });
        let filled = Self { owner, outer, path };
        for (file, bytes) in files {
            let place = filled.path.join(file);
            if let Some(above) = place.parent() {
                DirBuilder::new().recursive(true).create(above)?;
            }
            private_file_options().write(true).create_new(true).open(place)?.write_all(bytes)?;
        }
        Ok(filled)
    }

    /// Returns a path next to the folder, which is removed together with the folder.
    pub fn path_beside(&self, name: &str) -> PathBuf {
        self.outer.join(name)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Waits if the thread that handles signals is removing the folder.
impl Drop for ScratchFolder {
    fn drop(&mut self) {
        drop(lock_mutex(&self.owner).take());
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use std::fs;

    use super::{Path, ScratchFolder};
    use crate::before_exit;

    #[test]
    fn it_is_private_has_its_files_and_is_gone_afterwards() {
        let files: [(&str, &[u8]); 2] = [("a.txt", b"one"), ("deep/down/b.txt", b"\xff\x00")];
        let folder = ScratchFolder::with_files("demo", &files).unwrap();
        let path = folder.path().to_path_buf();
        assert_eq!(path.file_name().unwrap(), "demo");
        for (name, bytes) in files {
            assert_eq!(fs::read(path.join(name)).unwrap(), bytes);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(path.parent().unwrap()), 0o700);
            assert_eq!(mode(&path.join("a.txt")), 0o600);
        }
        fs::write(folder.path_beside("kept"), b"beside").unwrap();
        drop(folder);
        assert!(!path.parent().unwrap().exists());
        // Covers abrupt exits too. In a normal test run, this would remove the folders of other tests.
        let folder = ScratchFolder::with_files("demo", &[("a.txt", b"one")]).unwrap();
        assert!(folder.path().exists());
        before_exit::run_tasks();
        assert!(!folder.path().exists() && !folder.path_beside("").exists());
    }
}
