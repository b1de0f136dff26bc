//! Goes from passage to passage of the open pair: in reading order, by number, by repetition. It scrolls nothing itself.

use shingle::base::span::Span;
use shingle::pipeline::{PairView, document::wording::Bridge};

use crate::tui::layout::{PaneSide, PassageOrder};
use crate::tui::{actions::StepDirection, drawing::glyphs::columns, model::pair::OpenPair};

impl OpenPair {
    /// The place of the active passage among those of `which`, in its reading order, counted from 1.
    pub(crate) fn place(&self, which: PaneSide) -> Option<usize> {
        let active = self.active?;
        match which {
            PaneSide::A => Some(active + 1),
            PaneSide::B => {
                self.order_b.iter().position(|index| *index == active).map(|place| place + 1)
            }
        }
    }

    /// Goes to the next or previous passage in the reading order of `which`. Returns `true` if it started again from the
    /// other end.
    pub(crate) fn step(&mut self, which: PaneSide, direction: StepDirection) -> bool {
        let count = self.view.passages.len();
        if count == 0 {
            return false;
        }
        let place = self.place(which);
        let (next, wrapped) = match (direction, place) {
            (StepDirection::Next, None) => (0, false),
            (StepDirection::Back, None) => (count - 1, false),
            (StepDirection::Next, Some(place)) => (place % count, place == count),
            (StepDirection::Back, Some(place)) => ((place + count - 2) % count, place == 1),
        };
        let index = match which {
            PaneSide::A => next,
            PaneSide::B => self.order_b.get(next).copied().unwrap_or(0),
        };
        self.activate(index);
        wrapped
    }

    /// The passage on a line of the list, which is in reading order or begins with the longest.
    pub(crate) fn listed(&self, line: usize, order: PassageOrder) -> Option<usize> {
        match order {
            PassageOrder::Place => (line < self.view.passages.len()).then_some(line),
            PassageOrder::Length => self.longest.get(line).copied(),
        }
    }

    /// The line of the active passage in that list.
    pub(crate) fn listed_at(&self, order: PassageOrder) -> Option<usize> {
        let active = self.active?;
        match order {
            PassageOrder::Place => Some(active),
            PassageOrder::Length => self.longest.iter().position(|index| *index == active),
        }
    }

    /// The page of the list of passages that has the active one, for pages of this many lines. The list moves by pages, so
    /// that a clicked line stays where it is.
    pub(crate) fn page(&self, lines: usize, order: PassageOrder) -> std::ops::Range<usize> {
        let lines = lines.max(1);
        let start = self.listed_at(order).unwrap_or(0) / lines * lines;
        start..(start + lines).min(self.view.passages.len())
    }

    /// The first passage in a row of a text. One that begins there has precedence.
    pub(crate) fn passage_on(&self, which: PaneSide, row: usize) -> Option<usize> {
        let (pane, side) = (self.pane(which), self.side(which));
        let range = pane.rows.range(row, side.text.len())?;
        let from =
            side.highlights.partition_point(|highlight| highlight.span.end as usize <= range.start);
        let to = side
            .highlights
            .partition_point(|highlight| (highlight.span.start as usize) < range.end);
        let here = || {
            side.highlights
                .get(from..to)
                .unwrap_or_default()
                .iter()
                .map(|highlight| highlight.passage as usize)
        };
        let begins = |index: &usize| {
            let passage = self.view.passages.get(*index);
            passage.is_some_and(|passage| range.contains(&(which.span(passage).start as usize)))
        };
        here().find(begins).or_else(|| here().next())
    }

    /// How many numbers there are. Repetitions share one.
    pub(crate) fn numbers(&self) -> u32 {
        self.view.passages.last().map_or(0, |passage| passage.number)
    }

    /// The indices of the passages with this number.
    pub(crate) fn numbered(&self, number: u32) -> std::ops::Range<usize> {
        let passages = &self.view.passages;
        let from = passages.partition_point(|passage| passage.number < number);
        from..passages.partition_point(|passage| passage.number <= number)
    }

    /// Goes to the next or previous repetition of the active passage. Returns how many there are, including the active one.
    pub(crate) fn repeat(&mut self, direction: StepDirection) -> usize {
        let Some((index, passage)) =
            self.active.and_then(|index| Some((index, self.view.passages.get(index)?)))
        else {
            return 0;
        };
        let all = self.numbered(passage.number);
        let (place, count) = (index - all.start, all.len());
        let next = match direction {
            StepDirection::Next => (place + 1) % count,
            StepDirection::Back => (place + count - 1) % count,
        };
        if count > 1 {
            self.activate(all.start + next);
        }
        count
    }
}

// Which passages of a pair form one block, because only small gaps separate them, and where these gaps are.

/// The blocks of a pair.
#[derive(Debug, Clone, Default)]
pub(crate) struct Blocks {
    /// The first and the last passage of the block of each passage.
    ends: Vec<(u32, u32)>,
    /// The gaps in the reading order of each document.
    gaps: [Vec<Span>; 2],
}

const fn place(which: PaneSide) -> usize {
    match which {
        PaneSide::A => 0,
        PaneSide::B => 1,
    }
}

impl Blocks {
    /// Follows the bridges from passage to passage. Linear in both, except for the sorting.
    pub(crate) fn new(view: &PairView) -> Self {
        let mut ends: Vec<(u32, u32)> =
            (0..view.passages.len() as u32).map(|index| (index, index)).collect();
        let first = |ends: &[(u32, u32)], index: u32| ends.get(index as usize).map(|end| end.0);
        // A passage has a bridge to at most one after it. The bridges are in reading order of a.
        for Bridge { from, to, .. } in &view.bridges {
            if let (Some(first), Some(end)) = (first(&ends, *from), ends.get_mut(*to as usize)) {
                end.0 = first;
            }
        }
        for Bridge { from, to, .. } in view.bridges.iter().rev() {
            let last = ends.get(*to as usize).map(|end| end.1);
            if let (Some(last), Some(end)) = (last, ends.get_mut(*from as usize)) {
                end.1 = last;
            }
        }
        let gaps = |span: fn(&Bridge) -> Span| {
            let mut gaps: Vec<Span> = view.bridges.iter().map(span).collect();
            gaps.sort_unstable();
            gaps
        };
        Self { ends, gaps: [gaps(|bridge| bridge.a), gaps(|bridge| bridge.b)] }
    }

    /// The first and the last passage of the block that a passage is in.
    pub(crate) fn ends(&self, passage: u32) -> (u32, u32) {
        self.ends.get(passage as usize).copied().unwrap_or((passage, passage))
    }

    /// Whether a range of a document overlaps a gap within a block.
    pub(crate) fn is_gap(&self, which: PaneSide, range: &std::ops::Range<usize>) -> bool {
        let gaps = &self.gaps[place(which)];
        let before = gaps.partition_point(|gap| (gap.start as usize) <= range.start);
        let gap = before.checked_sub(1).and_then(|index| gaps.get(index));
        gap.is_some_and(|gap| range.start < gap.end as usize)
    }
}

// The numbers of all passages in one row, scrolled so that the active one is visible.

/// The label before the first number in a row of this width.
pub(crate) const fn label(width: u16) -> &'static str {
    if width < 60 { " " } else { " passages " }
}

/// One number of the strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberCell {
    /// Index of the passage.
    pub(crate) index: usize,
    /// Its first column.
    pub(crate) column: u16,
    /// The text: the number between blanks, or between brackets if active. `⇄` precedes it if the passage moved.
    pub(crate) text: String,
}

impl NumberCell {
    /// The column after it.
    pub(crate) fn end(&self) -> u16 {
        self.column + columns(&self.text)
    }
}

/// The numbers that fit into a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Strip {
    /// The numbers, from left to right.
    pub(crate) cells: Vec<NumberCell>,
    /// Whether there are passages before the first of them.
    pub(crate) more_before: bool,
    /// Whether there are passages after the last of them.
    pub(crate) more_after: bool,
}

/// The text for a passage.
fn text(pair: &OpenPair, index: usize) -> Option<String> {
    let passage = pair.view.passages.get(index)?;
    let (id, sign) = (passage.id(), if passage.moved { "⇄" } else { "" });
    let is_active = pair.active == Some(index);
    Some(if is_active { format!("[{sign}{id}]") } else { format!(" {sign}{id} ") })
}

/// The numbers that fit into a row of this width after its label. A column stays free on either side for the signs that
/// there are more.
pub(crate) fn strip(pair: &OpenPair, width: u16) -> Strip {
    let from = columns(label(width));
    let room = width.saturating_sub(from).saturating_sub(2);
    let width_of = |index: usize| text(pair, index).map_or(0, |text| columns(&text));
    let count = pair.view.passages.len();
    let active = pair.active.unwrap_or(0);
    let (mut first, mut next) = (active.min(count), active.min(count));
    let mut used = 0;
    if next < count && width_of(next) <= room {
        used = width_of(next);
        next += 1;
    }
    let back = |first: &mut usize, used: &mut u16, room: u16| {
        while *first > 0 && *used + width_of(*first - 1) <= room {
            *first -= 1;
            *used += width_of(*first);
        }
    };
    // About as many before the active one as after it.
    let half = used + room.saturating_sub(used) / 2;
    back(&mut first, &mut used, half);
    while next < count && used + width_of(next) <= room {
        used += width_of(next);
        next += 1;
    }
    back(&mut first, &mut used, room);
    let mut column = from + 1;
    let mut cells = Vec::new();
    for index in first..next {
        let Some(text) = text(pair, index) else { break };
        let cell = NumberCell { index, column, text };
        column = cell.end();
        cells.push(cell);
    }
    Strip { cells, more_before: first > 0, more_after: next < count }
}
