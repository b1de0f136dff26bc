//! Keys typed ahead: they act on a list or a pair that another key asked for and that is not there yet. It knows no meaning
//! of a key.

use std::collections::VecDeque;
use std::time::Duration;

use ratatui::crossterm::event::KeyEvent;

/// No key waits longer. After that it acts on what is there.
const PATIENCE: Duration = Duration::from_secs(1);
/// The greatest number of keys that wait. A key that is held down sends more; each then replaces the one before.
const MOST: usize = 64;

/// The keys that wait, the first one first.
#[derive(Debug, Default)]
pub(crate) struct TypedAhead {
    keys: VecDeque<KeyEvent>,
    /// When the first of them began to wait.
    since: Duration,
}

impl TypedAhead {
    /// Whether no key waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Adds a key behind the others.
    pub(crate) fn push(&mut self, key: KeyEvent, now: Duration) {
        if self.is_empty() {
            self.since = now;
        }
        self.keys.truncate(MOST - 1);
        self.keys.push_back(key);
    }

    /// The key that waits longest.
    pub(crate) fn first(&self) -> Option<KeyEvent> {
        self.keys.front().copied()
    }

    /// Takes that key. The next one may wait as long as this one could.
    pub(crate) fn pop(&mut self, now: Duration) -> Option<KeyEvent> {
        if !self.is_over(now) {
            self.since = now;
        }
        self.keys.pop_front()
    }

    /// Drops all keys.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Whether the first key has waited long enough and must act now.
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        self.left(now) == Some(Duration::ZERO)
    }

    /// How long the first key may still wait. `None` if no key waits.
    pub(crate) fn left(&self, now: Duration) -> Option<Duration> {
        let waited = now.saturating_sub(self.since);
        (!self.is_empty()).then(|| PATIENCE.saturating_sub(waited))
    }
}
