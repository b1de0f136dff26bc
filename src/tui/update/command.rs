//! The closed list of everything that is done outside. `update` returns commands, `execute` carries them out.

use std::path::PathBuf;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::decisions::decision::Decision;
use shingle::decisions::phrase::PhraseLine;
use shingle::engine::report::WordAsked;
use shingle::pipeline::corpus::passages::PassageOrder;
use shingle::pipeline::document::left_out::Surroundings;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::Snapshot;
use shingle::visits::visit::PairNames;

use crate::tui::model::arrange::ArrangeRequest;
use crate::tui::model::input::TakeText;
use crate::tui::model::lesson::LessonRequest;
use crate::tui::model::report::ReportWanted;
use crate::tui::model::sandbox::CompareRequest;
use crate::tui::model::search::SearchRequest;

/// A place in a file at which the editor opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// The file, relative to the folder.
    pub(crate) path: DocPath,
    pub(crate) at: At,
}
/// A place in a file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// The line, counted from 1.
    Line(usize),
    /// Where these words first follow each other. Used for files whose lines are not those of their text.
    Words(String),
}
/// Something to do outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Ask the engine for a ranking with other parameters.
    SetParams {
        /// The parameters.
        params: Params,
        /// The rows that are in view.
        in_view: Vec<PairNames>,
    },
    /// Ask the engine for two documents side by side.
    Open {
        /// The first document.
        a: DocPath,
        /// The second document.
        b: DocPath,
        /// The parameters of the ranking that the pair was chosen from.
        params: Arc<Params>,
        /// What that ranking leaves out.
        surroundings: Surroundings,
    },
    /// Ask the engine what became of a word.
    Explain(WordAsked),
    /// Index a ranking, so that later ones can be compared with it, on a separate thread.
    Pin(SharedSnapshot),
    /// Ask the engine for a text beside a document.
    OpenText {
        /// The text.
        text: Arc<str>,
        /// The document.
        b: DocPath,
        /// The parameters of the ranking that the document was chosen from.
        params: Arc<Params>,
        /// What that ranking leaves out.
        surroundings: Surroundings,
    },
    /// Ask the engine for everything that a text resembles, now and after every change.
    Query {
        /// The text. `None` stops the answers.
        text: Option<Arc<str>>,
        /// The number of the request, which the answers carry.
        number: u64,
    },
    /// Ask the engine which width, sketch and threshold suit the folder. The answers carry this number. `None` stops them.
    Study(Option<u64>),
    /// Prepare a lesson, on a separate thread.
    PrepareLesson(LessonRequest),
    /// Find words in both texts of a pair, on a separate thread.
    Search(SearchRequest),
    /// Ask the engine in how many documents some shingles (distinct keys, ascending) are.
    CountShingles {
        /// Their keys.
        keys: Vec<u64>,
        /// The parameters that they were made with.
        params: Arc<Params>,
    },
    /// Compare two texts, on a separate thread.
    Compare(CompareRequest),
    /// Ask the engine for the clusters, now and after every change. `false` stops the answers.
    Clusters(bool),
    /// Ask the engine which documents one comes from.
    Sources {
        /// The document. `None` stops the answer.
        name: Option<DocPath>,
        /// The number of the request, which the answer carries.
        number: u64,
    },
    /// Ask the engine for the passages of the folder.
    Passages {
        /// Their order. `None` stops the answer.
        order: Option<PassageOrder>,
        /// The number of the request, which the answer carries.
        number: u64,
    },
    /// Arrange rows, documents or problems.
    Arrange(ArrangeRequest),
    /// Read the file whose shingles are to be left out, on a separate thread.
    ReadTemplate {
        /// As it was typed.
        path: PathBuf,
        /// The parameters to read it with.
        params: Arc<Params>,
    },
    /// Keep decisions. Their dates are set then.
    Decide(Vec<Decision>),
    /// Keep what is said of a phrase. Its date is set then.
    KeepPhrase(PhraseLine),
    /// Write a report, on a separate thread.
    WriteReport(ReportWanted),
    /// Tell the engine that the marks of a ranking were seen.
    Seen(SharedSnapshot),
    /// Ask the engine to list the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Send a text to the terminal, for its clipboard.
    Copy(String),
    /// Take a text to where copied texts go, on a separate thread.
    CopyTo {
        take: TakeText,
        text: String,
        /// What it is, in words.
        what: String,
    },
    /// Open a file in the editor.
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave the loop.
    Quit,
}

/// A snapshot that equals only itself.
#[derive(Debug, Clone)]
pub(crate) struct SharedSnapshot(pub(crate) Arc<Snapshot>);

impl PartialEq for SharedSnapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for SharedSnapshot {}
