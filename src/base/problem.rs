//! A problem with one document or folder, as data. It is shown, never thrown.

use std::fmt;

use super::path::DocPath;
use super::visible::visible;

/// Why a file could not take part, or took part with a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// It was left out because it is not text.
    Skipped,
    /// It could not be read or used. The reason says what to do.
    Failed,
    /// It took part, but some of its bytes could not be decoded, or something else was lost. The reason says what.
    Lossy,
    /// It took part, but it was read by a guess that may be wrong.
    Unsure,
}

impl ProblemKind {
    /// Every kind, in the order of outputs.
    pub const ALL: [Self; 4] = [Self::Skipped, Self::Failed, Self::Lossy, Self::Unsure];

    /// The name of the kind in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Lossy => "lossy",
            Self::Unsure => "unsure",
        }
    }
}

/// One line about one file: which file, what is wrong, what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The path of the file or folder, relative to the watched folder. Empty for the watched folder itself.
    pub path: DocPath,
    /// How bad it is.
    pub kind: ProblemKind,
    /// The reason in one line, in lower case, without the path. It may hold raw text of the system, so show it through
    /// `Display`.
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
