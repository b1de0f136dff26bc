//! Reasons why the cache does not save texts.

use std::{io, path::PathBuf};

use thiserror::Error;

use base::{storage::directory::DirectoryError, system_error::plain_reason};

/// A problem of the cache and its remedy. Reading continues without the cache.
#[derive(Debug, Error)]
pub enum CacheNotice {
    /// The environment names no cache directory.
    #[error("cannot find a directory for the cache; set HOME or SHINGLE_CACHE, or use --no-cache")]
    NoPlace,
    /// The directory cannot be used.
    #[error("the cache {0}; set SHINGLE_CACHE to another place, or use --no-cache")]
    Directory(#[from] DirectoryError),
    /// Entries can be read, but new ones cannot be written.
    #[error("the cache {} cannot save new texts ({}); free disk space, make it writable, or use --no-cache", .place.display(), plain_reason(.reason))]
    Unwritable { place: PathBuf, reason: io::Error },
    /// Some entries were damaged.
    #[error("cache {}: {count} damaged; shingle read these files again", .place.display())]
    Damaged {
        place: PathBuf,
        /// Number of texts with the noun, such as `1 text`.
        count: String,
    },
}
