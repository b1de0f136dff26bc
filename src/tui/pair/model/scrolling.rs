//! Scrolls the texts of the open pair, together or each by itself. It chooses no passage.

use crate::tui::event_loop::action::{Motion, StepDirection};
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::Which;

impl OpenPair {
    /// Scrolls a text until a byte is visible. The other one follows, unless `free`.
    pub(crate) fn reveal(&mut self, which: Which, byte: u32, free: bool) {
        let pane = self.pane_mut(which);
        let row = pane.rows.row_of(byte);
        if pane.shows(row, row) {
            return;
        }
        let third = (pane.height / 3).min(row);
        pane.align(row, third);
        if !free {
            let beside = self.beside(which, row);
            self.pane_mut(which.other()).align(beside, third);
        }
    }

    /// Scrolls a pane. The other one follows, unless `free`.
    pub(crate) fn scroll(&mut self, which: Which, motion: Motion, free: bool) {
        let beside = self.goes_step_by_step(which);
        let leader = self.pane_mut(which);
        let screen = leader.height.saturating_sub(2).max(1);
        let (top, pad) = (leader.top, leader.pad);
        let left = leader.furthest().saturating_sub(top) + pad;
        match motion.rows(screen) {
            Some((StepDirection::Next, rows)) => leader.forward(left.min(rows)),
            Some((StepDirection::Back, rows)) => leader.back(rows, false),
            None if motion == Motion::First => leader.scroll_to(0),
            None => leader.scroll_to(leader.furthest().max(top)),
        }
        if free {
            return;
        }
        let forward = (leader.top + pad).saturating_sub(top + leader.pad);
        let back = (top + leader.pad).saturating_sub(leader.top + pad);
        if beside && !matches!(motion, Motion::First | Motion::Last) {
            self.pane_mut(which.other()).forward(forward);
            self.pane_mut(which.other()).back(back, true);
        } else {
            self.follow(which);
        }
    }

    /// Puts a row in the middle of a pane. The other one follows, unless `free`.
    pub(crate) fn show(&mut self, which: Which, row: usize, free: bool) {
        let pane = self.pane_mut(which);
        pane.scroll_to(row.saturating_sub(pane.height / 2).min(pane.furthest()));
        if !free {
            self.follow(which);
        }
    }

    /// Scrolls the other pane to the rows that belong beside those of `which`.
    pub(crate) fn follow(&mut self, which: Which) {
        let leader = self.pane(which);
        let anchor = leader.anchor();
        let row = leader.top + anchor;
        let target = match which {
            Which::A => self.link.to_right(row),
            Which::B => self.link.to_left(row),
        };
        self.pane_mut(which.other()).scroll_to(target.saturating_sub(anchor));
    }

    /// Whether both panes scroll by the same rows. They do so beside a moved passage, and near the beginning of a document,
    /// if only empty rows keep it at the height of the other.
    fn goes_step_by_step(&self, which: Which) -> bool {
        let padded = self.a.pad > 0 || self.b.pad > 0;
        self.active.and_then(|index| self.view.passages.get(index)).is_some_and(|passage| {
            let pane = self.pane(which);
            let span = which.span(passage);
            let seen = pane.shows(pane.rows.row_of(span.start), pane.rows.row_of(span.end));
            seen && (passage.moved || padded)
        })
    }
}
