//! Passes on what the screen shows while nothing goes on, so that a test can compare it with a fresh run. It writes
//! nothing itself.

use std::time::{Duration, Instant};
use std::{fmt, io, sync::Arc, thread};

use shingle::base::guard::guarded;
use shingle::base::requests::{RequestSender, requests};
use shingle::base::workers::start_thread;
use shingle::pipeline::{Params, Row, Snapshot};
use shingle::{folder::WatchState, visits::PairNames};

use crate::tui::model::Model;

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

// Passes on what this visit leaves if it ends now, so that a killed program leaves it too.

/// What changes within this time is kept at once.
const PAUSE: Duration = Duration::from_millis(150);
/// After keeping, the thread rests for so many times as long as that took.
const REST: u32 = 20;

/// What a visit leaves.
#[derive(Debug, Clone)]
pub(crate) struct VisitState {
    /// The parameters.
    pub(crate) params: Params,
    /// The selected pair.
    pub(crate) pair: Option<PairNames>,
    /// The filter of the ranked list, as it was typed; empty for none.
    pub(crate) filter: String,
    /// The order of the ranked list.
    pub(crate) sort: String,
    /// The last complete result.
    pub(crate) snapshot: Arc<Snapshot>,
}

impl VisitState {
    /// What a visit leaves that ends with this model and result.
    pub(crate) fn new(model: &Model, snapshot: &Arc<Snapshot>) -> Self {
        Self {
            params: model.params.clone(),
            pair: model.list.names.clone(),
            filter: model.list.filter_to_keep(),
            sort: model.list.sort.saved(),
            snapshot: Arc::clone(snapshot),
        }
    }

    /// What the screen shows. `None` while its results were made with other parameters: what cannot be computed must not come
    /// back with every visit.
    fn from_model(model: &Model) -> Option<Self> {
        let snapshot = model.snapshot.as_ref()?;
        (snapshot.is_whole() && !model.is_stale()).then(|| Self::new(model, snapshot))
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

type Keep = dyn Fn(&VisitState) + Send + Sync;

/// Keeps what a visit leaves.
#[derive(Clone)]
pub(crate) struct VisitKeeper(Arc<Keep>);

impl VisitKeeper {
    /// One that keeps it in this way.
    pub(crate) fn new(keep: impl Fn(&VisitState) + Send + Sync + 'static) -> Self {
        Self(Arc::new(keep))
    }
}

impl fmt::Debug for VisitKeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VisitKeeper")
    }
}

/// Follows what the screen shows, on a thread of its own.
#[derive(Debug)]
pub(crate) struct VisitFollower {
    keeper: RequestSender<VisitState>,
    last: Option<VisitState>,
}

impl VisitFollower {
    /// Starts the thread.
    ///
    /// # Errors
    /// In one line, that the system grants none.
    pub(crate) fn start(keeper: VisitKeeper) -> io::Result<Self> {
        let (asker, inbox) = requests();
        start_thread(move || {
            for (state, cancel) in inbox {
                thread::sleep(PAUSE);
                if cancel.is_cancelled() {
                    continue;
                }
                let begun = Instant::now();
                // What cannot be kept is said when the visit ends.
                let _ = guarded(|| (keeper.0)(&state));
                thread::sleep(begun.elapsed() * REST);
            }
        })?;
        Ok(Self { keeper: asker, last: None })
    }

    /// Has kept what the screen shows, if that is new.
    pub(crate) fn look(&mut self, model: &Model) {
        let Some(state) = VisitState::from_model(model) else { return };
        if self.last.as_ref() != Some(&state) {
            self.keeper.ask(state.clone());
            self.last = Some(state);
        }
    }
}
