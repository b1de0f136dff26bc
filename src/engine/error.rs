//! Why something cannot be opened, read or answered, each in one line.

use thiserror::Error;

use crate::base::{guard::Panicked, path::DocPath};
use crate::folder::Unread;
use crate::pipeline::NoDocument;

/// Why two documents cannot be opened side by side, or a word cannot be explained.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideBySideError {
    /// The file is gone since it was listed.
    #[error("{0}: it is gone")]
    Gone(DocPath),
    /// Unreadable file.
    #[error("{path}: {unread}")]
    Unread {
        /// Name in the folder.
        path: DocPath,
        /// Why.
        #[source]
        unread: Unread,
    },
    /// The file makes no document.
    #[error(transparent)]
    NoDocument(#[from] NoDocument),
    /// A stage panicked.
    #[error("{path}: a library failed ({panic}); please report the file")]
    GaveUp {
        /// Name in the folder.
        path: DocPath,
        /// Panic message.
        #[source]
        panic: Panicked,
    },
    /// Panic while comparing.
    #[error("{a} and {b}: cannot be aligned ({panic}); please report them")]
    Unaligned {
        /// First document.
        a: DocPath,
        /// Second document.
        b: DocPath,
        /// Panic message.
        #[source]
        panic: Panicked,
    },
    /// Missing word.
    #[error("{0}: it has changed since it was opened")]
    Changed(DocPath),
    /// Panic while explaining.
    #[error("cannot be explained ({0}); please report the files")]
    Unexplained(#[source] Panicked),
}

impl SideBySideError {
    /// Returns the reason without the name of the file.
    pub fn reason(&self) -> String {
        match self {
            Self::Gone(_) => "it is gone".to_string(),
            Self::Unread { unread, .. } => unread.to_string(),
            Self::NoDocument(no_document) => no_document.reason.to_string(),
            Self::GaveUp { panic, .. } => {
                format!("a library failed ({panic}); please report the file")
            }
            Self::Changed(_) => "it has changed since it was read; try again".to_string(),
            other => other.to_string(),
        }
    }
}

/// Why the sources of a document are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourcingError {
    /// Sketches estimate scores.
    #[error("sources need counted shingles, not estimates; choose the sketch modulo")]
    Estimates,
    /// Removed document.
    #[error("{0}: it is gone")]
    Gone(DocPath),
    /// Unreadable document.
    #[error(transparent)]
    Unread(#[from] SideBySideError),
    /// A stage panicked.
    #[error("{path}: a library failed ({panic}); please report the file")]
    GaveUp {
        /// Name in the folder.
        path: DocPath,
        /// Panic message.
        #[source]
        panic: Panicked,
    },
}

/// Why the passages of a folder are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PassagesError {
    /// Sampled shingles.
    #[error("passages need all shingles; choose the sketch modulo, modulo 1 and step 1")]
    Sampled,
    /// A stage panicked.
    #[error("a library failed on the folder ({0}); please report it")]
    GaveUp(Panicked),
}
