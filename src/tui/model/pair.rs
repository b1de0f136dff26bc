//! The open pair: two panes, the active passage and linked scrolling. It draws nothing.

use std::sync::Arc;

use shingle::pipeline::pair::PairView;

use super::super::message::{Motion, Turn};
use super::link::Link;
use super::pane::{Pane, Which};
use super::tints::tints;

/// Text columns and rows of both panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PaneSizes {
    /// Columns and rows of the first.
    pub(crate) a: (u16, u16),
    /// Columns and rows of the second.
    pub(crate) b: (u16, u16),
}

/// Two documents on the screen.
#[derive(Debug, Clone)]
pub(crate) struct OpenPair {
    /// What the engine made.
    pub(crate) view: Arc<PairView>,
    /// The first document's rows.
    pub(crate) a: Pane,
    /// The second document's rows.
    pub(crate) b: Pane,
    /// Index of the active passage.
    pub(crate) active: Option<usize>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    /// Indices of the passages in reading order of b.
    order_b: Vec<usize>,
    link: Link,
}

impl OpenPair {
    /// Opens a pair at its first passage.
    pub(crate) fn new(view: Arc<PairView>, sizes: PaneSizes) -> Self {
        let mut order_b: Vec<usize> = (0..view.passages.len()).collect();
        order_b.sort_by_key(|index| view.passages.get(*index).map(|passage| passage.b));
        let mut pair = Self {
            a: Pane::new(&view.a, sizes.a.0, sizes.a.1),
            b: Pane::new(&view.b, sizes.b.0, sizes.b.1),
            active: None,
            tints: tints(&view.passages),
            order_b,
            link: Link::default(),
            view,
        };
        pair.connect();
        if !pair.view.passages.is_empty() {
            pair.activate(0);
        }
        pair
    }

    /// Opens the same two documents anew and stays where the old view was: at the same bytes, at the passage that now
    /// covers the active one.
    pub(crate) fn renew(&mut self, view: Arc<PairView>, sizes: PaneSizes) {
        let active = self.active.and_then(|index| self.view.passages.get(index)).map(|old| old.a);
        let tops = (self.a.rows.start(self.a.top), self.b.rows.start(self.b.top));
        *self = Self::new(view, sizes);
        self.a.scroll_to(self.a.rows.row_of(tops.0));
        self.b.scroll_to(self.b.rows.row_of(tops.1));
        self.active = active.and_then(|old| {
            self.view
                .passages
                .iter()
                .position(|passage| passage.a.start < old.end && old.start < passage.a.end)
        });
    }

    /// Takes another size.
    pub(crate) fn resize(&mut self, sizes: PaneSizes) {
        self.a.resize(&self.view.a, sizes.a.0, sizes.a.1);
        self.b.resize(&self.view.b, sizes.b.0, sizes.b.1);
        self.connect();
    }

    /// A pane.
    pub(crate) const fn pane(&self, which: Which) -> &Pane {
        match which {
            Which::A => &self.a,
            Which::B => &self.b,
        }
    }

    fn pane_mut(&mut self, which: Which) -> &mut Pane {
        match which {
            Which::A => &mut self.a,
            Which::B => &mut self.b,
        }
    }

    /// Which of the passages of `which`, in its reading order, is active: counted from 1.
    pub(crate) fn place(&self, which: Which) -> Option<usize> {
        let active = self.active?;
        match which {
            Which::A => Some(active + 1),
            Which::B => {
                self.order_b.iter().position(|index| *index == active).map(|place| place + 1)
            }
        }
    }

    /// Goes to the next or previous passage in the reading order of `which`. `true` when it began anew from the other end.
    pub(crate) fn step(&mut self, which: Which, turn: Turn) -> bool {
        let count = self.view.passages.len();
        if count == 0 {
            return false;
        }
        let place = self.place(which);
        let (next, wrapped) = match (turn, place) {
            (Turn::Next, None) => (0, false),
            (Turn::Back, None) => (count - 1, false),
            (Turn::Next, Some(place)) => (place % count, place == count),
            (Turn::Back, Some(place)) => ((place + count - 2) % count, place == 1),
        };
        let index = match which {
            Which::A => next,
            Which::B => self.order_b.get(next).copied().unwrap_or(0),
        };
        self.activate(index);
        wrapped
    }

    /// Makes a passage the active one and puts it on the same row of both panes, about a third from the top.
    fn activate(&mut self, index: usize) {
        let Some(passage) = self.view.passages.get(index) else {
            return;
        };
        self.active = Some(index);
        let row_a = self.a.rows.row_of(passage.a.start);
        let row_b = self.b.rows.row_of(passage.b.start);
        let third = self.a.height.min(self.b.height) / 3;
        let offset = third.min(row_a).min(row_b);
        self.a.scroll_to(row_a - offset);
        self.b.scroll_to(row_b - offset);
    }

    /// Scrolls a pane; the other one follows.
    pub(crate) fn scroll(&mut self, which: Which, motion: Motion) {
        let pane = self.pane_mut(which);
        let page = pane.height.saturating_sub(2).max(1);
        let before = pane.top;
        let furthest = pane.furthest().max(before);
        let to = match motion {
            Motion::Down => before + 1,
            Motion::Up => before.saturating_sub(1),
            Motion::PageDown => before + page,
            Motion::PageUp => before.saturating_sub(page),
            Motion::First => 0,
            Motion::Last => pane.furthest(),
        };
        pane.scroll_to(to.min(furthest));
        self.follow(which, before);
    }

    fn follow(&mut self, which: Which, before: usize) {
        let leader = self.pane(which);
        let (top, row) = (leader.top, leader.top + leader.anchor());
        let to = if self.holds_moved_passage(which) {
            // Beside a passage that stands elsewhere in the other document, both go step by step.
            let other = self.pane(which.other()).top;
            (other + top).saturating_sub(before)
        } else {
            let beside = match which {
                Which::A => self.link.to_right(row),
                Which::B => self.link.to_left(row),
            };
            beside.saturating_sub(row - top)
        };
        self.pane_mut(which.other()).scroll_to(to);
    }

    fn holds_moved_passage(&self, which: Which) -> bool {
        self.active.and_then(|index| self.view.passages.get(index)).is_some_and(|passage| {
            let pane = self.pane(which);
            let span = which.span(passage);
            passage.moved && pane.shows(pane.rows.row_of(span.start), pane.rows.row_of(span.end))
        })
    }

    fn connect(&mut self) {
        let anchors =
            self.view.passages.iter().filter(|passage| !passage.moved).flat_map(|passage| {
                [
                    (self.a.rows.row_of(passage.a.start), self.b.rows.row_of(passage.b.start)),
                    (self.a.rows.row_of(passage.a.end), self.b.rows.row_of(passage.b.end)),
                ]
            });
        let link = Link::new(anchors, (self.a.rows.count(), self.b.rows.count()));
        self.link = link;
    }
}
