//! The file of decisions: a line of JSON for each, new ones at the end. Any number of programs may write to it at once.

use std::sync::Arc;

use thiserror::Error;

use super::shared_file::{SharedFile, SumOfLines, later};
use super::{decided::Decided, decision::Decision};
use crate::base::path::DocPath;
use crate::storage::{directory::DirectoryError, log::LogError};

/// Why decisions cannot be kept.
#[derive(Debug, Error)]
pub enum DecisionError {
    /// The usual directory cannot be used.
    #[error("decisions: {0}; name another place with --decisions FILE")]
    Directory(#[from] DirectoryError),
    /// The file cannot be used.
    #[error("{file}: cannot save marks ({reason}); name another file with --decisions FILE")]
    File {
        /// The file.
        file: DocPath,
        /// What is wrong.
        reason: LogError,
    },
}

/// An open file of decisions.
pub type DecisionFile = SharedFile<Decided>;

impl SumOfLines for Decided {
    type Line = Decision;
    type Contents = Arc<Self>;
    type Error = DecisionError;

    fn add_line(&mut self, line: &str) -> bool {
        Decision::parse(line).map(|decision| self.take(decision)).is_some()
    }

    fn new_lines(
        &self,
        mut decisions: Vec<Decision>,
        now: &str,
        _: &DocPath,
    ) -> Result<String, DecisionError> {
        for decision in &mut decisions {
            decision.at = later(self.last(decision.subject).map(|last| last.at.clone()), now);
        }
        Ok(decisions.iter().filter_map(Decision::line).collect())
    }

    fn contents(&self, _: &DocPath) -> Result<Arc<Self>, DecisionError> {
        Ok(Arc::new(self.clone()))
    }

    fn unusable(file: DocPath, reason: LogError) -> DecisionError {
        DecisionError::File { file, reason }
    }
}
