//! Everything that is done outside, as one closed list. `update` gives them, `runtime` carries them out.

use std::path::PathBuf;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::report::WordAsked;
use shingle::pipeline::document::surroundings::Surroundings;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::lesson::model::LessonRequest;
use crate::tui::rooms::arrange::ArrangeRequest;
use crate::tui::sandbox::model::CompareRequest;

/// Where in a file the editor shall open it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// The file, relative to the folder.
    pub(crate) path: DocPath,
    /// What the file's text says there.
    pub(crate) at: At,
}
/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum At {
    /// The line, counted from 1.
    Line(usize),
    /// Where these words first follow each other: what is known of a file whose lines are not those of its text.
    Words(String),
}
/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Ask the engine for a ranking with other parameters.
    SetParams(Params),
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
    /// Make a ranking one that others can be compared with, on a thread of its own.
    Pin(Shot),
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
    /// Ask the engine for all that a text resembles, now and whenever that may have changed.
    Query {
        /// The text; `None` when nobody wants to know any more.
        text: Option<Arc<str>>,
        /// Its number, which the answers carry.
        number: u64,
    },
    /// Ask the engine which width, sketch and threshold suit the folder; the answers carry the number. `None` when nobody
    /// wants to know any more.
    Study(Option<u64>),
    /// Have a lesson prepared, on a thread of its own.
    Teach(LessonRequest),
    /// Have two texts compared, on a thread of its own.
    Compare(CompareRequest),
    /// Ask the engine for the clusters, now and whenever they may have changed, or no longer.
    Clusters(bool),
    /// Have rows, documents or problems arranged.
    Arrange(ArrangeRequest),
    /// Read the file whose shingles are to be left out, on a thread of its own.
    ReadTemplate {
        /// As it was typed.
        path: PathBuf,
        /// The parameters that it is to be read with.
        params: Arc<Params>,
    },
    /// Tell the engine that the marks of a ranking were seen.
    Seen(Shot),
    /// Ask the engine to list the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
    /// Give the mouse to the screen, or to the terminal.
    Mouse(bool),
    /// Give a text to the terminal's clipboard.
    Copy(String),
    /// Open a file in the editor.
    Edit(FilePlace),
    /// Give the terminal back and stop until continued.
    Suspend,
    /// Leave the loop.
    Quit,
}

/// A snapshot, equal to itself only.
#[derive(Debug, Clone)]
pub(crate) struct Shot(pub(crate) Arc<Snapshot>);

impl PartialEq for Shot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Shot {}
