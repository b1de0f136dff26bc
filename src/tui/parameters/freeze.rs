//! What the watcher brings while the list is frozen: the newest result is kept aside. It shows nothing.

use std::sync::Arc;

use shingle::pipeline::results::snapshot::Snapshot;

/// A frozen list's news.
#[derive(Debug, Default)]
pub(crate) struct Frozen {
    /// The newest result that was held back.
    pub(crate) held: Option<Arc<Snapshot>>,
    /// How often the folder changed since the list was frozen.
    pub(crate) changes: u64,
}

impl Frozen {
    /// Whether `news` only brings what the folder did: the same parameters, and `shown` was whole.
    pub(crate) fn holds(shown: Option<&Snapshot>, news: &Snapshot) -> bool {
        shown.is_some_and(|shown| shown.params == news.params && shown.complete_from.is_none())
    }

    /// Keeps a result aside.
    pub(crate) fn hold(&mut self, news: &Arc<Snapshot>) {
        self.held = Some(Arc::clone(news));
        self.changes += 1;
    }
}
