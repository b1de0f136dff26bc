//! The dot plot of the open pair: where the passages are in both texts, and a cross-hair that both panes follow. It draws
//! nothing.

pub(crate) mod raster;

use std::{collections::HashMap, ops::Range, sync::Arc};

use xxhash_rust::xxh3::xxh3_64;

use shingle::base::{path::DocPath, span::Span};
use shingle::pipeline::{PairView, Side};

use crate::tui::layout::PaneSide;
use crate::tui::model::{DotScale, Focus, OpenPair, Pane, Raster};

/// The plot of a pair at one size.
#[derive(Debug)]
pub(crate) struct Plot {
    view: Arc<PairView>,
    /// The runs, and the combinations of repeated ones.
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
            cell.passage.filter(|_| cell.dots != 0).map(|passage| passage as usize)
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
    pub(crate) fn new(pair: &OpenPair) -> Self {
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
    last_scroll: Option<(ScrollPlace, u64)>,
}

impl Dots {
    /// A dot plot without a pair yet.
    pub(crate) const fn new(before: ScrollBefore) -> Self {
        Self { before, at: None, plot: None, last_scroll: None }
    }

    /// Keeps plot, cross-hair and texts in agreement, whichever changed: the size, the pair, the passage or a text.
    pub(crate) fn keep(&mut self, pair: &mut OpenPair, size: (u16, u16)) {
        let is_current = self.plot.as_ref().is_some_and(|plot| plot.is_of(&pair.view, size));
        let moved = self.last_scroll != Some(scroll_place(pair));
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
                let jumped = self.last_scroll.is_none_or(|(place, activations)| {
                    (place.active, activations) != (pair.active, pair.activations)
                });
                let target = active(pair)
                    .filter(|at| jumped || is_aligned(pair, *at))
                    .unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)));
                self.at = Some(self.snapped(target));
                self.last_scroll = Some(scroll_place(pair));
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
    pub(crate) fn jump_in(&mut self, pair: &mut OpenPair, which: PaneSide, byte: u32) {
        let Some(at) = self.at else { return };
        let to = match which {
            PaneSide::A => (byte, at.1),
            PaneSide::B => (at.0, byte),
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
        self.last_scroll = Some(scroll_place(pair));
    }
}

fn scroll_place(pair: &OpenPair) -> (ScrollPlace, u64) {
    (ScrollPlace::new(pair), pair.activations)
}

/// Where the texts are: at the active passage if it is visible, else at the rows that are aligned.
fn here(pair: &OpenPair) -> (u32, u32) {
    let visible = active(pair).filter(|at| {
        let row = pair.a.rows.row_of(at.0);
        pair.a.shows(row, row)
    });
    visible.unwrap_or_else(|| (at_anchor(&pair.a), at_anchor(&pair.b)))
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

// The shared runs of a pair as segments of the dot plot: ranges of words in both texts.

/// About how many combinations of repetitions are drawn at most for one run. A plot does not have more dots to show
/// them.
const MOST: usize = 1 << 14;
/// The same for all runs together.
const ALL: usize = 1 << 16;

/// Words that are in both texts, in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Its counted words in a, by number from 0.
    pub(crate) a: Range<usize>,
    /// Its counted words in b.
    pub(crate) b: Range<usize>,
    /// Index of its passage.
    pub(crate) passage: Option<u32>,
    /// Whether it combines two repetitions. The run itself is elsewhere.
    pub(crate) repeated: bool,
}

/// The segments of a pair: one for each run, in their order. Then, for runs that are repeated word for word, each place in a
/// combined with each in b.
pub(crate) fn segments(view: &PairView) -> Vec<Segment> {
    let words =
        |side: &Side, span: Span| side.words_before(span.start)..side.words_before(span.end);
    let runs = view.runs.iter().map(|run| Segment {
        a: words(&view.a, run.a),
        b: words(&view.b, run.b),
        passage: run.passage,
        repeated: false,
    });
    let mut all: Vec<Segment> = runs.collect();
    let single = all.len();
    for places in repetitions(view) {
        let each = |range: fn(&Segment) -> &Range<usize>| {
            let mut places: Vec<_> = places.iter().filter_map(|index| all.get(*index)).collect();
            places.sort_by_key(|segment| range(segment).start);
            places.dedup_by_key(|segment| range(segment).start);
            places.into_iter().map(|one| (range(one).clone(), one.passage)).collect::<Vec<_>>()
        };
        let (in_a, in_b) = (each(|segment| &segment.a), each(|segment| &segment.b));
        // If there are very many, only every second, third … row and column.
        let stride = (in_a.len() * in_b.len()).div_ceil(MOST).isqrt().max(1);
        for (a, passage) in in_a.iter().step_by(stride) {
            for (b, _) in in_b.iter().step_by(stride) {
                if all.len() >= single.saturating_add(ALL) {
                    return all;
                }
                let (a, b) = (a.clone(), b.clone());
                all.push(Segment { a, b, passage: *passage, repeated: true });
            }
        }
    }
    all
}

/// Groups of runs that read the same in a. What is beside one of these places is beside the others too, but the
/// alignment only pairs them in order.
fn repetitions(view: &PairView) -> Vec<Vec<usize>> {
    let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut letters = Vec::new();
    for (index, run) in view.runs.iter().enumerate() {
        let text = view.a.text.get(run.a.range()).unwrap_or_default();
        letters.clear();
        // ASCII capitals, blanks and signs may differ.
        letters
            .extend(text.bytes().filter(|byte| !byte.is_ascii() || byte.is_ascii_alphanumeric()));
        letters.make_ascii_lowercase();
        alike.entry(xxh3_64(&letters)).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::fake;
    use shingle::base::span::Span;
    use shingle::pipeline::{Params, SharedRun};

    use super::segments;

    #[test]
    fn a_passage_is_as_long_as_its_words() {
        let view = fake::harbour(("a", "b"), &Params::defaults());
        let segments = segments(&view);
        let found: Vec<_> = segments.iter().map(|one| (one.a.len(), one.b.len())).collect();
        assert_eq!(found, [(9, 9), (7, 7), (17, 17)]);
        assert_eq!(segments[1].b.start, 0, "the second stands first in b");
    }

    #[test]
    fn what_is_repeated_in_both_fills_a_square() {
        let text = "one two three x one two three y one two three";
        let mut view = fake::pair_view(("a", "b"), (text, text), &[], &Params::defaults());
        let places = [0, 16, 32].map(|start| Span::new(start, start + 13));
        // As the alignment finds them: three in order, each with its own number, and no other combination.
        for (index, place) in places.into_iter().enumerate() {
            let passage = Some(index as u32);
            view.runs.push(SharedRun { passage, a: place, b: place, words: 3 });
        }
        let combined: Vec<_> = segments(&view)
            .iter()
            .filter(|segment| segment.repeated)
            .map(|segment| (segment.a.start, segment.b.start))
            .collect();
        assert_eq!(combined.len(), 9);
        assert!(combined.contains(&(0, 8)) && combined.contains(&(8, 0)));
    }

    #[test]
    fn a_passage_that_is_repeated_without_end_is_thinned_out() {
        let text = "one two three ".repeat(3000);
        let mut view = fake::pair_view(("a", "b"), (&text, &text), &[], &Params::defaults());
        for index in 0..3000_u32 {
            let place = Span::new(index * 14, index * 14 + 13);
            view.runs.push(SharedRun { passage: None, a: place, b: place, words: 3 });
        }
        let combined = segments(&view).iter().filter(|segment| segment.repeated).count();
        assert!((5_000..40_000).contains(&combined), "{combined}");
    }
}
