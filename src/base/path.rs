//! The name of a document: its path relative to the folder. It never touches the disk.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use super::visible::visible;

/// A document's path relative to the folder, ordered by its bytes.
///
/// `Display` shows it with every control, bidi and invisible character as a visible token, so it may go to a terminal.
#[derive(Debug, Clone)]
pub struct DocPath(Arc<Path>);

impl DocPath {
    /// Takes a path as it is, relative to the folder.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self(Arc::from(path.as_ref()))
    }

    /// The path with these bytes, or `None` if the system allows no such path.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        #[cfg(unix)]
        let path = {
            use std::os::unix::ffi::OsStrExt as _;
            Path::new(std::ffi::OsStr::from_bytes(bytes))
        };
        #[cfg(not(unix))]
        let path = Path::new(std::str::from_utf8(bytes).ok()?);
        Some(Self::new(path))
    }

    /// The path itself, for the disk.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// The bytes of the path itself.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_os_str().as_encoded_bytes()
    }

    /// The path as text, if it is valid UTF-8.
    pub fn to_str(&self) -> Option<&str> {
        self.0.to_str()
    }
}

/// Compares bytes, as the order does. `Path` compares component by component, which takes ten times as long.
impl PartialEq for DocPath {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_bytes() == other.as_bytes()
    }
}

impl Eq for DocPath {}

impl Hash for DocPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl PartialOrd for DocPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DocPath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl fmt::Display for DocPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.0.to_string_lossy()))
    }
}
