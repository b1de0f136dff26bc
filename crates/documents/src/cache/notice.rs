//! Why texts are not kept from one visit to the next, or only some.

use std::{io, path::PathBuf};

use thiserror::Error;

use base::{storage::directory::DirectoryError, system_error::plain_reason};

/// What is wrong with the cache, and what to do. The files are read as if there were none.
#[derive(Debug, Error)]
pub enum CacheNotice {
    /// The environment names no place for it.
    #[error("cannot find a directory for the cache; set HOME or SHINGLE_CACHE, or use --no-cache")]
    NoPlace,
    /// Its directory cannot be used.
    #[error("the cache {0}; set SHINGLE_CACHE to another place, or use --no-cache")]
    Directory(#[from] DirectoryError),
    /// What is in it can be used, but nothing new is kept.
    #[error("the cache {} cannot save new texts ({}); free disk space, make it writable, or use --no-cache", .place.display(), plain_reason(.reason))]
    Unwritable {
        /// The directory.
        place: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Some texts in it were damaged.
    #[error("cache {}: {count} damaged; shingle read these files again", .place.display())]
    Damaged {
        /// The directory.
        place: PathBuf,
        /// How many texts, with the noun.
        count: String,
    },
}
