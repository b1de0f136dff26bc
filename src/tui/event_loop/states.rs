//! Passes on the screen's state at rest, so that a test can compare it with a fresh run.

use std::time::{Duration, Instant};
use std::{io, sync::Arc, thread};

use shingle::base::guard::guarded;
use shingle::base::requests::{RequestSender, requests};
use shingle::base::workers::start_thread;
use shingle::pipeline::{Params, Row, Snapshot};
use shingle::{folder::WatchState, visits::PairNames};

use crate::tui::model::Model;

pub(crate) struct RestState<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) rows: Vec<&'a Row>,
    pub(crate) watch: &'a WatchState,
}

/// Saves a state. Returns one line if saving failed.
pub(crate) type TakeState = Box<dyn Fn(&RestState<'_>) -> Result<(), String>>;

/// Passes on each state once.
pub(crate) struct RestStates {
    take: TakeState,
    last: Option<(Arc<Snapshot>, WatchState)>,
}

impl RestStates {
    pub(crate) fn new(take: TakeState) -> Self {
        Self { take, last: None }
    }

    /// Passes on the screen's state if it is new and no answer is pending.
    pub(crate) fn send_if_new(&mut self, model: &Model) -> Result<(), String> {
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
        let rows = (0..order.len()).filter_map(|place| snapshot.rows.get(order.row_at(place)?));
        (self.take)(&RestState { snapshot, rows: rows.collect(), watch: &model.watch })?;
        self.last = Some((Arc::clone(snapshot), model.watch.clone()));
        Ok(())
    }
}

// Saves the state of the visit during the visit, so that a killed program leaves a state too.

/// Time before a change is saved. Changes within this time are saved together.
const PAUSE: Duration = Duration::from_millis(150);
/// After saving, the thread rests for this many times the duration of the saving.
const REST: u32 = 20;

#[derive(Debug, Clone)]
pub(crate) struct VisitState {
    pub(crate) params: Params,
    pub(crate) pair: Option<PairNames>,
    /// Filter of the ranked list, as typed; empty without a filter.
    pub(crate) filter: String,
    pub(crate) sort: String,
    pub(crate) snapshot: Arc<Snapshot>,
}

impl VisitState {
    pub(crate) fn new(model: &Model, snapshot: &Arc<Snapshot>) -> Self {
        Self {
            params: model.params.clone(),
            pair: model.list.names.clone(),
            filter: model.list.filter_to_save(),
            sort: model.list.sort.to_saved(),
            snapshot: Arc::clone(snapshot),
        }
    }
}

impl PartialEq for VisitState {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.snapshot, &other.snapshot)
            && (&self.pair, &self.filter) == (&other.pair, &other.filter)
            && self.sort == other.sort
            && self.params == other.params
    }
}

pub(crate) type VisitKeeper = Box<dyn Fn(&VisitState) + Send + Sync>;

#[derive(Debug)]
pub(crate) struct VisitFollower {
    keeper: RequestSender<VisitState>,
    last: Option<VisitState>,
}

impl VisitFollower {
    pub(crate) fn start(keeper: VisitKeeper) -> io::Result<Self> {
        let (asker, inbox) = requests();
        start_thread(move || {
            for (state, cancel) in inbox {
                thread::sleep(PAUSE);
                if cancel.is_cancelled() {
                    continue;
                }
                let begun = Instant::now();
                // The end of the visit reports a failure.
                let _ = guarded(|| keeper(&state));
                thread::sleep(begun.elapsed() * REST);
            }
        })?;
        Ok(Self { keeper: asker, last: None })
    }

    /// Saves the screen's state if it is new. Parameters that cannot be computed must not return with every visit, so a
    /// result from other parameters is not saved.
    pub(crate) fn save_if_new(&mut self, model: &Model) {
        let snapshot = model.snapshot.as_ref().filter(|one| one.is_whole() && !model.is_stale());
        let Some(state) = snapshot.map(|snapshot| VisitState::new(model, snapshot)) else { return };
        if self.last.as_ref() != Some(&state) {
            self.keeper.ask(state.clone());
            self.last = Some(state);
        }
    }
}
