//! The open pair: two panes, the active passage and linked scrolling.

use std::{cmp::Reverse, sync::Arc};

use shingle::pipeline::{Block, PairView, Passage, SharedRun, Side, SingleRuns, Snapshot};
use shingle::{
    base::span::Span, base::span::find_touching_elements, pipeline::document::pair::assign_tints,
    visits::PairNames,
};

use crate::tui::{
    actions::Motion, actions::StepDirection, drawing::WrappedRows, layout::PaneSide,
    layout::PaneSizes, model::Focus, model::arrange::find_document, words::count_dropped_words,
};

pub(crate) const QUERY_NAME: &str = "your text";

#[derive(Debug, Clone)]
pub(crate) struct OpenPair {
    pub(crate) view: Arc<PairView>,
    pub(crate) panes: [Pane; 2],
    pub(crate) active: Option<usize>,
    /// Number of activations. The number also grows if the user activates the same passage again.
    pub(crate) activations: u64,
    /// Span in the first text of an active passage that disappeared, for example because it is ignored now.
    was: Option<Span>,
    pub(crate) tints: Vec<u8>,
    stop_words: [u64; 2],
    pub(crate) single_runs: Option<SingleRuns>,
    /// Indices of the passages in the order of the second text.
    order_b: Vec<usize>,
    /// Indices of the passages by their words, the longest first.
    pub(crate) by_length: Vec<usize>,
    link: RowLink,
}

impl OpenPair {
    /// Lays a pair out. A large text takes a while, so this must not run on the screen's thread.
    pub(crate) fn new(view: Arc<PairView>, sizes: PaneSizes) -> Self {
        let all = || (0..view.passages.len()).collect::<Vec<_>>();
        let (mut order_b, mut by_length) = (all(), all());
        order_b.sort_by_key(|index| view.passages.get(*index).map(|passage| passage.b));
        by_length.sort_by_key(|index| Reverse(view.passages.get(*index).map(|one| one.words)));
        let [(width_a, _), (width_b, _)] = sizes;
        let texts = [(&view.a.text, width_a), (&view.b.text, width_b)];
        Self {
            panes: texts.map(|(text, width)| Pane::new(WrappedRows::reflow(text, width))),
            active: None,
            activations: 0,
            was: None,
            tints: assign_tints(&view.passages),
            stop_words: [&view.a, &view.b].map(|side| count_dropped_words(side, &view.params)),
            single_runs: SingleRuns::count_outside_passages(&view.runs),
            order_b,
            by_length,
            link: RowLink::default(),
            view,
        }
    }

    /// Opens the pair at its first passage. Lays the rows out again if the width differs.
    fn open_at_first_passage(mut self, sizes: PaneSizes) -> Self {
        self.resize(sizes);
        self.link_rows_of_texts();
        self.activate_passage(0);
        self
    }

    /// Replaces the view of the same two documents. Keeps the same words at the top, and activates the passage that
    /// overlaps the active one. The two documents may have changed sides.
    fn replace_view(&mut self, prepared: Self, sizes: PaneSizes) {
        self.resize(sizes);
        let contents = |view: &PairView| [&view.a, &view.b].map(|side| side.doc.file.content);
        let now = &prepared.view;
        let ([a, b], contents) = (contents(&self.view), contents(now));
        let first = if contents == [b, a] && a != b { PaneSide::B } else { PaneSide::A };
        let both = [(first, &now.a), (first.other_side(), &now.b)];
        let tops = both.map(|(which, now)| {
            let (pane, text) = (self.pane(which), &self.side(which).text);
            find_byte_in_new_text(text, &now.text, pane.rows.row_start(pane.top))
        });
        let pads = both.map(|(which, _)| self.pane(which).pad);
        let active =
            self.active_passage().map(|old| first.span_of_passage(old)).or(self.was).map(|old| {
                let here = |byte| find_byte_in_new_text(&self.side(first).text, &now.a.text, byte);
                Span::new(here(old.start), here(old.end))
            });
        *self = prepared.open_at_first_passage(sizes);
        let overlaps = |old: Span, one: &Passage| one.a.start < old.end && old.start < one.a.end;
        let place =
            active.and_then(|old| self.view.passages.iter().position(|one| overlaps(old, one)));
        ScrollPlace { tops, pads, active: place }.restore_scroll(self);
        self.was = active.filter(|_| self.active.is_none());
    }

    /// Changes the size of both panes. A visible active passage stays visible. It stays aligned if it was aligned, else
    /// it keeps its distance from the top of each pane.
    pub(crate) fn resize(&mut self, sizes: PaneSizes) {
        let size = |pane: &Pane| (pane.rows.width(), pane.height);
        let size_of = |(width, height): (u16, u16)| (width.max(1), usize::from(height));
        if self.panes.each_ref().map(size) == sizes.map(size_of) {
            return;
        }
        let rows = self.rows_of_active_passage();
        let above = |rows: [usize; 2]| {
            PaneSide::BOTH.map(|which| self.pane(which).distance_from_top(rows[which as usize]))
        };
        let before = rows.map(above);
        let rest = rows.map(|rows| self.rows_above_aligned_rows(rows));
        let texts = [&self.view.a.text, &self.view.b.text];
        for ((pane, text), size) in self.panes.iter_mut().zip(texts).zip(sizes) {
            pane.resize(text, size);
        }
        self.link_rows_of_texts();
        match (self.active, before) {
            (Some(index), Some(offsets)) if offsets == [rest, rest] => self.activate_passage(index),
            (_, Some(offsets)) => {
                let rows = self.rows_of_active_passage().unwrap_or_default();
                for ((pane, row), offset) in self.panes.iter_mut().zip(rows).zip(offsets) {
                    if let Some(offset) = offset {
                        pane.scroll_row_to(row, offset.min(pane.height.saturating_sub(1)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the first row of the active passage in each text.
    fn rows_of_active_passage(&self) -> Option<[usize; 2]> {
        let passage = self.active_passage()?;
        Some(self.rows_of_bytes([passage.a.start, passage.b.start]))
    }

    /// Returns the row of a byte of each text.
    pub(crate) fn rows_of_bytes(&self, bytes: [u32; 2]) -> [usize; 2] {
        PaneSide::BOTH.map(|which| self.pane(which).rows.row_of_byte(bytes[which as usize]))
    }

    /// Returns the rows above aligned rows: a third of the screen, or less near the beginning of both texts.
    pub(crate) fn rows_above_aligned_rows(&self, [left, right]: [usize; 2]) -> usize {
        let [a, b] = &self.panes;
        (a.height.min(b.height) / 3).min(left.max(right))
    }

    /// Scrolls a row of each text to the same row of the screen.
    pub(crate) fn align_rows(&mut self, rows: [usize; 2]) {
        let above = self.rows_above_aligned_rows(rows);
        for (pane, row) in self.panes.iter_mut().zip(rows) {
            pane.scroll_row_to(row, above);
        }
    }

    fn has_texts(&self) -> bool {
        !self.view.a.text.is_empty() && !self.view.b.text.is_empty()
    }

    pub(crate) fn active_passage(&self) -> Option<&Passage> {
        self.view.passages.get(self.active?)
    }

    pub(crate) fn side(&self, which: PaneSide) -> &Side {
        which.select(&self.view.a, &self.view.b)
    }

    /// Returns the byte of the other text that corresponds to a word: the start of the same word in a shared run,
    /// preferably of the active passage. Without such a run, returns the first byte of the row beside.
    pub(crate) fn byte_in_other_text(&self, which: PaneSide, byte: u32) -> u32 {
        let covers = |run: &&SharedRun| {
            let span = which.select(run.a, run.b);
            span.start <= byte && byte < span.end
        };
        let active = self.active.map(|index| index as u32);
        let runs = || self.view.runs.iter().filter(covers);
        let found = runs().find(|run| run.passage == active).or_else(|| runs().next());
        if let Some(run) = found {
            let (here, there) = (self.side(which), self.side(which.other_side()));
            let (from, to) = (which.select(run.a, run.b), which.other_side().select(run.a, run.b));
            let start = here.count_words_before(from.start);
            let place = here.count_words_before(byte.saturating_add(1)).saturating_sub(start + 1);
            let first = there.count_words_before(to.start);
            return there.words.get(first + place).map_or(0, |word| word.start);
        }
        let row = self.pane(which).rows.row_of_byte(byte);
        self.pane(which.other_side()).rows.row_start(self.link.row_beside(which, row))
    }

    /// Returns the number of words of a document that are in no shingle, such as stop words.
    pub(crate) fn count_stop_words(&self, which: PaneSide) -> u64 {
        self.stop_words[which as usize]
    }

    pub(crate) const fn pane(&self, which: PaneSide) -> &Pane {
        &self.panes[which as usize]
    }

    const fn pane_mut(&mut self, which: PaneSide) -> &mut Pane {
        &mut self.panes[which as usize]
    }

    /// Activates a passage and scrolls it to the same row of both panes, about a third from the top.
    pub(crate) fn activate_passage(&mut self, index: usize) {
        if index >= self.view.passages.len() {
            return;
        }
        self.active = Some(index);
        self.activations += 1;
        if let Some(rows) = self.rows_of_active_passage() {
            self.align_rows(rows);
        }
    }

    /// Activates the passage that contains a byte of the first text, the longest of several. Without such a passage,
    /// activates the next one.
    pub(crate) fn activate_passage_at(&mut self, byte: u32) {
        let all = || self.view.passages.iter().enumerate();
        let here = all().filter(|(_, one)| one.a.start <= byte && byte < one.a.end);
        let longest = here.max_by_key(|(index, one)| (one.words, Reverse(*index)));
        let found = longest.or_else(|| all().find(|(_, one)| one.a.start >= byte));
        if let Some(index) = found.map(|(index, _)| index) {
            self.activate_passage(index);
        }
    }

    /// Returns true if both texts show a part of the active passage, or if no passage is active.
    pub(crate) fn shows_active_passage(&self) -> bool {
        self.active_passage().is_none_or(|passage| {
            PaneSide::BOTH.into_iter().all(|which| {
                let (pane, span) = (self.pane(which), which.span_of_passage(passage));
                pane.shows_rows(pane.rows.row_of_byte(span.start), pane.rows.row_of_byte(span.end))
            })
        })
    }

    fn link_rows_of_texts(&mut self) {
        let rows = |left: u32, right: u32| self.rows_of_bytes([left, right]);
        let ends = |one: &Passage| [rows(one.a.start, one.b.start), rows(one.a.end, one.b.end)];
        let anchors = self.view.passages.iter().filter(|one| !one.moved).flat_map(ends);
        let counts = self.panes.each_ref().map(|pane| pane.rows.count_rows());
        self.link = RowLink::new(anchors, counts);
    }
}

// The requested pair and the engine's answer.

pub(crate) struct CurrentPair {
    pub(crate) names: PairNames,
    /// The text of the query, if the pair is the query and a document.
    pub(crate) text: Option<Arc<str>>,
    /// A byte of the first text. When the pair opens, the passage that contains this byte becomes active.
    pub(crate) at: Option<u32>,
    /// True if the lesson starts at opening.
    pub(crate) teaches: bool,
    pub(crate) answer: PairState,
    /// The open pair before one of its texts became missing or empty. Restores the position when the text returns.
    before: Option<Box<OpenPair>>,
}

impl CurrentPair {
    /// Returns a pair that is requested. `text` is the text of the query, if it replaces the first document.
    pub(crate) const fn new(names: PairNames, text: Option<Arc<str>>) -> Self {
        Self { names, text, at: None, teaches: false, answer: PairState::Awaited, before: None }
    }

    pub(crate) fn store_answer(&mut self, prepared: OpenPair, sizes: PaneSizes) {
        let open = self.take_open_pair();
        let before = self.before.take().or(open);
        if !prepared.has_texts() {
            self.before = before.clone().filter(|before| before.has_texts());
        }
        let pair = if let Some(mut pair) = before {
            pair.replace_view(prepared, sizes);
            pair
        } else {
            let mut pair = prepared.open_at_first_passage(sizes);
            if let Some(byte) = self.at.take() {
                pair.activate_passage_at(byte);
            }
            Box::new(pair)
        };
        self.answer = PairState::Open(pair);
    }

    pub(crate) fn store_refusal(&mut self, reason: String) {
        let open = self.take_open_pair();
        self.before = self.before.take().or(open);
        self.answer = PairState::Refused(reason);
    }

    fn take_open_pair(&mut self) -> Option<Box<OpenPair>> {
        match std::mem::replace(&mut self.answer, PairState::Awaited) {
            PairState::Open(pair) => Some(pair),
            PairState::Awaited | PairState::Refused(_) => None,
        }
    }

    /// Returns true if the pair shows the texts of these documents, under any names and in either order.
    pub(crate) fn shows_texts_of(&self, snapshot: &Snapshot, (a, b): &PairNames) -> bool {
        let PairState::Open(open) = &self.answer else { return false };
        let shown = [&open.view.a, &open.view.b].map(|side| Some(side.doc.file.content));
        let content = |name| Some(snapshot.doc(find_document(snapshot, name)?).file.content);
        let wanted = [content(a), content(b)];
        self.text.is_none() && (shown == wanted || shown == [wanted[1], wanted[0]])
    }
}

pub(crate) enum PairState {
    Awaited,
    Open(Box<OpenPair>),
    Refused(String),
}

/// The wrapped rows of a document, and the part of them on the screen.
#[derive(Debug, Clone)]
pub(crate) struct Pane {
    pub(crate) rows: WrappedRows,
    pub(crate) top: usize,
    /// Empty rows above the text. They align a passage near the beginning with a passage further down in the other
    /// text. 0 unless `top` is 0.
    pub(crate) pad: usize,
    pub(crate) height: usize,
}

impl Pane {
    /// The height is 1 until [`Self::resize`].
    pub(crate) const fn new(rows: WrappedRows) -> Self {
        Self { rows, top: 0, pad: 0, height: 1 }
    }

    /// Changes the size and retains the byte at the top.
    pub(crate) fn resize(&mut self, text: &str, (width, height): (u16, u16)) {
        let byte = self.rows.row_start(self.top);
        if self.rows.width() != width.max(1) {
            self.rows = WrappedRows::reflow(text, width);
        }
        self.height = usize::from(height);
        self.scroll_to(self.rows.row_of_byte(byte));
    }

    /// Scrolls `row` to the top. If `row` is too large, scrolls the last row to the top.
    pub(crate) fn scroll_to(&mut self, row: usize) {
        self.top = row.min(self.rows.count_rows().saturating_sub(1));
        self.pad = 0;
    }

    /// Scrolls until `row` is `offset` rows below the top.
    fn scroll_row_to(&mut self, row: usize, offset: usize) {
        self.scroll_to(row.saturating_sub(offset));
        self.pad = offset.saturating_sub(row);
    }

    fn scroll_down(&mut self, rows: usize) {
        let empty = rows.min(self.pad);
        let pad = self.pad - empty;
        self.scroll_to(self.top + rows - empty);
        self.pad = pad;
    }

    /// Scrolls back by `rows` rows, also into empty rows above the text, at most a third of the screen.
    fn scroll_up_beyond_text(&mut self, rows: usize) {
        let text = rows.min(self.top);
        self.top -= text;
        self.pad = (self.pad + rows - text).min(self.height / 3);
    }

    /// Returns the largest `top` that scrolling by hand reaches: the last row is then at the bottom.
    pub(crate) fn last_scroll_top(&self) -> usize {
        self.rows.count_rows().saturating_sub(self.height.max(1))
    }

    /// Returns the rows above the row that stays aligned with the other pane: a third of the screen, or less at the
    /// beginning of the text.
    pub(crate) fn rows_above_anchor(&self) -> usize {
        (self.height / 3).min(self.top)
    }

    /// Returns the number of screen rows above a row. `None` if the row is not on the screen.
    pub(crate) fn distance_from_top(&self, row: usize) -> Option<usize> {
        self.shows_rows(row, row).then(|| (row + self.pad).saturating_sub(self.top))
    }

    pub(crate) fn shows_rows(&self, first: usize, last: usize) -> bool {
        last >= self.top && first + self.pad < self.top + self.height
    }
}

// Finds a place again after the text changed.

/// Maximum number of lines of the earlier text to search in the new text.
const LINES_SOUGHT: usize = 64;

/// Finds the place of the words after `byte` of the earlier text in the new text, and returns its first byte. If these
/// words are gone, uses the next words that exist.
fn find_byte_in_new_text(before: &str, now: &str, byte: u32) -> u32 {
    let byte = byte as usize;
    let start = before.bytes().zip(now.bytes()).take_while(|(one, other)| one == other).count();
    let ends = before.bytes().rev().zip(now.bytes().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let Some(rest) = before.get(byte..) else { return byte as u32 };
    let line = rest.find('\n').map_or(before.len(), |end| byte + end);
    if line <= start {
        return byte as u32;
    }
    if byte >= before.len() - end {
        return (now.len() - rest.len()) as u32;
    }
    let lines = rest.split_inclusive('\n').filter(|line| !line.trim().is_empty());
    let found = lines.take(LINES_SOUGHT).find_map(|line| {
        let places = now.match_indices(line.trim_end()).map(|(place, _)| place);
        places.min_by_key(|place| place.abs_diff(byte))
    });
    found.unwrap_or(byte.min(now.len())) as u32
}

// The map of a whole text in one column, with its passages and the visible part.

/// Returns the number of cells of a map of this height. A text with fewer rows has a cell for each row.
fn count_map_cells(pane: &Pane, height: u16) -> usize {
    usize::from(height).min(pane.rows.count_rows()).max(1)
}

/// Returns the passage to draw in each cell, and true if some of its rows are on the screen. Draws the active passage if it
/// is in these rows, else the first.
pub(crate) fn map_marks(pair: &OpenPair, which: PaneSide, height: u16) -> Vec<(Option<u32>, bool)> {
    let (pane, side) = (pair.pane(which), pair.side(which));
    let (cells, rows) = (count_map_cells(pane, height), pane.rows.count_rows());
    let bottom = (pane.top + pane.height).saturating_sub(pane.pad);
    let active = pair.active.map(|active| active as u32);
    (0..cells)
        .map(|cell| {
            let (first, next) = (cell * rows / cells, (cell + 1) * rows / cells);
            let start = pane.rows.row_start(first);
            let end = if next < rows { pane.rows.row_start(next) } else { u32::MAX };
            let bytes = start as usize..end as usize;
            let here = find_touching_elements(&side.blocks, &bytes, |one| one.span);
            let span = pair.active_passage().map(|passage| which.span_of_passage(passage));
            let is_here = span.is_some_and(|span| span.start < end && start < span.end);
            let passage =
                active.filter(|_| is_here).or_else(|| here.first().map(|block| block.passage));
            (passage, first < bottom && next > pane.top)
        })
        .collect()
}

/// Returns the row that a click on this cell scrolls to the middle of the screen.
pub(crate) fn row_of_map_cell(pane: &Pane, height: u16, cell: u16) -> usize {
    let cells = count_map_cells(pane, height);
    let cell = usize::from(cell).min(cells - 1);
    (cell * 2 + 1) * pane.rows.count_rows() / (cells * 2)
}

// Selects passages of the open pair: in reading order, by number, by repetition.

impl OpenPair {
    /// Returns the place of the active passage in the reading order of a text, counted from 1.
    pub(crate) fn place_of_active_passage(&self, which: PaneSide) -> Option<usize> {
        let active = self.active?;
        let in_b = || self.order_b.iter().position(|index| *index == active);
        Some(1 + if which == PaneSide::A { active } else { in_b()? })
    }

    /// Activates the next or previous passage in the reading order of a text. Returns true if the step wrapped.
    pub(crate) fn step_passage(&mut self, which: PaneSide, direction: StepDirection) -> bool {
        let count = self.view.passages.len();
        if count == 0 {
            return false;
        }
        let place = self.place_of_active_passage(which);
        let (next, wrapped) = match (direction, place) {
            (StepDirection::Next, None) => (0, false),
            (StepDirection::Back, None) => (count - 1, false),
            (direction, Some(place)) => direction.step_cyclically(place - 1, count),
        };
        self.activate_passage(which.select(next, self.order_b.get(next).copied().unwrap_or(0)));
        wrapped
    }

    pub(crate) fn longest_passage(&self) -> Option<&Passage> {
        self.view.passages.get(*self.by_length.first()?)
    }

    /// Returns the line of the active passage in the list, whose longest passage comes first.
    pub(crate) fn line_of_active_passage(&self) -> Option<usize> {
        let active = self.active?;
        self.by_length.iter().position(|index| *index == active)
    }

    /// Returns the page of the list that contains the active passage, for pages of `lines` lines. The list moves by
    /// whole pages, so that a clicked line keeps its place.
    pub(crate) fn page_with_active_passage(&self, lines: usize) -> std::ops::Range<usize> {
        let lines = lines.max(1);
        let start = self.line_of_active_passage().unwrap_or(0) / lines * lines;
        start..(start + lines).min(self.view.passages.len())
    }

    /// Returns the first passage in a row of a text. Prefers a passage that begins in this row.
    pub(crate) fn passage_on_row(&self, which: PaneSide, row: usize) -> Option<usize> {
        let (pane, side) = (self.pane(which), self.side(which));
        let range = pane.rows.byte_range_of_row(row, side.text.len())?;
        let here = find_touching_elements(&side.blocks, &range, |block| block.span);
        let begins = |block: &&Block| range.contains(&(block.span.start as usize));
        let found = here.iter().find(begins).or_else(|| here.first())?;
        Some(found.passage as usize)
    }
}

// Scrolls the texts of the open pair together.

impl OpenPair {
    /// Scrolls a text until a byte is visible. The other text scrolls with it.
    pub(crate) fn scroll_to_byte(&mut self, which: PaneSide, byte: u32) {
        let pane = self.pane_mut(which);
        let row = pane.rows.row_of_byte(byte);
        if pane.shows_rows(row, row) {
            return;
        }
        let third = (pane.height / 3).min(row);
        pane.scroll_row_to(row, third);
        let opposite = self.link.row_beside(which, row);
        self.pane_mut(which.other_side()).scroll_row_to(opposite, third);
    }

    /// Scrolls a text. The other text scrolls with it.
    pub(crate) fn scroll_side(&mut self, which: PaneSide, motion: Motion) {
        let in_step = self.scrolls_by_same_rows(which);
        let leader = self.pane_mut(which);
        let screen = leader.height.saturating_sub(2).max(1);
        let (top, pad) = (leader.top, leader.pad);
        let left = leader.last_scroll_top().saturating_sub(top) + pad;
        match motion.rows_to_move(screen) {
            Some((StepDirection::Next, rows)) => leader.scroll_down(left.min(rows)),
            Some((StepDirection::Back, rows)) => {
                leader.top = leader.top.saturating_sub(rows);
            }
            None if motion == Motion::First => leader.scroll_to(0),
            None => leader.scroll_to(leader.last_scroll_top().max(top)),
        }
        let forward = (leader.top + pad).saturating_sub(top + leader.pad);
        let back = (top + leader.pad).saturating_sub(leader.top + pad);
        if in_step && !matches!(motion, Motion::First | Motion::Last) {
            self.pane_mut(which.other_side()).scroll_down(forward);
            self.pane_mut(which.other_side()).scroll_up_beyond_text(back);
        } else {
            self.scroll_other_side(which);
        }
    }

    /// Scrolls a row to the middle of a pane. The other pane scrolls with it.
    pub(crate) fn scroll_row_to_middle(&mut self, which: PaneSide, row: usize) {
        let pane = self.pane_mut(which);
        pane.scroll_to(row.saturating_sub(pane.height / 2).min(pane.last_scroll_top()));
        self.scroll_other_side(which);
    }

    /// Scrolls the other pane to the rows that correspond to the rows of `which`.
    fn scroll_other_side(&mut self, which: PaneSide) {
        let leader = self.pane(which);
        let anchor = leader.rows_above_anchor();
        let row = leader.top + anchor;
        let target = self.link.row_beside(which, row);
        self.pane_mut(which.other_side()).scroll_to(target.saturating_sub(anchor));
    }

    /// Returns true if both panes scroll by the same number of rows. This is so beside a moved passage, and near the
    /// beginning if empty rows align the texts.
    fn scrolls_by_same_rows(&self, which: PaneSide) -> bool {
        let padded = self.panes.iter().any(|pane| pane.pad > 0);
        self.active_passage().is_some_and(|passage| {
            let pane = self.pane(which);
            let span = which.span_of_passage(passage);
            let visible =
                pane.shows_rows(pane.rows.row_of_byte(span.start), pane.rows.row_of_byte(span.end));
            visible && (passage.moved || padded)
        })
    }
}

// Maps rows of a pane to rows of the other pane, so that scrolling together aligns shared passages.

/// A row of the left pane and the row of the right pane beside it.
pub(crate) type Anchor = [usize; 2];

/// The anchors of a pair, ascending in both panes, from the first rows to the last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RowLink {
    anchors: Vec<Anchor>,
}

impl RowLink {
    /// Keeps the anchors that ascend in both panes. `anchors` are sorted by the left pane. `ends` are the numbers of
    /// rows.
    pub(crate) fn new(anchors: impl IntoIterator<Item = Anchor>, ends: Anchor) -> Self {
        let mut ascending: Vec<Anchor> = vec![[0, 0]];
        for anchor in anchors {
            let last = ascending.last().copied().unwrap_or_default();
            // A passage may begin at the first row of a text.
            let is_first = ascending.len() == 1 && anchor != last;
            let is_behind = is_first || anchor[0] > last[0] && anchor[1] > last[1];
            if is_behind && anchor[0] < ends[0] && anchor[1] < ends[1] {
                ascending.push(anchor);
            }
        }
        ascending.push(ends);
        Self { anchors: ascending }
    }

    /// Returns the row of the other text that is beside a row of `which`.
    fn row_beside(&self, which: PaneSide, row: usize) -> usize {
        let side = |anchor: Anchor| (anchor[which as usize], anchor[which.other_side() as usize]);
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
    pub(crate) place: Option<(PairNames, ScrollPlace)>,
}

/// Scroll positions of the texts of a pair, for any width of the panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScrollPlace {
    tops: [u32; 2],
    pads: [usize; 2],
    pub(crate) active: Option<usize>,
}

impl ScrollPlace {
    pub(crate) fn new(pair: &OpenPair) -> Self {
        let panes = pair.panes.each_ref();
        let tops = panes.map(|pane| pane.rows.row_start(pane.top));
        Self { tops, pads: panes.map(|pane| pane.pad), active: pair.active }
    }

    pub(crate) fn restore_scroll(self, pair: &mut OpenPair) {
        for ((pane, top), pad) in pair.panes.iter_mut().zip(self.tops).zip(self.pads) {
            pane.scroll_to(pane.rows.row_of_byte(top));
            pane.pad = pad;
        }
        pair.active = self.active.filter(|active| *active < pair.view.passages.len());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::RowLink;
    use crate::tui::layout::PaneSide;

    #[test]
    fn anchored_rows_meet_and_rows_between_are_in_proportion() {
        let link = RowLink::new([[10, 30], [20, 40]], [30, 80]);
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
        let link = RowLink::new([[20, 0]], [320, 300]);
        assert_eq!([6, 20, 25].map(|row| link.row_beside(PaneSide::A, row)), [0, 0, 5]);
        assert_eq!([0, 5].map(|row| link.row_beside(PaneSide::B, row)), [20, 25]);
        let link = RowLink::new([[0, 20]], [300, 320]);
        assert_eq!([0, 5].map(|row| link.row_beside(PaneSide::A, row)), [20, 25]);
    }

    proptest! {
        #[test]
        fn the_other_pane_never_scrolls_backwards(
            anchors in prop::collection::vec([0_usize..50, 0_usize..50], 0..8), ends in [1_usize..60, 1_usize..60],
        ) {
            let mut anchors = anchors;
            anchors.sort_unstable();
            let link = RowLink::new(anchors, ends);
            for row in 0..ends[0] {
                prop_assert!(link.row_beside(PaneSide::A, row) <= link.row_beside(PaneSide::A, row + 1));
                prop_assert!(link.row_beside(PaneSide::A, row) <= ends[1]);
            }
        }
    }
}
