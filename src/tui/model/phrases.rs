//! The ignored phrases, as the file has them.

use std::sync::Arc;

use shingle::decisions::PhraseLine;

use crate::tui::model::{Cursor, Filter, VisibleLines};

#[derive(Debug, Default)]
pub(crate) struct PhraseList {
    /// Ignored phrases, the newest last.
    pub(crate) all: Arc<[PhraseLine]>,
    pub(crate) cursor: Cursor,
    /// The filter of the view.
    pub(crate) filter: Arc<Filter>,
    /// The phrases that match the filter, the newest first.
    pub(crate) lines: Vec<PhraseLine>,
}

impl PhraseList {
    pub(crate) fn selected(&self) -> Option<&PhraseLine> {
        self.lines.get(self.cursor.selected)
    }

    /// Lists the phrases again. The selection stays on its phrase, or on its line.
    pub(crate) fn refresh(&mut self, visible: VisibleLines) {
        let before = self.selected().map(|line| line.phrase.clone());
        let fits = |line: &&PhraseLine| self.filter.passes_line(&line.phrase);
        self.lines = self.all.iter().rev().filter(fits).cloned().collect();
        let place =
            before.and_then(|phrase| self.lines.iter().position(|one| one.phrase == phrase));
        let place = place.unwrap_or(self.cursor.selected);
        self.cursor.select_in_place(place, self.lines.len(), visible);
    }
}
