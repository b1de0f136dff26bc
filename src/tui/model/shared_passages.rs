//! The passages of the folder: the last answer, and the selected one. It draws nothing.

use std::sync::Arc;

use shingle::pipeline::{FolderPassage, FolderPassages, PassageOrder};

use crate::tui::model::{Cursor, Filter, VisibleLines};

/// The room of the folder's passages.
#[derive(Debug, Default)]
pub(crate) struct SharedPassages {
    /// The number of the last request.
    pub(crate) number: u64,
    /// The number of the last answer.
    pub(crate) answered: u64,
    /// Their order.
    pub(crate) order: PassageOrder,
    /// The last answer.
    pub(crate) found: Option<Arc<FolderPassages>>,
    /// Why there is none.
    pub(crate) refused: Option<String>,
    /// The text of the passage to select when it is listed, because it counts again.
    pub(crate) reselect: Option<Arc<str>>,
    /// The selected line.
    pub(crate) cursor: Cursor,
    /// Which of them it shows.
    pub(crate) filter: Arc<Filter>,
    /// These, as places in the answer.
    pub(crate) lines: Vec<usize>,
}

impl SharedPassages {
    /// Whether the last request has no answer yet.
    pub(crate) const fn is_behind(&self) -> bool {
        self.answered != self.number
    }

    /// The passage of a line.
    pub(crate) fn at(&self, line: usize) -> Option<&FolderPassage> {
        self.found.as_ref()?.passages.get(*self.lines.get(line)?)
    }

    /// The selected passage.
    pub(crate) fn selected(&self) -> Option<&FolderPassage> {
        self.at(self.cursor.selected)
    }

    /// Takes an answer. The selection stays on its passage; if that is gone, on its line.
    pub(crate) fn take(&mut self, found: Arc<FolderPassages>, visible: VisibleLines) {
        let before = self.selected().map(|passage| Arc::clone(&passage.text));
        self.found = Some(found);
        self.refused = None;
        self.list(before.as_deref(), visible);
    }

    /// Lists the passages that the filter leaves.
    pub(crate) fn show(&mut self, visible: VisibleLines) {
        let before = self.selected().map(|passage| Arc::clone(&passage.text));
        self.list(before.as_deref(), visible);
    }

    fn list(&mut self, before: Option<&str>, visible: VisibleLines) {
        let all = self.found.as_ref().map_or(&[][..], |found| &found.passages);
        let fits = |(_, passage): &(usize, &FolderPassage)| self.filter.passes_line(&passage.text);
        self.lines = all.iter().enumerate().filter(fits).map(|(place, _)| place).collect();
        let same = |text: &str| self.lines.iter().position(|place| *all[*place].text == *text);
        let reselected = self.reselect.as_deref().and_then(same);
        let line = reselected.or_else(|| before.and_then(same)).unwrap_or(self.cursor.selected);
        if reselected.is_some() {
            self.reselect = None;
        }
        self.cursor.carry(line, self.lines.len(), visible);
    }
}
