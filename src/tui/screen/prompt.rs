//! A line of input at the foot of the screen, and what it is for. It knows no key.

use ratatui::crossterm::event::{Event, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler as _;

use crate::tui::event_loop::action::ScreenParameter;
use crate::tui::rooms::filter::Over;

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
    Value(ScreenParameter),
    /// Which of these the list shows.
    Filter(Over),
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
    /// The file that a report goes to.
    Report,
    /// Whether to replace the file that is there already.
    Replace,
}

/// An open line of input.
#[derive(Debug, Clone)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    /// The text and the position of the cursor.
    pub(crate) input: Input,
}

impl Prompt {
    /// A line that begins with `text`.
    pub(crate) fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, input: Input::from(text) }
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Inserts a key's character, moves, or deletes. Returns whether the text changed.
    pub(crate) fn take(&mut self, key: KeyEvent) -> bool {
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
