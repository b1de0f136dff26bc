//! Long work of the engine, as the screen knows it. It draws nothing.

use std::time::Duration;

use shingle::base::ids::Epoch;
use shingle::engine::report::Phase;

/// Shorter work is not announced by something that moves.
pub(crate) const SPINNER_AFTER: Duration = Duration::from_millis(150);

/// Long work of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Work {
    /// The request that is being answered.
    pub(crate) epoch: Epoch,
    /// What it is.
    pub(crate) phase: Phase,
    /// Documents done.
    pub(crate) done: usize,
    /// Documents to do, 0 when unknown.
    pub(crate) total: usize,
    /// When it was first reported.
    pub(crate) since: Duration,
}

impl Work {
    /// Whether it has gone on so long that something should move.
    pub(crate) fn spins(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) >= SPINNER_AFTER
    }
}
