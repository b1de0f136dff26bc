use std::{io, path::PathBuf};

use thiserror::Error;

use base::{storage::directory::DirectoryError, system_error::format_system_error};

#[derive(Debug, Error)]
pub enum CacheNotice {
    #[error("cannot find a directory for the cache; set HOME or SHINGLE_CACHE, or use --no-cache")]
    NoPlace,
    #[error("the cache {0}; set SHINGLE_CACHE to another place, or use --no-cache")]
    Directory(#[from] DirectoryError),
    #[error("the cache {} cannot save new texts ({}); free disk space, make it writable, or use --no-cache", .place.display(), format_system_error(.reason))]
    Unwritable { place: PathBuf, reason: io::Error },
    #[error("cache {}: {count} damaged; shingle read these files again", .place.display())]
    Damaged {
        place: PathBuf,
        /// Number of texts as a phrase, such as `1 text`.
        count: String,
    },
}
