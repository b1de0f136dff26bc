//! What the watcher reports while the list is frozen: the newest result is held back. It shows nothing.

use std::sync::Arc;

use shingle::pipeline::results::snapshot::Snapshot;

/// What a frozen list holds back.
#[derive(Debug, Default)]
pub(crate) struct Frozen {
    /// The newest result.
    pub(crate) held: Option<Arc<Snapshot>>,
    /// How often the folder changed since the list was frozen.
    pub(crate) changes: u64,
}

impl Frozen {
    /// Whether `news` only shows changes of the folder: it has the same parameters, and `shown` was complete.
    pub(crate) fn holds(shown: Option<&Snapshot>, news: &Snapshot) -> bool {
        shown.is_some_and(|shown| shown.params == news.params && shown.is_whole())
    }

    /// Holds a result back.
    pub(crate) fn hold(&mut self, news: &Arc<Snapshot>) {
        self.held = Some(Arc::clone(news));
        self.changes += 1;
    }
}
