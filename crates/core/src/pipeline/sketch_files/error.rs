//! Errors of reading sketch files. Makes their content visible, because a file may come from anybody.

use thiserror::Error;

use crate::pipeline::sketch_files::{FORMAT, STAGES};
use base::{path::DocPath, visible::make_visible};

/// Reason why bytes are no readable sketch file: one line, without the name of the file.
#[derive(Debug, Error)]
pub enum SketchFileError {
    #[error("not a sketch file; `shingle sketch` and `shingle dedup --update` make such files")]
    NotASketchFile,
    #[error("a sketch file that was cut short or changed; {ANEW}")]
    Changed,
    #[error("a sketch file of format version {0}, and this program reads version {FORMAT}; {ANEW}")]
    Format(u32),
    #[error(
        "a sketch file whose head this program cannot read ({}); {ANEW}",
        make_visible(&.0.to_string())
    )]
    Head(#[source] serde_json::Error),
    #[error(
        "made by {}, whose words and shingles are others (version {stages}, and this program's is {STAGES}); {ANEW}",
        make_visible(program)
    )]
    Stages {
        /// Name of the program that wrote the file, as written there.
        program: String,
        stages: u32,
    },
    /// The checksum is right, but a record is cut or malformed, …
    #[error("a sketch file that does not hold together ({0}); {ANEW}")]
    Record(#[from] postcard::Error),
    /// … or no version of this program writes such content.
    #[error("a sketch file that does not hold together ({0}); {ANEW}")]
    Content(&'static str),
}

const ANEW: &str = "make it again with the command that made it";

#[derive(Debug, Error)]
#[error("{file}: {reason}")]
pub struct MergeError {
    pub file: DocPath,
    #[source]
    pub reason: SketchFileError,
}
