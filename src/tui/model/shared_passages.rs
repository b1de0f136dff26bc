//! The passages of the folder: the last answer, and the selected passage.

use std::sync::Arc;

use shingle::pipeline::{FolderPassage, FolderPassages, PassageOrder};

use crate::tui::model::{Cursor, Filter, VisibleLines};

#[derive(Debug, Default)]
pub(crate) struct SharedPassages {
    pub(crate) number: u64,
    pub(crate) answered: u64,
    pub(crate) order: PassageOrder,
    pub(crate) found: Option<Arc<FolderPassages>>,
    /// The reason why the list is missing.
    pub(crate) refused: Option<String>,
    /// The text of the passage to select when it is listed, because it counts again.
    pub(crate) reselect: Option<Arc<str>>,
    pub(crate) cursor: Cursor,
    /// The filter of the view.
    pub(crate) filter: Arc<Filter>,
    /// The passages that match the filter, as indices in the answer.
    pub(crate) lines: Vec<usize>,
}

impl SharedPassages {
    /// Returns true if the last request has no answer yet.
    pub(crate) const fn is_behind(&self) -> bool {
        self.answered != self.number
    }

    pub(crate) fn at(&self, line: usize) -> Option<&FolderPassage> {
        self.found.as_ref()?.passages.get(*self.lines.get(line)?)
    }

    pub(crate) fn selected(&self) -> Option<&FolderPassage> {
        self.at(self.cursor.selected)
    }

    /// Stores an answer. The selection stays on its passage or, if the passage is gone, on its line.
    pub(crate) fn store_answer(&mut self, found: Arc<FolderPassages>, visible: VisibleLines) {
        let before = self.selected().map(|passage| Arc::clone(&passage.text));
        self.found = Some(found);
        self.refused = None;
        self.list_matching(before.as_deref(), visible);
    }

    /// Lists the passages that match the filter.
    pub(crate) fn show_matching(&mut self, visible: VisibleLines) {
        let before = self.selected().map(|passage| Arc::clone(&passage.text));
        self.list_matching(before.as_deref(), visible);
    }

    fn list_matching(&mut self, before: Option<&str>, visible: VisibleLines) {
        let all = self.found.as_ref().map_or(&[][..], |found| &found.passages);
        let fits = |(_, passage): &(usize, &FolderPassage)| self.filter.passes_line(&passage.text);
        self.lines = all.iter().enumerate().filter(fits).map(|(place, _)| place).collect();
        let same = |text: &str| self.lines.iter().position(|place| *all[*place].text == *text);
        let reselected = self.reselect.as_deref().and_then(same);
        let line = reselected.or_else(|| before.and_then(same)).unwrap_or(self.cursor.selected);
        if reselected.is_some() {
            self.reselect = None;
        }
        self.cursor.select_in_place(line, self.lines.len(), visible);
    }
}
