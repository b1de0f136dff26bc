//! A line of input at the foot of the screen, and its purpose.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest, backend::crossterm::EventHandler as _};

use shingle::{decisions::UserMark, lesson::subject::LONGEST};

use crate::tui::{drawing::WrappedRows, model::FilterTarget};

/// Maximum length of a line of input, in bytes. Pasted texts may have any size.
const LONGEST_LINE: usize = 10_000;

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
    Report,
    /// The answer to the question of replacing an existing file.
    Replace,
}

pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) draft: Draft,
    /// True if the whole text is selected, so that the first typed letter replaces it.
    pub(crate) selected: bool,
    /// The mark that a note belongs to, whatever row is selected when the user saves the note.
    pub(crate) noted: Option<UserMark>,
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        let draft = Draft { input: Input::from(text), ..Draft::default() };
        Self { purpose, draft, selected: false, noted: None }
    }

    pub(crate) fn text(&self) -> &str {
        self.draft.text()
    }

    /// Inserts a key's character, moves, or deletes. Returns true if the text changed.
    pub(crate) fn apply_key(&mut self, key: KeyEvent) -> bool {
        let erases = matches!(key.code, KeyCode::Backspace | KeyCode::Delete);
        let writes = erases || matches!(key.code, KeyCode::Char(_));
        let is_command = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if std::mem::take(&mut self.selected) && writes && !is_command {
            self.draft = Draft::default();
            return erases || self.apply_key(key);
        }
        let is_full = self.text().len() >= LONGEST_LINE && writes && !erases && !is_command;
        !is_full && self.draft.apply_key(key)
    }

    /// Inserts a pasted text at the cursor. Line ends and other controls become blanks.
    pub(crate) fn paste(&mut self, text: &str) {
        if std::mem::take(&mut self.selected) {
            self.draft = Draft::default();
        }
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.draft.insert_within_limit(&text, LONGEST_LINE);
    }
}

// A short text that the user writes, and its caret.

#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    /// The text, with line ends as `\n`.
    pub(crate) input: Input,
    pub(crate) top: usize,
}

impl Draft {
    /// Creates a text with the caret at the end. Cuts a text that is too long for a lesson.
    pub(crate) fn new(text: &str) -> Self {
        let mut draft = Self::default();
        draft.insert_within_limit(text, LONGEST);
        draft
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Returns the byte after the caret.
    pub(crate) fn caret(&self) -> usize {
        let mut letters = self.text().char_indices();
        letters.nth(self.input.cursor()).map_or(self.text().len(), |(byte, _)| byte)
    }

    /// Changes the text or moves the caret. Returns true if the text changed.
    pub(crate) fn apply_key(&mut self, key: KeyEvent) -> bool {
        self.input.handle_event(&Event::Key(key)).is_some_and(|change| change.value)
    }

    /// Inserts a text at the caret, up to `most` bytes in all. Returns false if a part did not fit.
    pub(crate) fn insert_within_limit(&mut self, text: &str, most: usize) -> bool {
        // Terminals send a carriage return for the end of a line.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = most.saturating_sub(self.text().len());
        let part = text.get(..text.floor_char_boundary(room)).unwrap_or_default();
        let mut whole = self.text().to_string();
        whole.insert_str(self.caret(), part);
        let cursor = self.input.cursor() + part.chars().count();
        self.input = Input::new(whole).with_cursor(cursor);
        part.len() == text.len()
    }

    /// Moves the caret before the character at a byte.
    pub(crate) fn move_caret(&mut self, byte: usize) {
        let before = self.text().get(..byte).unwrap_or(self.text());
        self.input.handle(InputRequest::SetCursor(before.chars().count()));
    }

    /// Moves the caret some rows down or up, if possible in the same column. Beyond the text, moves it to the end of
    /// the text.
    pub(crate) fn move_caret_by_rows(&mut self, down: bool, by: usize, width: u16) {
        let rows = WrappedRows::new(self.text(), width);
        let row = rows.row_of_byte(self.caret() as u32);
        let to = if down { row.checked_add(by) } else { row.checked_sub(by) };
        let column = rows.column_of_byte(self.text(), self.caret() as u32);
        let end = if down { usize::MAX } else { 0 };
        match to.filter(|to| *to < rows.count_rows()) {
            Some(to) => self.move_caret_to(&rows, to, column),
            None => self.move_caret(end),
        }
    }

    /// Moves the caret into a row, at a column or at the last character before it.
    pub(crate) fn move_caret_to(&mut self, rows: &WrappedRows, row: usize, column: u16) {
        let (last, end) = (rows.count_rows().saturating_sub(1), self.text().len() as u32);
        let is_behind = row >= last && column >= rows.column_of_byte(self.text(), end);
        let byte = rows.byte_at(self.text(), row.min(last), column).filter(|_| !is_behind);
        self.move_caret(byte.unwrap_or(end) as usize);
    }

    /// Scrolls until the row of the caret is among the `height` rows on the screen.
    pub(crate) fn scroll_to_caret(&mut self, width: u16, height: usize) {
        let rows = WrappedRows::new(self.text(), width);
        let row = rows.row_of_byte(self.caret() as u32);
        let last = rows.count_rows().saturating_sub(height);
        self.top = self.top.min(row).max((row + 1).saturating_sub(height)).min(last);
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

/// Copies a text to a destination. Returns the destination as text to add after a comma, or the reason of a failure in
/// one line.
pub(crate) type TakeText = Arc<dyn Fn(&str) -> Result<String, String> + Send + Sync>;

/// A file or a program that takes the copied text. `None` for the terminal.
pub(crate) type Clipboard = Option<TakeText>;
