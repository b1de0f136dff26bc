//! What a report is made of, and what became of it. It writes nothing.

use std::path::{Path, PathBuf};
use std::{fmt, sync::Arc};

use shingle::decisions::Decided;
use shingle::lesson::Lesson;
use shingle::pipeline::{Snapshot, SourcedText};

/// A report that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct ReportRequest {
    /// The file, as it was typed.
    pub(crate) file: PathBuf,
    /// Whether a file that is there may be replaced.
    pub(crate) replace: bool,
    pub(crate) content: ReportContent,
}

/// What is written.
#[derive(Debug, Clone)]
pub(crate) enum ReportContent {
    /// What the list shows.
    Listed(ListedRows),
    /// A step of a lesson as a drawing, counted from 1.
    Step(Arc<Lesson>, usize),
    /// Nothing yet: whether the file can be written.
    Check,
}

/// What a report of the list is made of.
#[derive(Debug, Clone)]
pub(crate) struct ListedRows {
    /// The title in place of the folder's name; empty for none.
    pub(crate) title: String,
    /// What its first page says in the user's words; empty for nothing.
    pub(crate) summary: String,
    pub(crate) snapshot: Arc<Snapshot>,
    /// The rows that the list shows, in its order.
    pub(crate) rows: Arc<[usize]>,
    /// The filter that left them; empty for none.
    pub(crate) filter: String,
    pub(crate) decided: Arc<Decided>,
    /// The document of the sources view with its sources; `None` for the rows.
    pub(crate) about: Option<Arc<SourcedText>>,
}

/// Two reports are equal if they go to the same file.
impl PartialEq for ReportRequest {
    fn eq(&self, other: &Self) -> bool {
        (&self.file, self.replace) == (&other.file, other.replace)
    }
}

impl Eq for ReportRequest {}

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReportAnswer {
    /// It was written. One sentence says how much.
    Written(String),
    /// The file can be written.
    Possible,
    /// The file is there already.
    Exists,
    /// It was not, for this reason.
    Failed(String),
}

type Write = dyn Fn(&ReportRequest) -> ReportAnswer + Send + Sync;

/// Writes reports.
#[derive(Clone)]
pub(crate) struct ReportWriter(Arc<Write>);

impl ReportWriter {
    /// One that writes in this way.
    pub(crate) fn new(
        write: impl Fn(&ReportRequest) -> ReportAnswer + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(write))
    }

    /// Writes a report.
    pub(crate) fn write(&self, request: &ReportRequest) -> ReportAnswer {
        (self.0)(request)
    }
}

impl fmt::Debug for ReportWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReportWriter")
    }
}

/// The reports of this visit.
#[derive(Debug, Default)]
pub(crate) struct Reporting {
    /// The directory of the file that is offered; `None` for the current one.
    pub(crate) beside: Option<PathBuf>,
    /// The file named last.
    pub(crate) file: Option<PathBuf>,
    /// The title typed last.
    pub(crate) title: String,
    /// The report whose file is there already, until the user says whether to replace it.
    pub(crate) refused: Option<ReportRequest>,
    /// Whether one is being written.
    pub(crate) writes: bool,
}

impl Reporting {
    /// The name that is offered, made of the folder's.
    pub(crate) fn offered(&self, folder: &str) -> String {
        let name = Path::new(folder).file_name().map(|name| name.to_string_lossy());
        let file = format!("{}-report.html", name.unwrap_or_else(|| "shingle".into()));
        match &self.beside {
            Some(beside) => beside.join(file).to_string_lossy().into_owned(),
            None => file,
        }
    }
}
