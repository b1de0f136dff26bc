//! Why the sources of a document are not known.

use thiserror::Error;

use crate::base::guard::Panicked;
use crate::base::path::DocPath;
use crate::engine::side_by_side::error::SideBySideError;

/// Why the sources of a document are not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourcingError {
    /// A written result holds no texts.
    #[error(
        "a written result holds no texts to look for sources in: `shingle sources FILE --in DIR` reads the folder"
    )]
    NoTexts,
    /// Sketches estimate.
    #[error("sources are counted from all kept shingles, not estimated: choose the sketch modulo")]
    Estimates,
    /// It is no document of the folder any more.
    #[error("{0}: it is gone")]
    Gone(DocPath),
    /// It cannot be read again.
    #[error(transparent)]
    Unread(#[from] SideBySideError),
    /// A stage panicked.
    #[error("{path}: a library gave up on it ({panic}); please report the file")]
    GaveUp {
        /// Its name in the folder.
        path: DocPath,
        /// The message of the panic.
        #[source]
        panic: Panicked,
    },
}
