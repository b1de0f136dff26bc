//! A private folder of files that the program brings along, in the system's temporary directory. It is removed when it is dropped.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

/// The folder.
#[derive(Debug)]
pub struct ScratchFolder {
    /// A directory of its own that only its user may enter. Dropping it removes it.
    around: TempDir,
    path: PathBuf,
}

impl ScratchFolder {
    /// A new folder of this name with these files. Each path is relative to it, with `/` between its parts.
    ///
    /// # Errors
    /// What the system says. Nothing is left then.
    #[expect(clippy::disallowed_methods, reason = "only into a directory that was made for it")]
    pub fn filled(name: &str, files: &[(&str, &[u8])]) -> io::Result<Self> {
        let mut builder = Builder::new();
        builder.prefix("shingle-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(fs::Permissions::from_mode(0o700));
        }
        let around = builder.tempdir()?;
        let path = around.path().join(name);
        for (file, bytes) in files {
            let place = path.join(file);
            if let Some(above) = place.parent() {
                DirBuilder::new().recursive(true).create(above)?;
            }
            fs::write(place, bytes)?;
        }
        Ok(Self { around, path })
    }

    /// A place for a file beside it, which is removed with it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.around.path().join(name)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use std::fs;

    use super::ScratchFolder;

    #[test]
    fn it_is_private_has_its_files_and_is_gone_afterwards() {
        let files: [(&str, &[u8]); 2] = [("a.txt", b"one"), ("deep/down/b.txt", b"\xff\x00")];
        let folder = ScratchFolder::filled("demo", &files).unwrap();
        let path = folder.path().to_path_buf();
        assert_eq!(path.file_name().unwrap(), "demo");
        for (name, bytes) in files {
            assert_eq!(fs::read(path.join(name)).unwrap(), bytes);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(path.parent().unwrap()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        fs::write(folder.beside("kept"), b"beside").unwrap();
        drop(folder);
        assert!(!path.parent().unwrap().exists());
    }
}
