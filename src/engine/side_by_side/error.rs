//! Why two documents cannot be opened side by side, or a word not be explained. It opens none.

use thiserror::Error;

use crate::base::guard::Panicked;
use crate::base::path::DocPath;
use crate::folder::read::Unread;
use crate::pipeline::source::NoDocument;

impl SideBySideError {
    /// The reason without the name of the file that it is about.
    pub fn reason(&self) -> String {
        match self {
            Self::NoFolder(_) => {
                "its text is not in the result; begin with --root DIR, the folder of the texts"
                    .to_string()
            }
            Self::Gone(_) => "it is gone".to_string(),
            Self::Unread { unread, .. } => unread.to_string(),
            Self::NoDocument(no_document) => no_document.reason.to_string(),
            Self::GaveUp { panic, .. } => {
                format!("a library gave up on it ({panic}); please report the file")
            }
            Self::Changed(_) => "it has changed since it was read; try again".to_string(),
            other => other.to_string(),
        }
    }
}

/// One line with the file's name and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideBySideError {
    /// No folder with the texts was named.
    #[error("{0}: its text is not in the result; begin with --root DIR, the folder of the texts")]
    NoFolder(DocPath),
    /// The file is gone since it was listed.
    #[error("{0}: it is gone")]
    Gone(DocPath),
    /// The file cannot be read.
    #[error("{path}: {unread}")]
    Unread {
        /// Its name in the folder.
        path: DocPath,
        /// Why.
        #[source]
        unread: Unread,
    },
    /// The file makes no document.
    #[error(transparent)]
    NoDocument(#[from] NoDocument),
    /// A stage panicked.
    #[error("{path}: a library gave up on it ({panic}); please report the file")]
    GaveUp {
        /// The file's name in the folder.
        path: DocPath,
        /// The message of the panic.
        #[source]
        panic: Panicked,
    },
    /// Comparing the two documents panicked.
    #[error("{a} and {b}: cannot be aligned ({panic}); please report them")]
    Unaligned {
        /// The first document.
        a: DocPath,
        /// The second document.
        b: DocPath,
        /// The message of the panic.
        #[source]
        panic: Panicked,
    },
    /// The word asked about is not there.
    #[error("{0}: it has changed since it was opened")]
    Changed(DocPath),
    /// Explaining a word panicked.
    #[error("cannot be explained ({0}); please report the files")]
    Unexplained(#[source] Panicked),
}
