//! The open pair: two panes, the active passage and linked scrolling.

pub(crate) mod passages;

pub(crate) mod pane;
pub(crate) mod scrolling;

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use shingle::base::{path::DocPath, span::Span};
use shingle::pipeline::{
    PairView, Passage, SharedRun, Side, SingleRuns, Snapshot, document::pair::tints,
};

use self::pane::{follow_byte, lay_out_rows};
use crate::tui::layout::{PaneSide, PaneSizes};
use crate::tui::model::{Pane, RowLink, arrange::find_doc};
use crate::tui::words::{facts::dropped_words, wording::Wording};

pub(crate) const YOUR_TEXT: &str = "your text";
/// Maximum number of passages named beside the dot plot.
const NAMED: usize = 10;

/// A pair that was laid out on another thread, because a large text takes a while.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    pub(crate) names: (DocPath, DocPath),
    pair: OpenPair,
}

impl Prepared {
    pub(crate) fn new(names: (DocPath, DocPath), view: Arc<PairView>, sizes: PaneSizes) -> Self {
        let all = || (0..view.passages.len()).collect::<Vec<_>>();
        let (mut order_b, mut longest) = (all(), all());
        order_b.sort_by_key(|index| view.passages.get(*index).map(|passage| passage.b));
        longest.sort_by_key(|index| {
            Reverse(view.passages.get(*index).map_or(0, |passage| passage.words))
        });
        let number = |index: &usize| view.passages.get(*index).map(|passage| passage.number);
        let mut numbers = HashSet::new();
        let distinct = longest.iter().copied().filter(|index| numbers.insert(number(index)));
        let pair = OpenPair {
            a: Pane::new(lay_out_rows(&view.a, sizes.a.0, sizes.reflows)),
            b: Pane::new(lay_out_rows(&view.b, sizes.b.0, sizes.reflows)),
            active: None,
            activations: 0,
            was: None,
            tints: tints(&view.passages),
            wording: Wording::compare(&view),
            stop_words: [&view.a, &view.b].map(|side| dropped_words(side, &view.params)),
            single_runs: SingleRuns::among(&view.runs),
            order_b,
            named: distinct.take(NAMED).collect(),
            longest,
            link: RowLink::default(),
            view,
        };
        Self { names, pair }
    }

    /// Opens the pair at its first passage. Lays the rows out again if the width differs.
    fn open(self, sizes: PaneSizes) -> OpenPair {
        let mut pair = self.pair;
        pair.resize(sizes);
        pair.link_rows();
        pair.activate(0);
        pair
    }
}

#[derive(Debug, Clone)]
pub(crate) struct OpenPair {
    pub(crate) view: Arc<PairView>,
    pub(crate) a: Pane,
    pub(crate) b: Pane,
    pub(crate) active: Option<usize>,
    /// Number of activations, by which repeated activation of a passage is noticed.
    pub(crate) activations: u64,
    /// Place in the first text of an active passage that is gone, for example because it is ignored.
    was: Option<Span>,
    pub(crate) tints: Vec<u8>,
    /// The difference in wording of copies.
    pub(crate) wording: Wording,
    stop_words: [u64; 2],
    pub(crate) single_runs: Option<SingleRuns>,
    /// Indices of the passages in reading order of b.
    order_b: Vec<usize>,
    /// Indices of the passages by their words, the longest first.
    longest: Vec<usize>,
    /// Some of the longest passages, without repetitions.
    pub(crate) named: Vec<usize>,
    link: RowLink,
}

impl OpenPair {
    /// Replaces the view of the same two documents and retains the position: the same words at the top, and the passage
    /// that now covers the active passage. The documents may have changed their sides.
    pub(crate) fn replace_view(&mut self, prepared: Prepared, sizes: PaneSizes) {
        self.resize(sizes);
        let contents = |view: &PairView| [&view.a, &view.b].map(|side| side.doc.file.content);
        let now = &prepared.pair.view;
        let ([a, b], contents) = (contents(&self.view), contents(now));
        let first = if contents == [b, a] && a != b { PaneSide::B } else { PaneSide::A };
        let both = [(first, &now.a), (first.other(), &now.b)];
        let [top_a, top_b] = both.map(|(which, now)| {
            let pane = self.pane(which);
            (
                follow_byte(&self.side(which).text, &now.text, pane.rows.row_start(pane.top)),
                pane.pad,
            )
        });
        let active = self.active_passage().map(|old| first.span(old)).or(self.was).map(|old| {
            let here = |byte| follow_byte(&self.side(first).text, &now.a.text, byte);
            Span::new(here(old.start), here(old.end))
        });
        *self = prepared.open(sizes);
        for (pane, (byte, pad)) in [(&mut self.a, top_a), (&mut self.b, top_b)] {
            pane.scroll_to(pane.rows.row_of(byte));
            pane.pad = pad;
        }
        self.active = active.and_then(|old| {
            self.view
                .passages
                .iter()
                .position(|passage| passage.a.start < old.end && old.start < passage.a.end)
        });
        self.was = active.filter(|_| self.active.is_none());
    }

    /// Changes the size. A visible active passage stays visible: on the same row of both panes if it was, else at its
    /// distance from the top of each pane.
    pub(crate) fn resize(&mut self, sizes: PaneSizes) {
        let size = |pane: &Pane| (pane.rows.width(), pane.height, pane.rows.reflows());
        let size_of =
            |(width, height): (u16, u16)| (width.max(1), usize::from(height), sizes.reflows);
        if (size(&self.a), size(&self.b)) == (size_of(sizes.a), size_of(sizes.b)) {
            return;
        }
        let before = self.active_rows().map(|(a, b)| (self.a.offset_of(a), self.b.offset_of(b)));
        let rest = self.rows_above_passage();
        self.a.resize(&self.view.a, sizes.a, sizes.reflows);
        self.b.resize(&self.view.b, sizes.b, sizes.reflows);
        self.link_rows();
        match (self.active, before) {
            (Some(index), Some(offsets)) if offsets == (rest, rest) => self.activate(index),
            (_, Some(offsets)) => {
                let rows = self.active_rows().unwrap_or_default();
                for (pane, row, offset) in
                    [(&mut self.a, rows.0, offsets.0), (&mut self.b, rows.1, offsets.1)]
                {
                    if let Some(offset) = offset {
                        pane.align(row, offset.min(pane.height.saturating_sub(1)));
                    }
                }
            }
            _ => {}
        }
    }

    fn active_rows(&self) -> Option<(usize, usize)> {
        let passage = self.active_passage()?;
        Some((self.a.rows.row_of(passage.a.start), self.b.rows.row_of(passage.b.start)))
    }

    /// Returns the rows above an activated passage: a third of the screen, or less near the beginning of both texts.
    fn rows_above_passage(&self) -> Option<usize> {
        let (left, right) = self.active_rows()?;
        Some((self.a.height.min(self.b.height) / 3).min(left.max(right)))
    }

    fn has_texts(&self) -> bool {
        !self.view.a.text.is_empty() && !self.view.b.text.is_empty()
    }

    pub(crate) fn active_passage(&self) -> Option<&Passage> {
        self.view.passages.get(self.active?)
    }

    pub(crate) fn side(&self, which: PaneSide) -> &Side {
        which.of(&self.view.a, &self.view.b)
    }

    fn opposite_row(&self, which: PaneSide, row: usize) -> usize {
        self.link.row_beside(which, row)
    }

    /// Returns the byte of the other text that corresponds to a word: the same counted word of a run that covers the
    /// word, preferably in the active passage. Without such a run, returns the first byte of the row beside.
    pub(crate) fn counterpart(&self, which: PaneSide, byte: u32) -> u32 {
        let covers = |run: &&SharedRun| {
            let span = which.of(run.a, run.b);
            span.start <= byte && byte < span.end
        };
        let active = self.active.map(|index| index as u32);
        let runs = || self.view.runs.iter().filter(covers);
        let found = runs().find(|run| run.passage == active).or_else(|| runs().next());
        if let Some(run) = found {
            let (here, there) = (self.side(which), self.side(which.other()));
            let (from, to) = (which.of(run.a, run.b), which.other().of(run.a, run.b));
            let start = here.words_before(from.start);
            let place = here.words_before(byte.saturating_add(1)).saturating_sub(start + 1);
            let first = there.words_before(to.start);
            return there.words.get(first + place).map_or(0, |word| word.start);
        }
        let row = self.pane(which).rows.row_of(byte);
        self.pane(which.other()).rows.row_start(self.opposite_row(which, row))
    }

    /// Returns the number of stop words of a document: words that were read, but are in no shingle.
    pub(crate) fn stop_words(&self, which: PaneSide) -> u64 {
        let [a, b] = self.stop_words;
        which.of(a, b)
    }

    pub(crate) fn pane(&self, which: PaneSide) -> &Pane {
        which.of(&self.a, &self.b)
    }

    fn pane_mut(&mut self, which: PaneSide) -> &mut Pane {
        which.of(&mut self.a, &mut self.b)
    }

    /// Activates a passage and scrolls it to the same row of both panes, about a third from the top.
    pub(crate) fn activate(&mut self, index: usize) {
        if index >= self.view.passages.len() {
            return;
        }
        self.active = Some(index);
        self.activations += 1;
        if let (Some((left, right)), Some(offset)) = (self.active_rows(), self.rows_above_passage())
        {
            self.a.align(left, offset);
            self.b.align(right, offset);
        }
    }

    /// Activates the passage that contains a byte of the first text, the longest if there are several; else the next
    /// passage.
    pub(crate) fn activate_at(&mut self, byte: u32) {
        let all = || self.view.passages.iter().enumerate();
        let here = all().filter(|(_, one)| one.a.start <= byte && byte < one.a.end);
        let longest = here.max_by_key(|(index, one)| (one.words, std::cmp::Reverse(*index)));
        let found = longest.or_else(|| all().find(|(_, one)| one.a.start >= byte));
        if let Some(index) = found.map(|(index, _)| index) {
            self.activate(index);
        }
    }

    /// Returns true if both texts show a part of the active passage, or if no passage is active.
    pub(crate) fn shows_active(&self) -> bool {
        self.active_passage().is_none_or(|passage| {
            [PaneSide::A, PaneSide::B].into_iter().all(|which| {
                let (pane, span) = (self.pane(which), which.span(passage));
                pane.shows(pane.rows.row_of(span.start), pane.rows.row_of(span.end))
            })
        })
    }

    fn link_rows(&mut self) {
        let anchors =
            self.view.passages.iter().filter(|passage| !passage.moved).flat_map(|passage| {
                [
                    (self.a.rows.row_of(passage.a.start), self.b.rows.row_of(passage.b.start)),
                    (self.a.rows.row_of(passage.a.end), self.b.rows.row_of(passage.b.end)),
                ]
            });
        let link = RowLink::new(anchors, (self.a.rows.count(), self.b.rows.count()));
        self.link = link;
    }
}

// The pair to show, and the answer.

#[derive(Debug, Clone)]
pub(crate) struct CurrentPair {
    pub(crate) names: (DocPath, DocPath),
    /// The text of the query, if the first is not a document.
    pub(crate) text: Option<Arc<str>>,
    /// The byte of the first text whose passage becomes active at opening.
    pub(crate) at: Option<u32>,
    /// True if the lesson starts at opening.
    pub(crate) teaches: bool,
    pub(crate) answer: PairState,
    /// The pair before one of its texts became missing or empty. When the text returns, it has its former place.
    before: Option<Box<OpenPair>>,
}

impl CurrentPair {
    /// Returns a requested pair, or the text of the query beside a document.
    pub(crate) const fn new(names: (DocPath, DocPath), text: Option<Arc<str>>) -> Self {
        Self { names, text, at: None, teaches: false, answer: PairState::Awaited, before: None }
    }

    pub(crate) fn store_answer(&mut self, prepared: Prepared, sizes: PaneSizes) {
        let open = self.take_open();
        let before = self.before.take().or(open);
        if !prepared.pair.has_texts() {
            self.before = before.clone().filter(|before| before.has_texts());
        }
        let pair = if let Some(mut pair) = before {
            pair.replace_view(prepared, sizes);
            pair
        } else {
            let mut pair = prepared.open(sizes);
            if let Some(byte) = self.at.take() {
                pair.activate_at(byte);
            }
            Box::new(pair)
        };
        self.answer = PairState::Open(pair);
    }

    pub(crate) fn store_refusal(&mut self, reason: String) {
        let open = self.take_open();
        self.before = self.before.take().or(open);
        self.answer = PairState::Refused(reason);
    }

    fn take_open(&mut self) -> Option<Box<OpenPair>> {
        match std::mem::replace(&mut self.answer, PairState::Awaited) {
            PairState::Open(pair) => Some(pair),
            PairState::Awaited | PairState::Refused(_) => None,
        }
    }

    /// Returns true if the pair shows the texts of these documents, under any names and in either order.
    pub(crate) fn has_texts_of(&self, snapshot: &Snapshot, (a, b): &(DocPath, DocPath)) -> bool {
        let PairState::Open(open) = &self.answer else { return false };
        let shown = [&open.view.a, &open.view.b].map(|side| Some(side.doc.file.content));
        let content = |name| Some(snapshot.doc(find_doc(snapshot, name)?).file.content);
        let wanted = [content(a), content(b)];
        self.text.is_none() && (shown == wanted || shown == [wanted[1], wanted[0]])
    }
}

#[derive(Debug, Clone)]
pub(crate) enum PairState {
    Awaited,
    Open(Box<OpenPair>),
    Refused(String),
}
