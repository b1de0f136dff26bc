//! The state of a file by which a change is told without reading it. It asks the system nothing.

use std::fs::Metadata;
use std::time::SystemTime;

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
