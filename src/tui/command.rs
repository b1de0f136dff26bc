//! Everything that is done outside, as one closed list. `update` gives them, `runtime` carries them out.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::report::WordAsked;
use shingle::pipeline::params::Params;
use shingle::pipeline::snapshot::Snapshot;

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
    },
    /// Ask the engine what became of a word.
    Explain(WordAsked),
    /// Make a ranking one that others can be compared with, on a thread of its own.
    Pin(Shot),
    /// Ask the engine to list the folder again.
    Rescan,
    /// Draw everything anew.
    Redraw,
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
