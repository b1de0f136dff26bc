pub mod records;

use documents::{Certainty, Unreadable};
use thiserror::Error;

use crate::text::NoColumn;
use base::problem::{Problem, ProblemKind};
use base::{guard::run_catching_panic, path::DocPath};

/// Reason why a file has no document: one line in lower case, without the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoSource {
    #[error(transparent)]
    Text(#[from] Unreadable),
    #[error(transparent)]
    Column(#[from] NoColumn),
    /// Some records have no document, or the encoding of the records is a guess. The reason counts the records, and
    /// names the lines of the first.
    #[error("{reason}")]
    Records { kind: ProblemKind, reason: String },
    /// The bytes could not be read; the reason comes from the code that reads files.
    #[error("{0}")]
    Refused(String),
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub struct NoDocument {
    pub path: DocPath,
    #[source]
    pub reason: NoSource,
}

impl NoSource {
    /// Returns the reason without text of the file.
    pub fn anonymous_reason(&self) -> String {
        match self {
            Self::Text(reason) => reason.anonymous_reason(),
            Self::Column(_) => "no such column".to_string(),
            Self::Records { .. } => "records without text".to_string(),
            Self::Refused(reason) => reason.clone(),
        }
    }

    pub fn to_problem(&self, path: &DocPath) -> Problem {
        let kind = match self {
            Self::Text(reason) if reason.is_not_a_document() => ProblemKind::Skipped,
            Self::Records { kind, .. } => *kind,
            Self::Text(_) | Self::Column(_) | Self::Refused(_) => ProblemKind::Failed,
        };
        Problem::new(path, kind, self.to_string())
    }
}

/// Runs `stages` on the bytes of a file. If a library panics, returns [`Unreadable::GaveUp`].
pub fn catch_panic<T>(stages: impl FnOnce() -> Result<T, NoSource>) -> Result<T, NoSource> {
    run_catching_panic(stages).unwrap_or_else(|panic| Err(Unreadable::from(panic).into()))
}

/// Returns the problem of a document with undecodable bytes or an uncertain encoding.
pub fn problem_of_undecoded(
    path: &DocPath,
    undecoded: u64,
    encoding: &str,
    certainty: Certainty,
) -> Option<Problem> {
    let (kind, reason) = match (undecoded, certainty) {
        (0, Certainty::Sure) => return None,
        (0, Certainty::Unsure { other }) => (
            ProblemKind::Unsure,
            format!(
                "read as {encoding}, but {other} is near; if the text looks wrong, set the encoding with --encoding"
            ),
        ),
        (_, certainty) => {
            let noun = if undecoded == 1 { "byte" } else { "bytes" };
            let near = match certainty {
                Certainty::Sure => String::new(),
                Certainty::Unsure { other } => format!(", and {other} is near"),
            };
            let reason = format!(
                "{undecoded} {noun} could not be decoded as {encoding}{near}; if the encoding is wrong, set it with --encoding"
            );
            (ProblemKind::Lossy, reason)
        }
    };
    Some(Problem::new(path, kind, reason))
}
