//! Tells that something below a folder may have changed. Its events are hints; a walk is the truth.

use std::fmt;

/// What the watcher is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WatchState {
    /// The system reports changes.
    Native,
    /// Reports are not to be had; the folder is listed again and again. The reason, and what to do.
    Polling(String),
    /// The root is missing; waiting for it.
    RootMissing,
    /// Nothing is watched yet.
    Starting,
}

impl fmt::Display for WatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("watching"),
            Self::Polling(reason) => write!(f, "polling ({reason})"),
            Self::RootMissing => f.write_str("folder missing, waiting for it"),
            Self::Starting => f.write_str("starting"),
        }
    }
}
