//! The dot plot of the open pair: where the passages are in both texts, and a cross-hair that both panes follow. It draws
//! nothing.

pub(crate) mod raster;
pub(crate) mod segments;

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::base::span::Span;
use shingle::pipeline::document::pair::{PairView, Side};

use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::{Pane, Which};
use crate::tui::screen::focus::Focus;

use self::raster::{DotScale, Raster};
use self::segments::{Segment, segments};

/// The plot of a pair at one size.
#[derive(Debug)]
pub(crate) struct Plot {
    view: Arc<PairView>,
    /// The passages, and the combinations of repeated ones.
    pub(crate) segments: Vec<Segment>,
    /// Along a.
    pub(crate) x: DotScale,
    /// Along b.
    pub(crate) y: DotScale,
    /// The dots and numbers.
    pub(crate) raster: Raster,
    /// The longest passages, the longest first.
    pub(crate) longest: Vec<usize>,
}

impl Plot {
    /// Lays out the passages of a pair on this many columns and rows.
    fn new(pair: &OpenPair, segments: Vec<Segment>, (width, height): (u16, u16)) -> Self {
        let (view, longest) = (&pair.view, pair.named.clone());
        let x = DotScale::new(view.a.words.len(), width);
        let y = DotScale::new(view.b.words.len(), height);
        let raster = Raster::new(&segments, &view.passages, &longest, (x, y));
        Self { view: Arc::clone(view), segments, x, y, raster, longest }
    }

    fn is_of(&self, view: &Arc<PairView>, size: (u16, u16)) -> bool {
        Arc::ptr_eq(&self.view, view) && (self.x.cells(), self.y.cells()) == size
    }

    /// The numbers of the counted words, from 0, at these bytes or after them.
    pub(crate) fn words(&self, at: (u32, u32)) -> (usize, usize) {
        let last = |side: &Side, byte: u32| {
            side.words_before(byte).min(side.words.len().saturating_sub(1))
        };
        (last(&self.view.a, at.0), last(&self.view.b, at.1))
    }

    /// The bytes at which two words begin.
    fn bytes(&self, words: (usize, usize)) -> (u32, u32) {
        let start = |side: &Side, word: usize| side.words.get(word).map_or(0, |span| span.start);
        (start(&self.view.a, words.0), start(&self.view.b, words.1))
    }

    /// The passage that covers both bytes, or else the one that is drawn in their cell.
    fn passage(&self, at: (u32, u32)) -> Option<usize> {
        let covers = |span: Span, byte| span.start <= byte && byte < span.end;
        let exact =
            self.view.passages.iter().position(|one| covers(one.a, at.0) && covers(one.b, at.1));
        exact.or_else(|| {
            let (a, b) = self.words(at);
            let cell = self.raster.at(self.x.cell(a), self.y.cell(b));
            (cell.dots != 0).then_some(cell.passage as usize)
        })
    }
}

/// What was shown before the plot covered it.
#[derive(Debug, Clone)]
pub(crate) struct ScrollBefore {
    /// What had the focus.
    pub(crate) focus: Focus,
    /// Whether the pair had the whole screen.
    pub(crate) zoomed: bool,
    /// The pair, and how it was scrolled.
    pub(crate) place: Option<((DocPath, DocPath), ScrollPlace)>,
}

/// How the texts of a pair are scrolled, for any width of the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScrollPlace {
    tops: (u32, u32),
    pads: (usize, usize),
    active: Option<usize>,
}

impl ScrollPlace {
    /// The current scroll positions.
    pub(crate) fn of(pair: &OpenPair) -> Self {
        Self {
            tops: (pair.a.rows.start(pair.a.top), pair.b.rows.start(pair.b.top)),
            pads: (pair.a.pad, pair.b.pad),
            active: pair.active,
        }
    }

    /// Scrolls the texts back.
    pub(crate) fn restore(self, pair: &mut OpenPair) {
        pair.a.scroll_to(pair.a.rows.row_of(self.tops.0));
        pair.b.scroll_to(pair.b.rows.row_of(self.tops.1));
        (pair.a.pad, pair.b.pad) = self.pads;
        pair.active = self.active.filter(|active| *active < pair.view.passages.len());
    }
}

/// An open dot plot.
#[derive(Debug)]
pub(crate) struct Dots {
    /// What was shown before.
    pub(crate) before: ScrollBefore,
    /// The cross-hair: a byte in each text at which a word begins. `None` until there is a pair.
    pub(crate) at: Option<(u32, u32)>,
    /// The plot, once there is a pair.
    pub(crate) plot: Option<Plot>,
    /// The scroll positions when texts and cross-hair last followed each other, and how often a passage had been gone to.
    seen: Option<(ScrollPlace, u64)>,
}

impl Dots {
    /// A dot plot without a pair yet.
    pub(crate) const fn new(before: ScrollBefore) -> Self {
        Self { before, at: None, plot: None, seen: None }
    }

    /// Keeps plot, cross-hair and texts in agreement, whichever changed: the size, the pair, the passage or a text.
    pub(crate) fn keep(&mut self, pair: &mut OpenPair, size: (u16, u16)) {
        let is_current = self.plot.as_ref().is_some_and(|plot| plot.is_of(&pair.view, size));
        let moved = self.seen != Some(seen(pair));
        if self.plot.as_ref().is_some_and(|plot| plot.view.names() != pair.view.names()) {
            self.at = None;
        }
        if !is_current {
            let same = self.plot.take().filter(|plot| Arc::ptr_eq(&plot.view, &pair.view));
            let segments = same.map_or_else(|| segments(&pair.view), |plot| plot.segments);
            self.plot = Some(Plot::new(pair, segments, size));
        }
        match self.at {
            None => self.go(pair, here(pair)),
            Some(at) if !is_current => self.go(pair, at),
            Some(_) if moved => {
                let jumped = self.seen.is_none_or(|(place, activations)| {
                    (place.active, activations) != (pair.active, pair.activations)
                });
                let target = active(pair)
                    .filter(|at| jumped || is_aligned(pair, *at))
                    .unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)));
                self.at = Some(self.snapped(target));
                self.seen = Some(seen(pair));
            }
            Some(_) => {}
        }
    }

    /// Moves the cross-hair by some cells. Both texts follow.
    pub(crate) fn step(&mut self, pair: &mut OpenPair, columns: i32, rows: i32) {
        let (Some(plot), Some(at)) = (&self.plot, self.at) else { return };
        let (a, b) = plot.words(at);
        let to = plot.bytes((plot.x.stepped(a, columns), plot.y.stepped(b, rows)));
        self.go(pair, to);
    }

    /// Moves the cross-hair to a cell. Both texts follow.
    pub(crate) fn jump(&mut self, pair: &mut OpenPair, column: u16, row: u16) {
        let Some(plot) = &self.plot else { return };
        let to = plot.bytes((plot.x.word(column), plot.y.word(row)));
        self.go(pair, to);
    }

    /// Moves the cross-hair to a byte of one text. Both texts follow.
    pub(crate) fn jump_in(&mut self, pair: &mut OpenPair, which: Which, byte: u32) {
        let Some(at) = self.at else { return };
        let to = match which {
            Which::A => (byte, at.1),
            Which::B => (at.0, byte),
        };
        self.go(pair, to);
    }

    /// Scrolls both texts to the cross-hair again, after the size of their panes changed.
    pub(crate) fn stay(&mut self, pair: &mut OpenPair) {
        // The plot of another view has other passages. `keep` makes a new one.
        let is_current = self.plot.as_ref().is_some_and(|plot| Arc::ptr_eq(&plot.view, &pair.view));
        if let Some(at) = self.at.filter(|_| is_current) {
            self.go(pair, at);
        }
    }

    fn snapped(&self, at: (u32, u32)) -> (u32, u32) {
        self.plot.as_ref().map_or(at, |plot| plot.bytes(plot.words(at)))
    }

    fn go(&mut self, pair: &mut OpenPair, to: (u32, u32)) {
        let at = self.snapped(to);
        self.at = Some(at);
        pair.active = self.plot.as_ref().and_then(|plot| plot.passage(at)).or(pair.active);
        let rows = (pair.a.rows.row_of(at.0), pair.b.rows.row_of(at.1));
        let third = third(pair, rows);
        pair.a.align(rows.0, third);
        pair.b.align(rows.1, third);
        self.seen = Some(seen(pair));
    }
}

fn seen(pair: &OpenPair) -> (ScrollPlace, u64) {
    (ScrollPlace::of(pair), pair.activations)
}

/// Where the texts are: at the active passage if it is visible, else at the rows that are aligned.
fn here(pair: &OpenPair) -> (u32, u32) {
    let seen = active(pair).filter(|at| {
        let row = pair.a.rows.row_of(at.0);
        pair.a.shows(row, row)
    });
    seen.unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)))
}

/// Whether the texts are aligned at a place: both on one row, a third from the top, or less near the beginning of both.
fn is_aligned(pair: &OpenPair, at: (u32, u32)) -> bool {
    let rows = (pair.a.rows.row_of(at.0), pair.b.rows.row_of(at.1));
    let third = third(pair, rows);
    (rows.0 + pair.a.pad, rows.1 + pair.b.pad) == (pair.a.top + third, pair.b.top + third)
}

fn third(pair: &OpenPair, rows: (usize, usize)) -> usize {
    (pair.a.height.min(pair.b.height) / 3).min(rows.0.max(rows.1))
}

fn active(pair: &OpenPair) -> Option<(u32, u32)> {
    let passage = pair.active.and_then(|index| pair.view.passages.get(index))?;
    Some((passage.a.start, passage.b.start))
}

fn at_anchor(pane: &Pane) -> u32 {
    pane.rows.start(pane.top + pane.anchor())
}
