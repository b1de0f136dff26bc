//! Why a written result cannot be read. It reads none.

use thiserror::Error;

use crate::base::path::DocPath;
use crate::folder::names::ListError;
use crate::folder::read::Unread;

/// Why a written result cannot be read; one line with what to do.
#[derive(Debug, Error)]
pub enum SavedResultError {
    /// A file of it cannot be read.
    #[error("{file}: {}", .unread.message("a written result"))]
    Unread {
        /// The file.
        file: DocPath,
        /// Why.
        #[source]
        unread: Unread,
    },
    /// A folder of parts cannot be listed.
    #[error("{folder}: {error}")]
    Unlisted {
        /// The folder.
        folder: DocPath,
        /// Why.
        #[source]
        error: ListError,
    },
    /// A file of it is no JSON of that form.
    #[error(
        "{file}: {error}; expected what `shingle scan DIR --format json` prints, or the folder that a scan on a cluster writes"
    )]
    Malformed {
        /// The file.
        file: DocPath,
        /// What is wrong with it.
        #[source]
        error: serde_json::Error,
    },
    /// A line of a file of it is no JSON of that form.
    #[error("{file}:{line}: {error}; write the result anew")]
    Line {
        /// The file.
        file: DocPath,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        #[source]
        error: serde_json::Error,
    },
    /// The folder holds no result.
    #[error(
        "{0}: no manifest.json in it; name the folder that a scan on a cluster wrote, or a file of `shingle scan DIR --format json`"
    )]
    NoManifest(DocPath),
    /// A part of it is missing.
    #[error("{0}: it is missing; write the result anew")]
    Missing(DocPath),
}
