//! Why the passages of a folder are not known.

use thiserror::Error;

use crate::base::guard::Panicked;

/// Why the passages of a folder are not known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PassagesError {
    /// A written result holds no texts.
    #[error(
        "a written result holds no texts to look for passages in: `shingle passages DIR` reads the folder"
    )]
    NoTexts,
    /// Not all shingles are kept.
    #[error(
        "passages are runs of words, all of which count: choose the sketch modulo, modulo 1 and step 1"
    )]
    Sampled,
    /// A stage panicked.
    #[error("a library gave up on the folder ({0}); please report it")]
    GaveUp(Panicked),
}
