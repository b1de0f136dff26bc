//! What the worker has published: the last result, why a new one is due, and old results that may still be shown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::base::path::DocPath;
use crate::pipeline::results::changed_rows::mark;
use crate::pipeline::results::snapshot::Snapshot;
use crate::visits::visit::PairNames;

/// In a folder that never rests, what changed is shown after this time at the latest, while more of it waits to be read.
const LONGEST_DELAY: Duration = Duration::from_secs(5);

/// Where a result takes long, as many rows of the last one are counted first.
const ROWS_FIRST: usize = 1000;

/// Why there is something to publish.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Due {
    /// Documents or problems changed since the last result.
    pub(crate) folder: bool,
    /// Parameters changed since the last result.
    pub(crate) params: bool,
    /// Progress was reported since the last snapshot.
    pub(crate) progress_was_sent: bool,
}

/// The results so far.
#[derive(Debug)]
pub(crate) struct Publishing {
    pub(crate) due: Due,
    /// Rows that the user looked at when the parameters changed.
    pub(crate) in_view: Vec<PairNames>,
    /// The last result.
    pub(crate) last: Option<Arc<Snapshot>>,
    /// Whether the user has seen its marks.
    seen: bool,
    /// Since when there is something of the folder to publish.
    since: Option<Instant>,
    /// Snapshots that may still be shown. Freeing one takes longer than a frame with a million rows, so the worker
    /// holds them and frees them when it is the last holder.
    retired: Vec<Arc<Snapshot>>,
}

impl Publishing {
    /// Nothing is published yet.
    pub(crate) const fn new() -> Self {
        let due = Due { folder: false, params: true, progress_was_sent: false };
        Self { due, in_view: Vec::new(), last: None, seen: false, since: None, retired: Vec::new() }
    }

    /// Whether there is something to publish.
    pub(crate) const fn is_due(&self) -> bool {
        self.due.folder || self.due.params || self.due.progress_was_sent
    }

    /// Whether a change of the folder has waited too long. Before the first result, and with new parameters, some
    /// documents are not read yet, so the rest must be waited for.
    pub(crate) fn is_overdue(&mut self) -> bool {
        let waits = self.due.folder && !self.due.params && self.last.is_some();
        self.since = if waits { self.since.or_else(|| Some(Instant::now())) } else { None };
        self.since.is_some_and(|since| since.elapsed() >= LONGEST_DELAY)
    }

    /// Notes that the user has seen the marks of `shown`. Marks of a newer result are not seen yet.
    pub(crate) fn saw(&mut self, shown: &Arc<Snapshot>) {
        self.seen |= self.last.as_ref().is_some_and(|last| Arc::ptr_eq(last, shown));
    }

    /// The documents to begin with where a result takes long, best first: those of the rows in view, and of the best rows
    /// of the last result.
    pub(crate) fn begin_with(&self) -> impl Iterator<Item = &DocPath> {
        let last = self.last.as_deref();
        let best = last.into_iter().flat_map(|last| {
            let rows = (0..ROWS_FIRST).filter_map(|place| last.rows.get(place));
            rows.map(|row| last.names(row))
        });
        let in_view = self.in_view.iter().map(|(a, b)| (a, b));
        in_view.chain(best).flat_map(|(a, b)| [a, b])
    }

    /// Notes that a first part of a result was published.
    pub(crate) fn first_part(&mut self, part: Arc<Snapshot>) {
        self.retired.push(part);
        self.due.progress_was_sent = true;
    }

    /// Takes a complete result, and marks in it what the folder changed since the last one.
    pub(crate) fn take(&mut self, mut snapshot: Snapshot) -> Arc<Snapshot> {
        let before = self.last.as_ref().filter(|before| *before.params == *snapshot.params);
        if let Some(before) = before {
            mark(before, &mut snapshot, !self.seen);
        }
        self.seen = false;
        let snapshot = Arc::new(snapshot);
        self.retired.extend(self.last.replace(Arc::clone(&snapshot)));
        self.due = Due::default();
        self.since = None;
        snapshot
    }

    /// Whether there are old results that may still be shown.
    pub(crate) const fn has_retired(&self) -> bool {
        !self.retired.is_empty()
    }

    /// Frees the old results that nobody shows any more.
    pub(crate) fn free(&mut self) {
        self.retired.retain(|snapshot| Arc::strong_count(snapshot) > 1);
    }
}
