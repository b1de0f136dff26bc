use std::{path::Path, path::PathBuf, sync::Arc};

use shingle::{decisions::NewestMarks, pipeline::Snapshot, pipeline::SourcedText};

#[derive(Debug, Clone)]
pub(crate) struct ReportRequest {
    pub(crate) file: PathBuf,
    pub(crate) replace: bool,
    pub(crate) listed: ListedRows,
}

#[derive(Debug, Clone)]
pub(crate) struct ListedRows {
    /// The title that replaces the folder's name; empty to keep the folder's name.
    pub(crate) title: String,
    /// The user's summary on the first page; empty for none.
    pub(crate) summary: String,
    pub(crate) snapshot: Arc<Snapshot>,
    /// The rows of the list, in its order.
    pub(crate) rows: Arc<[usize]>,
    /// The active filter; empty for none.
    pub(crate) filter: String,
    pub(crate) decided: Arc<NewestMarks>,
    /// The sources of a document to report instead of the rows; `None` for the rows.
    pub(crate) about: Option<Arc<SourcedText>>,
}

/// Two requests are equal if they write the same file in the same way.
impl PartialEq for ReportRequest {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, self.replace) == (&other.file, other.replace)
    }
}

impl Eq for ReportRequest {}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReportAnswer {
    /// The report was written; a sentence describes its size.
    Written(String),
    Exists,
    Failed(String),
}

/// Writes a report.
pub(crate) type ReportWriter = Arc<dyn Fn(&ReportRequest) -> ReportAnswer + Send + Sync>;

#[derive(Debug, Default)]
pub(crate) struct Reporting {
    /// The directory of the suggested file; `None` for the current directory.
    pub(crate) beside: Option<PathBuf>,
    pub(crate) file: Option<PathBuf>,
    /// Title and summary as typed, until the report is written.
    pub(crate) title: String,
    pub(crate) summary: String,
    /// A request whose file exists, until the user answers if the file may be replaced.
    pub(crate) refused: Option<ReportRequest>,
    pub(crate) writes: bool,
}

impl Reporting {
    pub(crate) fn suggested_name(&self, folder: &str) -> String {
        let name = Path::new(folder).file_name().map(|name| name.to_string_lossy());
        let file = format!("{}-report.html", name.unwrap_or_else(|| "shingle".into()));
        match &self.beside {
            Some(beside) => beside.join(file).to_string_lossy().into_owned(),
            None => file,
        }
    }
}
