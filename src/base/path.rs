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
    /// Takes a path as it is.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self(Arc::from(path.as_ref()))
    }

    /// From its true bytes; `None` where the system has no such path.
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

    /// The true path, for the disk.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// The true bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_os_str().as_encoded_bytes()
    }

    /// The path as text when it is valid UTF-8.
    pub fn to_str(&self) -> Option<&str> {
        self.0.to_str()
    }
}

/// By its bytes, as it is ordered: `Path` goes through the components one by one, which takes ten times as long.
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
