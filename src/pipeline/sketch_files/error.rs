//! Why a sketch file is not read. What comes from the file is made visible here, for it may come from anyone.

use thiserror::Error;

use crate::base::path::DocPath;
use crate::base::visible::visible;

use crate::pipeline::sketch_files::{FORMAT, STAGES};

/// Why bytes are no sketch file that can be read: one line, without the file's name.
#[derive(Debug, Error)]
pub enum SheetError {
    /// They do not begin as one does.
    #[error("not a sketch file; `shingle sketch DIR -o FILE` makes one")]
    NoSheet,
    /// They are not those that were written.
    #[error("a sketch file that was cut short or changed; {ANEW}")]
    Changed,
    /// They are laid out by this version.
    #[error("a sketch file of format version {0}, and this program reads version {FORMAT}; {ANEW}")]
    Format(u32),
    /// What is told before the documents is something else.
    #[error(
        "a sketch file whose head this program cannot read ({}); {ANEW}",
        visible(&.0.to_string())
    )]
    Head(#[source] serde_json::Error),
    /// The keys were made in another way.
    #[error(
        "made by {}, whose words and shingles are others (version {stages}, and this program's is {STAGES}); {ANEW}",
        visible(program)
    )]
    Stages {
        /// The program that made them, in its words.
        program: String,
        /// Its [`STAGES`].
        stages: u32,
    },
    /// They are those that were written, and no program of ours writes such.
    #[error("a sketch file that does not hold together ({0}); {ANEW}")]
    Wrong(#[from] Wrong),
}

/// What helps.
const ANEW: &str = "make it anew with `shingle sketch`";

/// What is wrong with a file whose checksum is right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Wrong {
    /// A record is cut off, or none.
    #[error("{0}")]
    Record(#[from] postcard::Error),
    /// Bytes are left over.
    #[error("more than it counts")]
    More,
    /// Not by their paths, or one of them twice.
    #[error("documents out of order")]
    Order,
    /// A document has a text that none before it has.
    #[error("an unknown text")]
    Text,
    /// A text is told anew that a document before it has.
    #[error("a text that stands there twice")]
    TextTwice,
    /// Two files disagree about a text.
    #[error("another sketch of a text than a file before it has")]
    OtherSketch,
    /// An encoding has no such name.
    #[error("an unknown encoding")]
    Encoding,
    /// A language has no such code.
    #[error("an unknown language")]
    Language,
    /// A path cannot be one here.
    #[error("a path that this system does not have")]
    Path,
    /// A path with its file's name is there already.
    #[error("the same name as in a file before it; rename one of the files")]
    NameTwice,
    /// A sketch has not as many keys as it must.
    #[error("a sketch of another size than it says")]
    Size,
    /// A sketch has not as many keys of shingles beside it as it must.
    #[error("a sketch with other shingles than it says")]
    Kept,
    /// Pairs are to be counted, and there is nothing to count.
    #[error("a sketch without the shingles to verify it")]
    Unverified,
    /// Keys do not ascend, or one is cut off.
    #[error("keys out of order")]
    Keys,
    /// A problem is of no kind.
    #[error("an unknown problem")]
    Problem,
}

/// A sketch file that does not hold together, by its name.
#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct MergeError {
    /// Which.
    pub file: DocPath,
    /// Why.
    #[source]
    pub reason: SheetError,
}
