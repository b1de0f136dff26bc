use thiserror::Error;

use crate::folder::Unread;
use base::{guard::Panicked, path::DocPath};
use shingle_core::pipeline::NoDocument;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideBySideError {
    #[error("{0}: it is gone")]
    Gone(DocPath),
    #[error("{path}: {unread}")]
    Unread {
        path: DocPath,
        #[source]
        unread: Unread,
    },
    #[error(transparent)]
    NoDocument(#[from] NoDocument),
    #[error("{path}: a library failed ({panic}); please report the file")]
    GaveUp {
        path: DocPath,
        #[source]
        panic: Panicked,
    },
    #[error("{a} and {b}: cannot be aligned ({panic}); please report them")]
    Unaligned {
        a: DocPath,
        b: DocPath,
        #[source]
        panic: Panicked,
    },
    #[error("{0}: it has changed since it was opened")]
    Changed(DocPath),
    #[error("cannot be explained ({0}); please report the files")]
    Unexplained(#[source] Panicked),
}

impl SideBySideError {
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

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourcingError {
    #[error("sources need counted shingles, not estimates; choose the sketch modulo")]
    Estimates,
    #[error("{0}: it is gone")]
    Gone(DocPath),
    #[error(transparent)]
    Unread(#[from] SideBySideError),
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PassagesError {
    #[error("passages need all shingles; choose the sketch modulo, modulo 1 and step 1")]
    Sampled,
    #[error("a library failed on the folder ({0}); please report it")]
    GaveUp(Panicked),
}
