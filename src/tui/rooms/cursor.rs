//! The selected line of a list and the first line on the screen. It knows no content.

use crate::tui::event_loop::action::Motion;

/// How many lines of a list are on the screen. `None` while it is hidden: it is then scrolled when it is shown again, by
/// the height that it has by then. So nothing depends on what covered it.
pub(crate) type LinesSeen = Option<usize>;

/// A position in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    /// Index of the selected line. 0 if there is none.
    pub(crate) selected: usize,
    /// Index of the first line drawn.
    pub(crate) top: usize,
}

impl Cursor {
    /// Moves through a list of `len` lines of which `height` are on the screen.
    pub(crate) fn step(&mut self, motion: Motion, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        self.select(motion.row_from(self.selected, len, page), len, height);
    }

    /// Selects a line, or the last.
    pub(crate) fn select(&mut self, index: usize, len: usize, height: usize) {
        self.selected = index.min(len.saturating_sub(1));
        self.settle(len, height);
    }

    /// Selects a line and keeps it at the height on the screen where the selected line was, even while the list is hidden.
    pub(crate) fn carry(&mut self, index: usize, len: usize, seen: LinesSeen) {
        let offset = self.selected.saturating_sub(self.top);
        self.selected = index.min(len.saturating_sub(1));
        self.top = index.saturating_sub(offset).min(self.selected);
        if let Some(height) = seen {
            self.settle(len, height);
        }
    }

    /// Keeps the selected line on the screen, scrolling as little as possible.
    pub(crate) fn settle(&mut self, len: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(len.saturating_sub(height));
    }
}
