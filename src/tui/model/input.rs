//! A line of input at the foot of the screen, and what it is for. It knows no key.

use std::{collections::VecDeque, fmt, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, backend::crossterm::EventHandler as _};

use shingle::pipeline::Parameter;

use crate::tui::model::FilterTarget;

/// The greatest length of a line of input, in characters. A paste may be of any size.
const LONGEST: usize = 10_000;

/// What a line of input is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Which keys help shows.
    Help,
    /// What the command palette finds.
    Palette,
    /// The value of a parameter.
    Value(Parameter),
    /// Which of these the list shows.
    Filter(FilterTarget),
    /// Nothing, for this reason: what is typed goes nowhere, and acts as no keys.
    Nothing(&'static str),
    /// The number of a passage.
    Passage,
    /// What is sought in the open pair.
    Search,
    /// The verdict on the selected pair, or on several.
    Verdict,
    /// The note on the selected pair.
    Note,
    /// Words that are never counted again.
    Phrase,
    /// What a report needs.
    Report(ReportLine),
    /// Whether to replace the file that is there already.
    Replace,
}

/// What is asked for a report, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportLine {
    /// The file that it goes to.
    File,
    /// The title that stands in place of the folder's name.
    Title,
    /// What its first page says in your words.
    Summary,
}

/// An open line of input.
#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    /// The text and the position of the cursor.
    pub(crate) input: Input,
    /// Whether the whole text is selected: what is typed first takes its place.
    pub(crate) selected: bool,
}

impl Prompt {
    /// A line that begins with `text`.
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, input: Input::from(text), selected: false }
    }

    /// A line that begins with `text`, which is selected.
    pub(crate) fn selected(purpose: Purpose, text: &str) -> Self {
        Self { selected: !text.is_empty(), ..Self::new(purpose, text) }
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Inserts a key's character, moves, or deletes. Returns whether the text changed.
    pub(crate) fn take(&mut self, key: KeyEvent) -> bool {
        if std::mem::take(&mut self.selected) && replaces(key) {
            self.input = Input::default();
            let erases = matches!(key.code, KeyCode::Backspace | KeyCode::Delete);
            return erases || self.take(key);
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

/// Whether a key puts something in the place of a selected text.
fn replaces(key: KeyEvent) -> bool {
    let writes = matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete);
    writes && !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

// Keys typed ahead: they act on a list or a pair that another key asked for and that is not there yet.

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
        self.remaining(now) == Some(Duration::ZERO)
    }

    /// How long the first key may still wait. `None` if no key waits.
    pub(crate) fn remaining(&self, now: Duration) -> Option<Duration> {
        let waited = now.saturating_sub(self.since);
        (!self.is_empty()).then(|| PATIENCE.saturating_sub(waited))
    }
}

// Where copied texts go.

/// Where copied texts go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Clipboard {
    /// To the terminal, by OSC 52.
    #[default]
    Terminal,
    /// Into a file, or to a program.
    Elsewhere(TakeText),
}

type Take = dyn Fn(&str) -> Result<String, String> + Send + Sync;

/// Takes a text somewhere, and says where, in words that follow a comma; or in one line why it could not.
#[derive(Clone)]
pub(crate) struct TakeText(Arc<Take>);

impl TakeText {
    /// One that takes it in this way.
    pub(crate) fn new(
        take: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(take))
    }

    /// Takes a text.
    pub(crate) fn take(&self, text: &str) -> Result<String, String> {
        (self.0)(text)
    }
}

impl fmt::Debug for TakeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TakeText")
    }
}

/// One equals only itself.
impl PartialEq for TakeText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for TakeText {}
