//! Passes on what the screen shows while nothing goes on, so that a test can compare it with a fresh run. It writes
//! nothing itself.

use std::sync::Arc;

use shingle::folder::watch::WatchState;
use shingle::pipeline::ranking::row::Row;
use shingle::pipeline::results::snapshot::Snapshot;

use crate::tui::screen::model::Model;

/// What the screen shows at rest.
pub(crate) struct RestState<'a> {
    /// The result.
    pub(crate) snapshot: &'a Snapshot,
    /// The rows of the list, in its order.
    pub(crate) rows: Vec<&'a Row>,
    /// What the watcher is doing.
    pub(crate) watch: &'a WatchState,
}

/// Takes a state. Returns one line if it cannot be kept.
pub(crate) type TakeState = Box<dyn Fn(&RestState<'_>) -> Result<(), String>>;

/// Passes on each state once.
pub(crate) struct RestStates {
    take: TakeState,
    /// The last one.
    last: Option<(Arc<Snapshot>, WatchState)>,
}

impl RestStates {
    /// Passes states on to `take`.
    pub(crate) fn new(take: TakeState) -> Self {
        Self { take, last: None }
    }

    /// Passes on what the screen shows, if nothing is awaited and it is new.
    ///
    /// # Errors
    /// As [`TakeState`].
    pub(crate) fn look(&mut self, model: &Model) -> Result<(), String> {
        let Some(snapshot) = &model.snapshot else { return Ok(()) };
        let is_known = |(last, watch): &(Arc<Snapshot>, WatchState)| {
            Arc::ptr_eq(last, snapshot) && *watch == model.watch
        };
        if model.work.is_some()
            || model.list.awaited.is_some()
            || !snapshot.is_whole()
            || self.last.as_ref().is_some_and(is_known)
        {
            return Ok(());
        }
        let order = &model.list.order;
        let rows = (0..order.len()).filter_map(|place| snapshot.rows.get(order.row(place)?));
        (self.take)(&RestState { snapshot, rows: rows.collect(), watch: &model.watch })?;
        self.last = Some((Arc::clone(snapshot), model.watch.clone()));
        Ok(())
    }
}
