use std::{fs::Metadata, time::SystemTime};

/// Facts by which a changed file is recognised, so that unchanged files are not read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Device and inode. 0 if the system does not report them.
    pub identity: (u64, u64),
    pub len: u64,
    pub modified: Option<SystemTime>,
    /// Time of the last change of file or metadata, in nanoseconds since 1970. 0 if the system does not report it.
    pub changed: i128,
    /// True if the file has several names (hard links). The system then reports a change under one name only.
    pub shared: bool,
}

impl Stamp {
    pub fn from_metadata(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (identity, changed, shared) = {
            use std::os::unix::fs::MetadataExt as _;
            let changed =
                i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
            ((metadata.dev(), metadata.ino()), changed, metadata.nlink() > 1)
        };
        #[cfg(not(unix))]
        let (identity, changed, shared) = ((0, 0), 0, false);
        Self { identity, len: metadata.len(), modified: metadata.modified().ok(), changed, shared }
    }
}
