//! Scrolls the texts of the open pair, together or separately.

use shingle::base::path::DocPath;

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::{layout::PaneSide, model::Focus, model::pair::OpenPair};

impl OpenPair {
    /// Scrolls a text until a byte is visible. The other text follows, unless `free`.
    pub(crate) fn reveal_byte(&mut self, which: PaneSide, byte: u32, free: bool) {
        let pane = self.pane_mut(which);
        let row = pane.rows.row_of(byte);
        if pane.shows(row, row) {
            return;
        }
        let third = (pane.height / 3).min(row);
        pane.align(row, third);
        if !free {
            let opposite = self.opposite_row(which, row);
            self.pane_mut(which.other()).align(opposite, third);
        }
    }

    /// Scrolls a pane. The other pane follows, unless `free`.
    pub(crate) fn scroll(&mut self, which: PaneSide, motion: Motion, free: bool) {
        let in_step = self.scrolls_in_step(which);
        let leader = self.pane_mut(which);
        let screen = leader.height.saturating_sub(2).max(1);
        let (top, pad) = (leader.top, leader.pad);
        let left = leader.last_top().saturating_sub(top) + pad;
        match motion.rows(screen) {
            Some((StepDirection::Next, rows)) => leader.scroll_down(left.min(rows)),
            Some((StepDirection::Back, rows)) => leader.scroll_up(rows, false),
            None if motion == Motion::First => leader.scroll_to(0),
            None => leader.scroll_to(leader.last_top().max(top)),
        }
        if free {
            return;
        }
        let forward = (leader.top + pad).saturating_sub(top + leader.pad);
        let back = (top + leader.pad).saturating_sub(leader.top + pad);
        if in_step && !matches!(motion, Motion::First | Motion::Last) {
            self.pane_mut(which.other()).scroll_down(forward);
            self.pane_mut(which.other()).scroll_up(back, true);
        } else {
            self.align_other(which);
        }
    }

    /// Scrolls a row to the middle of a pane. The other pane follows, unless `free`.
    pub(crate) fn center_row(&mut self, which: PaneSide, row: usize, free: bool) {
        let pane = self.pane_mut(which);
        pane.scroll_to(row.saturating_sub(pane.height / 2).min(pane.last_top()));
        if !free {
            self.align_other(which);
        }
    }

    /// Scrolls the other pane to the rows that correspond to the rows of `which`.
    pub(crate) fn align_other(&mut self, which: PaneSide) {
        let leader = self.pane(which);
        let anchor = leader.anchor_offset();
        let row = leader.top + anchor;
        let target = self.opposite_row(which, row);
        self.pane_mut(which.other()).scroll_to(target.saturating_sub(anchor));
    }

    /// Returns true if both panes scroll by the same rows: beside a moved passage, and near the beginning of a document
    /// if only empty rows align it with the other.
    fn scrolls_in_step(&self, which: PaneSide) -> bool {
        let padded = self.a.pad > 0 || self.b.pad > 0;
        self.active_passage().is_some_and(|passage| {
            let pane = self.pane(which);
            let span = which.span(passage);
            let visible = pane.shows(pane.rows.row_of(span.start), pane.rows.row_of(span.end));
            visible && (passage.moved || padded)
        })
    }
}

// Maps rows of a pane to rows of the other pane, so that linked scrolling aligns shared passages.

/// A row of the left pane and the row of the right pane beside it.
pub(crate) type Anchor = (usize, usize);

/// The anchors of a pair, ascending in both panes, from the first rows to the last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RowLink {
    anchors: Vec<Anchor>,
}

impl RowLink {
    /// Retains those of the `anchors`, sorted by the left pane, that ascend in both panes. `ends` are the row counts.
    pub(crate) fn new(anchors: impl IntoIterator<Item = Anchor>, ends: Anchor) -> Self {
        let mut ascending: Vec<Anchor> = vec![(0, 0)];
        for (left, right) in anchors {
            let last = ascending.last().copied().unwrap_or((0, 0));
            // A passage may begin at the first row of a text.
            let is_first = ascending.len() == 1 && (left, right) != last;
            let is_behind = is_first || left > last.0 && right > last.1;
            if is_behind && left < ends.0 && right < ends.1 {
                ascending.push((left, right));
            }
        }
        ascending.push(ends);
        Self { anchors: ascending }
    }

    pub(crate) fn row_beside(&self, which: PaneSide, row: usize) -> usize {
        let side = |(left, right): Anchor| which.of((left, right), (right, left));
        let after = self.anchors.partition_point(|anchor| side(*anchor).0 <= row);
        let (Some(from), Some(to)) = (
            after.checked_sub(1).and_then(|index| self.anchors.get(index)),
            self.anchors.get(after).or(self.anchors.last()),
        ) else {
            return row;
        };
        let ((from, image), (to, end)) = (side(*from), side(*to));
        if to <= from {
            return image.saturating_add(row - from);
        }
        image + (row - from).min(to - from) * end.saturating_sub(image) / (to - from)
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ScrollBefore {
    pub(crate) focus: Focus,
    pub(crate) zoomed: bool,
    pub(crate) place: Option<((DocPath, DocPath), ScrollPlace)>,
}

/// Scroll positions of the texts of a pair, for any width of the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScrollPlace {
    tops: (u32, u32),
    pads: (usize, usize),
    pub(crate) active: Option<usize>,
}

impl ScrollPlace {
    pub(crate) fn new(pair: &OpenPair) -> Self {
        Self {
            tops: (pair.a.rows.row_start(pair.a.top), pair.b.rows.row_start(pair.b.top)),
            pads: (pair.a.pad, pair.b.pad),
            active: pair.active,
        }
    }

    pub(crate) fn restore(self, pair: &mut OpenPair) {
        pair.a.scroll_to(pair.a.rows.row_of(self.tops.0));
        pair.b.scroll_to(pair.b.rows.row_of(self.tops.1));
        (pair.a.pad, pair.b.pad) = self.pads;
        pair.active = self.active.filter(|active| *active < pair.view.passages.len());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PaneSide, RowLink};

    #[test]
    fn anchored_rows_meet_and_rows_between_are_in_proportion() {
        let link = RowLink::new([(10, 30), (20, 40)], (30, 80));
        assert_eq!(link.row_beside(PaneSide::A, 0), 0);
        assert_eq!(link.row_beside(PaneSide::A, 10), 30);
        assert_eq!(link.row_beside(PaneSide::A, 15), 35);
        assert_eq!(link.row_beside(PaneSide::A, 20), 40);
        assert_eq!(link.row_beside(PaneSide::A, 25), 60);
        assert_eq!(link.row_beside(PaneSide::B, 30), 10);
        assert_eq!(link.row_beside(PaneSide::B, 15), 5);
    }

    #[test]
    fn a_passage_at_the_first_row_of_one_text_is_an_anchor() {
        let link = RowLink::new([(20, 0)], (320, 300));
        assert_eq!([6, 20, 25].map(|row| link.row_beside(PaneSide::A, row)), [0, 0, 5]);
        assert_eq!([0, 5].map(|row| link.row_beside(PaneSide::B, row)), [20, 25]);
        let link = RowLink::new([(0, 20)], (300, 320));
        assert_eq!([0, 5].map(|row| link.row_beside(PaneSide::A, row)), [20, 25]);
    }

    #[test]
    fn what_goes_backwards_is_no_anchor() {
        assert_eq!(RowLink::new([(10, 30), (20, 5)], (30, 80)), RowLink::new([(10, 30)], (30, 80)));
    }

    proptest! {
        #[test]
        fn the_other_pane_never_scrolls_backwards(
            anchors in prop::collection::vec((0_usize..50, 0_usize..50), 0..8), ends in (1_usize..60, 1_usize..60),
        ) {
            let mut anchors = anchors;
            anchors.sort_unstable();
            let link = RowLink::new(anchors, ends);
            for row in 0..ends.0 {
                prop_assert!(link.row_beside(PaneSide::A, row) <= link.row_beside(PaneSide::A, row + 1));
                prop_assert!(link.row_beside(PaneSide::A, row) <= ends.1);
            }
        }
    }
}
