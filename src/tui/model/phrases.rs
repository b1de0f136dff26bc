//! Which phrases are left out, as the file has them, and what can be taken back. It draws nothing.

use std::sync::Arc;
use std::time::Duration;

use shingle::decisions::phrase::PhraseLine;

use crate::tui::model::{Cursor, Filter, LinesSeen};

/// How many times phrases can be taken back by undoing.
const LONGEST: usize = 200;

/// What became of phrases.
#[derive(Debug, Clone)]
pub(crate) enum KeptPhrases {
    /// All that are left out now, and the number of lines of the file that are no phrases.
    All(Arc<[PhraseLine]>, u64),
    /// They could not be read or written, for this reason.
    Failed(String),
}

/// The phrases.
#[derive(Debug, Default)]
pub(crate) struct PhraseList {
    /// All that are left out, the newest last.
    pub(crate) all: Arc<[PhraseLine]>,
    /// What was left out or taken back by keys, and when, the newest last.
    pub(crate) past: Vec<(Duration, PhraseLine)>,
    /// What was undone of that and can be done again, with when it was undone, the next one last.
    pub(crate) future: Vec<(Duration, PhraseLine)>,
    /// The selected line of the room.
    pub(crate) cursor: Cursor,
    /// Which phrases the room shows.
    pub(crate) filter: Arc<Filter>,
    /// These, the newest first.
    pub(crate) shown: Vec<PhraseLine>,
}

impl PhraseList {
    /// The selected phrase.
    pub(crate) fn selected(&self) -> Option<&PhraseLine> {
        self.shown.get(self.cursor.selected)
    }

    /// Lists the phrases anew. The selection stays on its phrase, or on its line.
    pub(crate) fn show(&mut self, seen: LinesSeen) {
        let before = self.selected().map(|line| line.phrase.clone());
        let fits = |line: &&PhraseLine| self.filter.passes_line(&line.phrase);
        self.shown = self.all.iter().rev().filter(fits).cloned().collect();
        let place =
            before.and_then(|phrase| self.shown.iter().position(|one| one.phrase == phrase));
        let place = place.unwrap_or(self.cursor.selected);
        self.cursor.carry(place, self.shown.len(), seen);
    }

    /// Remembers what a key has done.
    pub(crate) fn remember(&mut self, now: Duration, line: PhraseLine) {
        if self.past.len() == LONGEST {
            self.past.remove(0);
        }
        self.past.push((now, line));
    }
}
