//! Why two documents are not opened side by side, or a word of them not explained. It opens none.

use thiserror::Error;

use crate::base::guard::Panicked;
use crate::base::path::DocPath;
use crate::folder::read::Unread;
use crate::pipeline::source::NoDocument;

/// One line that names the file, and says what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideBySideError {
    /// The file was there when it was listed.
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
    /// What is in it makes no document.
    #[error(transparent)]
    NoDocument(#[from] NoDocument),
    /// A stage panicked.
    #[error("{path}: a library gave up on it ({panic}); please report the file")]
    GaveUp {
        /// The file's name in the folder.
        path: DocPath,
        /// What the stage said.
        #[source]
        panic: Panicked,
    },
    /// Two documents were read, and putting them side by side panicked.
    #[error("{a} and {b}: cannot be aligned ({panic}); please report them")]
    Unaligned {
        /// The first.
        a: DocPath,
        /// The second.
        b: DocPath,
        /// What was said.
        #[source]
        panic: Panicked,
    },
    /// The word asked about is not there.
    #[error("{0}: it has changed since it was opened")]
    Changed(DocPath),
    /// Two documents were read, and explaining a word of them panicked.
    #[error("cannot be explained ({0}); please report the files")]
    Unexplained(#[source] Panicked),
}
