//! Errors of reading sketch files. A file may come from anyone, so its content is made visible here.

use thiserror::Error;

use crate::base::{path::DocPath, visible::visible};
use crate::pipeline::sketch_files::{FORMAT, STAGES};

/// Why bytes are not a readable sketch file: one line, without the name of the file.
#[derive(Debug, Error)]
pub enum SketchFileError {
    /// The bytes do not begin like a sketch file.
    #[error("not a sketch file; `shingle sketch DIR -o FILE` makes one")]
    NotASketchFile,
    /// The checksum is wrong: the bytes were changed.
    #[error("a sketch file that was cut short or changed; {ANEW}")]
    Changed,
    /// Other format version.
    #[error("a sketch file of format version {0}, and this program reads version {FORMAT}; {ANEW}")]
    Format(u32),
    /// Unreadable head.
    #[error(
        "a sketch file whose head this program cannot read ({}); {ANEW}",
        visible(&.0.to_string())
    )]
    Head(#[source] serde_json::Error),
    /// Other stages.
    #[error(
        "made by {}, whose words and shingles are others (version {stages}, and this program's is {STAGES}); {ANEW}",
        visible(program)
    )]
    Stages {
        /// The program that wrote the file, by its own name.
        program: String,
        /// Its [`STAGES`].
        stages: u32,
    },
    /// The checksum is right, but this program never writes such content.
    #[error("a sketch file that does not hold together ({0}); {ANEW}")]
    Wrong(#[from] Wrong),
}

const ANEW: &str = "run `shingle sketch` again";

/// The error in a file whose checksum is right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Wrong {
    /// A record is cut off or is not a record.
    #[error("{0}")]
    Record(#[from] postcard::Error),
    /// Excess bytes.
    #[error("more than it counts")]
    More,
    /// The documents are not in path order, or one path occurs twice.
    #[error("documents out of order")]
    Order,
    /// A document refers to a text of no earlier document.
    #[error("an unknown text")]
    Text,
    /// Duplicate text.
    #[error("a text that is there twice")]
    TextTwice,
    /// Two files have different sketches of one text.
    #[error("another sketch of a text than a file before it has")]
    OtherSketch,
    /// Unknown encoding.
    #[error("an unknown encoding")]
    Encoding,
    /// Unknown language.
    #[error("an unknown language")]
    Language,
    /// A path is not valid in a folder.
    #[error("a path that this system does not have")]
    Path,
    /// A path exists already, also with the name of its file before it.
    #[error("the same name as in a file before it; rename one of the files")]
    NameTwice,
    /// A sketch has the wrong number of keys.
    #[error("a sketch of another size than it says")]
    Size,
    /// A sketch has the wrong number of saved shingles.
    #[error("a sketch with other shingles than it says")]
    Kept,
    /// Pairs must be counted exactly, but the shingles are missing.
    #[error("a sketch without the shingles to verify it")]
    Unverified,
    /// Keys are not in ascending order, or a key is cut off.
    #[error("keys out of order")]
    Keys,
    /// Unknown problem kind.
    #[error("an unknown problem")]
    Problem,
}

/// A sketch file with wrong content, and its name.
#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct MergeError {
    /// File's name.
    pub file: DocPath,
    /// File error.
    #[source]
    pub reason: SketchFileError,
}
