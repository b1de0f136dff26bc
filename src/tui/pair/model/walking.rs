//! Goes from passage to passage of the open pair: in reading order, by number, by repetition. It scrolls nothing itself.

use crate::tui::event_loop::action::StepDirection;
use crate::tui::pair::model::OpenPair;
use crate::tui::pair::pane::Which;
use crate::tui::pair::reading::PassageOrder;

impl OpenPair {
    /// The place of the active passage among those of `which`, in its reading order, counted from 1.
    pub(crate) fn place(&self, which: Which) -> Option<usize> {
        let active = self.active?;
        match which {
            Which::A => Some(active + 1),
            Which::B => {
                self.order_b.iter().position(|index| *index == active).map(|place| place + 1)
            }
        }
    }

    /// Goes to the next or previous passage in the reading order of `which`. Returns `true` if it started again from the
    /// other end.
    pub(crate) fn step(&mut self, which: Which, direction: StepDirection) -> bool {
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
            Which::A => next,
            Which::B => self.order_b.get(next).copied().unwrap_or(0),
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
    pub(crate) fn passage_on(&self, which: Which, row: usize) -> Option<usize> {
        let (pane, side) = (self.pane(which), self.side(which));
        let range = pane.rows.range(row, side.text.len())?;
        let from = side.lit.partition_point(|lit| lit.span.end as usize <= range.start);
        let to = side.lit.partition_point(|lit| (lit.span.start as usize) < range.end);
        let here =
            || side.lit.get(from..to).unwrap_or_default().iter().map(|lit| lit.passage as usize);
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
