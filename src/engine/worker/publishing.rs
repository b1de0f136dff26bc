//! What the worker has published: the last result, why there is to be another, and old ones that somebody may still show.

use std::sync::Arc;

use crate::pipeline::results::changed_rows::mark;
use crate::pipeline::results::snapshot::Snapshot;

/// Why there is something to publish.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Due {
    /// Documents or problems differ from those published.
    pub(crate) folder: bool,
    /// Parameters differ from those published.
    pub(crate) params: bool,
    /// Something was said of progress since the last snapshot.
    pub(crate) told: bool,
}

/// The results so far.
#[derive(Debug)]
pub(crate) struct Publishing {
    pub(crate) due: Due,
    /// The last result.
    pub(crate) last: Option<Arc<Snapshot>>,
    /// What it marks was seen.
    seen: bool,
    /// Snapshots that somebody may still show. Whoever lets go of one last frees it, which at a million rows takes longer
    /// than a frame: that is done here.
    retired: Vec<Arc<Snapshot>>,
}

impl Publishing {
    /// Nothing is published yet.
    pub(crate) const fn new() -> Self {
        let due = Due { folder: false, params: true, told: false };
        Self { due, last: None, seen: false, retired: Vec::new() }
    }

    /// Whether there is something to publish.
    pub(crate) const fn is_due(&self) -> bool {
        self.due.folder || self.due.params || self.due.told
    }

    /// Somebody has seen what this result marks; what a newer one marks is yet to be seen.
    pub(crate) fn saw(&mut self, shown: &Arc<Snapshot>) {
        self.seen |= self.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, shown));
    }

    /// A first part of a result was shown.
    pub(crate) fn first_part(&mut self, part: Arc<Snapshot>) {
        self.retired.push(part);
        self.due.told = true;
    }

    /// Takes a whole result, and marks in it what the folder changed since the last one.
    pub(crate) fn take(&mut self, mut snapshot: Snapshot) -> Arc<Snapshot> {
        let before = self.last.as_ref().filter(|before| *before.params == *snapshot.params);
        if let Some(before) = before {
            mark(before, &mut snapshot, !self.seen);
        }
        self.seen = false;
        let snapshot = Arc::new(snapshot);
        self.retired.extend(self.last.replace(Arc::clone(&snapshot)));
        self.due = Due::default();
        snapshot
    }

    /// Whether there are old results that somebody may still show.
    pub(crate) const fn has_retired(&self) -> bool {
        !self.retired.is_empty()
    }

    /// Frees the old results that nobody shows any more.
    pub(crate) fn free(&mut self) {
        self.retired.retain(|snapshot| Arc::strong_count(snapshot) > 1);
    }
}
