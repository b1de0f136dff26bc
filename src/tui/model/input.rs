//! A line of input at the foot of the screen, and its purpose.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, backend::crossterm::EventHandler as _};

use crate::tui::model::FilterTarget;

/// Maximum length of a line of input, in characters. Pasted texts may have any size.
const LONGEST: usize = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Help,
    Palette,
    Filter(FilterTarget),
    /// No purpose, for this reason. The typed text is dropped, so that its letters do not act as keys.
    Nothing(&'static str),
    Search,
    Mark,
    Note,
    /// Words to ignore from now on.
    Phrase,
    Report(ReportLine),
    /// The answer to the question of replacing an existing file.
    Replace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportLine {
    File,
    /// The title of the report, in place of the folder's name.
    Title,
    Summary,
}

#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) input: Input,
    /// True if the whole text is selected, so that the first typed letter replaces it.
    pub(crate) selected: bool,
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, input: Input::from(text), selected: false }
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Inserts a key's character, moves, or deletes. Returns true if the text changed.
    pub(crate) fn apply_key(&mut self, key: KeyEvent) -> bool {
        let erases = matches!(key.code, KeyCode::Backspace | KeyCode::Delete);
        let writes = erases || matches!(key.code, KeyCode::Char(_));
        let is_command = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if std::mem::take(&mut self.selected) && writes && !is_command {
            self.input = Input::default();
            return erases || self.apply_key(key);
        }
        let is_full = self.text().len() >= LONGEST;
        let mut next = self.input.clone();
        let changed = next.handle_event(&Event::Key(key)).is_some_and(|change| change.value);
        if is_full && next.value().len() > self.text().len() {
            return false;
        }
        self.input = next;
        changed
    }

    /// Inserts a pasted text at the cursor. Line ends and other controls become blanks.
    pub(crate) fn paste(&mut self, text: &str) {
        if std::mem::take(&mut self.selected) {
            self.input = Input::default();
        }
        let cursor = self.input.cursor();
        let old = self.text();
        let pasted = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c });
        let before = old.chars().take(cursor);
        let after = old.chars().skip(cursor);
        let end = cursor + text.chars().take(LONGEST).count();
        let whole: String = before.chain(pasted).chain(after).take(LONGEST).collect();
        self.input = Input::new(whole).with_cursor(end);
    }
}

// Keys typed ahead, which act on an awaited list or pair.

/// Maximum waiting time of a key. Afterwards the key acts on the current state.
const PATIENCE: Duration = Duration::from_secs(1);
/// Maximum number of waiting keys. Beyond this number, a new key replaces the last one.
const MOST: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct TypedAhead {
    keys: VecDeque<KeyEvent>,
    /// Time from which the first key has waited.
    since: Duration,
}

impl TypedAhead {
    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(crate) fn push(&mut self, key: KeyEvent, now: Duration) {
        if self.is_empty() {
            self.since = now;
        }
        self.keys.truncate(MOST - 1);
        self.keys.push_back(key);
    }

    pub(crate) fn first(&self) -> Option<KeyEvent> {
        self.keys.front().copied()
    }

    /// Removes and returns the first key. The waiting time of the next key starts now.
    pub(crate) fn pop(&mut self, now: Duration) -> Option<KeyEvent> {
        if !self.is_due(now) {
            self.since = now;
        }
        self.keys.pop_front()
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
    }

    pub(crate) fn is_due(&self, now: Duration) -> bool {
        self.remaining_wait(now) == Some(Duration::ZERO)
    }

    pub(crate) fn remaining_wait(&self, now: Duration) -> Option<Duration> {
        let waited = now.saturating_sub(self.since);
        (!self.is_empty()).then(|| PATIENCE.saturating_sub(waited))
    }
}

#[derive(Default)]
pub(crate) enum Clipboard {
    #[default]
    Terminal,
    /// A file or a program takes the copied text.
    Elsewhere(TakeText),
}

/// Copies a text to a destination. Returns the destination as text to add after a comma, or the reason of a failure in
/// one line.
pub(crate) type TakeText = Arc<dyn Fn(&str) -> Result<String, String> + Send + Sync>;
