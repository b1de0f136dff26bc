//! The file of decisions: a line of JSON for each, new ones at the end. Any number of programs may write to it at once.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::decided::Decided;
use super::decision::Decision;
use super::line_file::{LineFile, SharedFile, SumOfLines, later};
use crate::base::path::DocPath;
use crate::storage::{directory::DirectoryError, log::LogError};

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
    /// All decisions that were read.
    pub const fn decided(&self) -> &Decided {
        &self.file.sum
    }
}

impl SharedFile for DecisionFile {
    type Line = Decision;
    type Contents = Arc<Decided>;
    type Error = DecisionError;

    fn open(path: &Path, read: &Path) -> Result<Self, DecisionError> {
        let file = LineFile::open(path, read);
        Ok(Self { file: file.map_err(|reason| failed(DocPath::new(path), reason))? })
    }

    fn follow(&mut self) -> Result<bool, DecisionError> {
        self.file.follow().map_err(|reason| failed(self.file.name(), reason))
    }

    fn write(&mut self, mut decisions: Vec<Decision>, now: &str) -> Result<(), DecisionError> {
        self.follow()?;
        for decision in &mut decisions {
            decision.at =
                later(self.decided().last(decision.subject).map(|last| last.at.clone()), now);
        }
        let lines: String = decisions.iter().filter_map(Decision::line).collect();
        self.file.append(&lines).map_err(|reason| failed(self.file.name(), reason))
    }

    fn contents(&self) -> Result<Arc<Decided>, DecisionError> {
        Ok(Arc::new(self.decided().clone()))
    }

    fn unparsed(&self) -> u64 {
        self.file.unparsed
    }
}

fn failed(file: DocPath, reason: LogError) -> DecisionError {
    DecisionError::File { file, reason }
}
