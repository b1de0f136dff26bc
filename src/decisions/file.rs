//! The file of decisions: a line of JSON for each, new ones at the end. Any number of programs may write to it at once.

use std::path::Path;

use thiserror::Error;

use crate::base::path::DocPath;
use crate::storage::directory::DirectoryError;
use crate::storage::log::LogError;

use super::decided::Decided;
use super::decision::Decision;
use super::line_file::{LineFile, SumOfLines};

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
    file: LineFile<Decided>,
}

impl SumOfLines for Decided {
    fn take_line(&mut self, line: &str) -> bool {
        Decision::parse(line).map(|decision| self.take(decision)).is_some()
    }
}

impl DecisionFile {
    /// Opens the file at `path` and reads it. It is made with the first decision. It must not lie in the folder at `read`.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(path: &Path, read: &Path) -> Result<Self, DecisionError> {
        let file = LineFile::open(path, read);
        Ok(Self { file: file.map_err(|reason| failed(DocPath::new(path), reason))? })
    }

    /// All decisions that were read.
    pub const fn decided(&self) -> &Decided {
        &self.file.sum
    }

    /// The number of lines that are no decisions.
    pub const fn strange(&self) -> u64 {
        self.file.strange
    }

    /// Reads what any program has written since. Returns whether there was something.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn follow(&mut self) -> Result<bool, DecisionError> {
        self.file.follow().map_err(|reason| failed(self.file.name(), reason))
    }

    /// Writes decisions, all or none, and reads what others have written meanwhile.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn keep(&mut self, decisions: &[Decision]) -> Result<(), DecisionError> {
        let lines: String = decisions.iter().filter_map(Decision::line).collect();
        self.file.append(&lines).map_err(|reason| failed(self.file.name(), reason))
    }
}

fn failed(file: DocPath, reason: LogError) -> DecisionError {
    DecisionError::File { file, reason }
}
