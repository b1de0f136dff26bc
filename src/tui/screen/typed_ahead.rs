//! Keys that were typed ahead of what they are about: of a list or a pair that another key asked for and that is not there
//! yet. It knows no key's meaning.

use std::collections::VecDeque;
use std::time::Duration;

use ratatui::crossterm::event::KeyEvent;

/// No key waits longer: after that it acts on what there is.
const PATIENCE: Duration = Duration::from_secs(1);
/// So many keys wait; more come of a key that is held down, and each takes the place of the one before.
const MOST: usize = 64;

/// Keys that wait, the first one first.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    keys: VecDeque<KeyEvent>,
    /// Since when the first of them does.
    since: Duration,
}

impl Ahead {
    /// Whether no key waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// One more key waits, behind the others.
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

    /// That key, which waits no longer; the next one has as much time as it had.
    pub(crate) fn pop(&mut self, now: Duration) -> Option<KeyEvent> {
        if !self.is_over(now) {
            self.since = now;
        }
        self.keys.pop_front()
    }

    /// Nobody means them any more.
    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    /// Whether the keys have waited for so long that they are to act as things are.
    pub(crate) fn is_over(&self, now: Duration) -> bool {
        self.left(now) == Some(Duration::ZERO)
    }

    /// For how long they may still wait; `None` where none does.
    pub(crate) fn left(&self, now: Duration) -> Option<Duration> {
        let waited = now.saturating_sub(self.since);
        (!self.is_empty()).then(|| PATIENCE.saturating_sub(waited))
    }
}
