//! The file of decisions: a line of JSON for each, new ones at the end. Any number of programs may write to it at once.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::path::DocPath;
use crate::storage::directory::DirectoryError;
use crate::storage::log::{LogError, LogFile};

use super::decided::Decided;
use super::decision::Decision;

/// Why decisions cannot be kept.
#[derive(Debug, Error)]
pub enum DecisionError {
    /// The usual directory cannot be used.
    #[error("decisions: {0}; name another place with --decisions FILE")]
    Directory(#[from] DirectoryError),
    /// The file cannot be used.
    #[error(
        "{file}: decisions cannot be kept there ({reason}); name another place with --decisions FILE"
    )]
    File {
        /// The file.
        file: DocPath,
        /// What is wrong.
        reason: LogError,
    },
}

/// The open file, and what it said so far.
#[derive(Debug)]
pub struct DecisionFile {
    path: PathBuf,
    log: LogFile,
    decided: Decided,
    /// Lines that are no decisions, such as those of a later version, or of a merge that is not finished.
    strange: u64,
}

impl DecisionFile {
    /// Opens the file at `path` and reads it. It is made with the first decision. It must not lie in the folder at `read`.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, read: &Path) -> Result<Self, DecisionError> {
        let log = LogFile::open(path, read).map_err(|reason| failed(path, reason))?;
        let mut file =
            Self { path: path.to_path_buf(), log, decided: Decided::default(), strange: 0 };
        file.follow()?;
        Ok(file)
    }

    /// All decisions that were read.
    pub const fn decided(&self) -> &Decided {
        &self.decided
    }

    /// The number of lines that are no decisions.
    pub const fn strange(&self) -> u64 {
        self.strange
    }

    /// Reads what any program has written since. Returns whether there was something.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn follow(&mut self) -> Result<bool, DecisionError> {
        let news = self.log.follow().map_err(|reason| failed(&self.path, reason))?;
        if news.anew {
            (self.decided, self.strange) = (Decided::default(), 0);
        }
        let changes = news.anew || !news.lines.is_empty();
        for line in news.lines {
            let text = std::str::from_utf8(&line).ok().map(str::trim);
            match text.and_then(Decision::parse) {
                Some(decision) => self.decided.take(decision),
                None if text == Some("") => {}
                None => self.strange += 1,
            }
        }
        Ok(changes)
    }

    /// Writes decisions, all or none, and reads what others have written meanwhile.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn keep(&mut self, decisions: &[Decision]) -> Result<(), DecisionError> {
        let lines: String = decisions.iter().filter_map(Decision::line).collect();
        self.log.append(lines.as_bytes()).map_err(|reason| failed(&self.path, reason))?;
        self.follow()?;
        Ok(())
    }
}

fn failed(path: &Path, reason: LogError) -> DecisionError {
    DecisionError::File { file: DocPath::new(path), reason }
}
