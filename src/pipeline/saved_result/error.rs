//! Why a written result contradicts itself. It reads none.

use thiserror::Error;

use crate::base::path::DocPath;

/// What is wrong with a written result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContradictoryResult {
    /// A document is listed twice.
    #[error("the document {0} is listed twice; write the result anew")]
    Twice(DocPath),
    /// A pair names a document that is not listed.
    #[error("a pair names {0}, which is not among the documents; write the result anew")]
    Unknown(DocPath),
    /// The counts of a pair contradict each other.
    #[error("the pair of {0} and {1} shares more than they have; write the result anew")]
    NoPair(DocPath, DocPath),
    /// The hash of a document's bytes cannot be read.
    #[error("the content of {0} is not a number of 32 hexadecimal digits; write the result anew")]
    Content(DocPath),
    /// A name cannot be read.
    #[error("a document's name is not base 64 of a path: {0}; write the result anew")]
    Name(String),
}
