//! Which line of a list is selected and which is the first on the screen. It knows no content.

use crate::tui::event_loop::action::Motion;

/// How many lines of a list are on the screen; `None` while it is hidden: it is scrolled when it is seen again, by the room
/// that it has then, so that nothing depends on what lay over it meanwhile.
pub(crate) type LinesSeen = Option<usize>;

/// A place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    /// Index of the selected line, 0 when there is none.
    pub(crate) selected: usize,
    /// Index of the first line drawn.
    pub(crate) top: usize,
}

impl Cursor {
    /// Moves through a list of `len` lines of which `height` are on the screen.
    pub(crate) fn step(&mut self, motion: Motion, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        let to = match motion {
            Motion::Down => self.selected.saturating_add(1),
            Motion::Up => self.selected.saturating_sub(1),
            Motion::PageDown => self.selected.saturating_add(page),
            Motion::PageUp => self.selected.saturating_sub(page),
            Motion::First => 0,
            Motion::Last => len,
        };
        self.select(to, len, height);
    }

    /// Goes to a line, or to the last.
    pub(crate) fn select(&mut self, index: usize, len: usize, height: usize) {
        self.selected = index.min(len.saturating_sub(1));
        self.settle(len, height);
    }

    /// Goes to a line and keeps it at the height of the screen where the selected one was, also while the list is hidden.
    pub(crate) fn carry(&mut self, index: usize, len: usize, seen: LinesSeen) {
        let offset = self.selected.saturating_sub(self.top);
        self.selected = index.min(len.saturating_sub(1));
        self.top = index.saturating_sub(offset).min(self.selected);
        if let Some(height) = seen {
            self.settle(len, height);
        }
    }

    /// Keeps the selected line on the screen, moving as little as possible.
    pub(crate) fn settle(&mut self, len: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(len.saturating_sub(height));
    }
}
