//! Trouble with one document or folder, as data. It is shown, never thrown.

use std::fmt;

use super::path::DocPath;
use super::visible::visible;

/// Why a file could not take part, or took part with a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// Left out because it is not text.
    Skipped,
    /// Could not be read or used; the text says what to do.
    Failed,
    /// Took part, but some of its bytes could not be decoded, or another loss that the text names.
    Lossy,
    /// Took part, but how it was read is a guess that may be wrong.
    Unsure,
}

impl ProblemKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Skipped, Self::Failed, Self::Lossy, Self::Unsure];

    /// The word used in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Lossy => "lossy",
            Self::Unsure => "unsure",
        }
    }
}

/// One line about one file: which, what was wrong, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file or folder, relative to the watched folder; empty for the folder itself.
    pub path: DocPath,
    /// How bad it is.
    pub kind: ProblemKind,
    /// The reason, in one line, lower case, without the path. May hold raw text of the system: show it through `Display`.
    pub reason: String,
}

impl Problem {
    /// A problem of `kind` with the file at `path`.
    pub fn new(path: &DocPath, kind: ProblemKind, reason: impl Into<String>) -> Self {
        Self { path: path.clone(), kind, reason: reason.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.path, self.kind.name(), visible(&self.reason))
    }
}
