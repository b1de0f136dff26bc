//! Lets newer work cancel older work through a shared counter.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ids::Epoch;

#[derive(Debug, Clone, Default)]
pub struct NewestEpoch(Arc<AtomicU64>);

impl NewestEpoch {
    /// Begins an epoch, which cancels all tokens of older epochs.
    pub fn advance(&self) -> Epoch {
        Epoch(self.0.fetch_add(1, Ordering::AcqRel) + 1)
    }

    pub fn epoch(&self) -> Epoch {
        Epoch(self.0.load(Ordering::Acquire))
    }

    /// Returns a token that is cancelled as soon as an epoch after `epoch` begins.
    pub fn token(&self, epoch: Epoch) -> Cancel {
        Cancel { newest: Some(self.clone()), epoch }
    }
}

#[derive(Debug, Clone)]
pub struct Cancel {
    newest: Option<NewestEpoch>,
    epoch: Epoch,
}

impl Cancel {
    pub const fn never_cancelled() -> Self {
        Self { newest: None, epoch: Epoch(0) }
    }

    pub const fn epoch(&self) -> Epoch {
        self.epoch
    }

    pub fn is_cancelled(&self) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.epoch() > self.epoch)
    }
}
