use std::sync::Arc;

use thiserror::Error;

use super::shared_file::{SharedFile, SumOfLines, later_time};
use super::{decided::NewestMarks, decision::UserMark};
use base::path::DocPath;
use base::storage::{directory::DirectoryError, log::LogError};

#[derive(Debug, Error)]
pub enum DecisionError {
    #[error("decisions: {0}; name another place with --decisions FILE")]
    Directory(#[from] DirectoryError),
    #[error("{file}: cannot save marks ({reason}); name another file with --decisions FILE")]
    File { file: DocPath, reason: LogError },
}

pub type DecisionFile = SharedFile<NewestMarks>;

impl SumOfLines for NewestMarks {
    type Line = UserMark;
    type Contents = Arc<Self>;
    type Error = DecisionError;

    fn add_line(&mut self, line: &str) -> bool {
        UserMark::parse_line(line).map(|decision| self.add_mark(decision)).is_some()
    }

    fn encode_new_lines(
        &self,
        mut decisions: Vec<UserMark>,
        now: &str,
        _: &DocPath,
    ) -> Result<String, DecisionError> {
        for decision in &mut decisions {
            decision.at = later_time(
                self.last_mark_even_if_undone(decision.subject).map(|last| last.at.clone()),
                now,
            );
        }
        Ok(decisions.iter().filter_map(UserMark::to_json_line).collect())
    }

    fn contents(&self, _: &DocPath) -> Result<Arc<Self>, DecisionError> {
        Ok(Arc::new(self.clone()))
    }

    fn unusable_error(file: DocPath, reason: LogError) -> DecisionError {
        DecisionError::File { file, reason }
    }
}
