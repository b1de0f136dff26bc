//! Selects passages of the open pair: in reading order, by number, by repetition.

use shingle::{
    base::span::touching,
    pipeline::{Block, Passage},
};

use crate::tui::layout::{PaneSide, PassageOrder};
use crate::tui::model::pair::OpenPair;
use crate::tui::{actions::StepDirection, drawing::glyphs::columns};

impl OpenPair {
    /// Returns the place of the active passage in the reading order of `which`, counted from 1.
    pub(crate) fn active_place(&self, which: PaneSide) -> Option<usize> {
        let active = self.active?;
        match which {
            PaneSide::A => Some(active + 1),
            PaneSide::B => {
                self.order_b.iter().position(|index| *index == active).map(|place| place + 1)
            }
        }
    }

    /// Activates the next or previous passage in the reading order of `which`. Returns true if the search wrapped.
    pub(crate) fn step_passage(&mut self, which: PaneSide, direction: StepDirection) -> bool {
        let count = self.view.passages.len();
        if count == 0 {
            return false;
        }
        let place = self.active_place(which);
        let (next, wrapped) = match (direction, place) {
            (StepDirection::Next, None) => (0, false),
            (StepDirection::Back, None) => (count - 1, false),
            (direction, Some(place)) => direction.step(place - 1, count),
        };
        self.activate(which.of(next, self.order_b.get(next).copied().unwrap_or(0)));
        wrapped
    }

    /// Returns the passage on a line of the list, which is sorted by length or in reading order.
    pub(crate) fn passage_on_line(&self, line: usize, order: PassageOrder) -> Option<usize> {
        match order {
            PassageOrder::Place => (line < self.view.passages.len()).then_some(line),
            PassageOrder::Length => self.longest.get(line).copied(),
        }
    }

    pub(crate) fn longest(&self) -> Option<&Passage> {
        self.view.passages.get(*self.longest.first()?)
    }

    pub(crate) fn active_line(&self, order: PassageOrder) -> Option<usize> {
        let active = self.active?;
        match order {
            PassageOrder::Place => Some(active),
            PassageOrder::Length => self.longest.iter().position(|index| *index == active),
        }
    }

    /// Returns the page of the list with the active passage, for pages of `lines` lines. The list moves by pages, so
    /// that a clicked line stays at its place.
    pub(crate) fn page_of_active(
        &self,
        lines: usize,
        order: PassageOrder,
    ) -> std::ops::Range<usize> {
        let lines = lines.max(1);
        let start = self.active_line(order).unwrap_or(0) / lines * lines;
        start..(start + lines).min(self.view.passages.len())
    }

    /// Returns the first passage in a row of a text. Prefers a passage that begins in this row.
    pub(crate) fn passage_on(&self, which: PaneSide, row: usize) -> Option<usize> {
        let (pane, side) = (self.pane(which), self.side(which));
        let range = pane.rows.range(row, side.text.len())?;
        let here = touching(&side.blocks, &range, |block| block.span);
        let begins = |block: &&Block| range.contains(&(block.span.start as usize));
        let found = here.iter().find(begins).or_else(|| here.first())?;
        Some(found.passage as usize)
    }

    /// Counts the numbers of passages. Repetitions share a number.
    pub(crate) fn count_numbers(&self) -> u32 {
        self.view.passages.last().map_or(0, |passage| passage.number)
    }

    pub(crate) fn passages_numbered(&self, number: u32) -> std::ops::Range<usize> {
        let passages = &self.view.passages;
        let from = passages.partition_point(|passage| passage.number < number);
        from..passages.partition_point(|passage| passage.number <= number)
    }

    /// Activates the next or previous repetition of the active passage. Returns the number of repetitions, including
    /// the active passage.
    pub(crate) fn activate_repetition(&mut self, direction: StepDirection) -> usize {
        let Some((index, passage)) = self.active.zip(self.active_passage()) else { return 0 };
        let all = self.passages_numbered(passage.number);
        let (place, count) = (index - all.start, all.len());
        if count > 1 {
            self.activate(all.start + direction.step(place, count).0);
        }
        count
    }
}

// The numbers of all passages in one row, scrolled to the active passage.

/// Returns the label before the first number in a row of this width.
pub(crate) const fn label(width: u16) -> &'static str {
    if width < 60 { " " } else { " passages " }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberCell {
    pub(crate) index: usize,
    /// The first column.
    pub(crate) column: u16,
    /// The number between blanks, or between brackets if active. `⇄` precedes the number of a moved passage.
    pub(crate) text: String,
}

impl NumberCell {
    pub(crate) fn end_column(&self) -> u16 {
        self.column + columns(&self.text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Strip {
    pub(crate) cells: Vec<NumberCell>,
    pub(crate) more_before: bool,
    pub(crate) more_after: bool,
}

fn text(pair: &OpenPair, index: usize) -> Option<String> {
    let passage = pair.view.passages.get(index)?;
    let (id, sign) = (passage.id(), if passage.moved { "⇄" } else { "" });
    let is_active = pair.active == Some(index);
    Some(if is_active { format!("[{sign}{id}]") } else { format!(" {sign}{id} ") })
}

/// Returns the numbers that fit into a row of this width after its label. A column stays free on either side for the
/// signs of further passages.
pub(crate) fn number_strip(pair: &OpenPair, width: u16) -> Strip {
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
    // About as many numbers before the active passage as after it.
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
        column = cell.end_column();
        cells.push(cell);
    }
    Strip { cells, more_before: first > 0, more_after: next < count }
}
