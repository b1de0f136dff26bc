//! The selected line of a list and the first line on the screen. It knows no content.

use shingle::base::path::DocPath;

use crate::tui::{actions::Motion, model::Model};

/// How many lines of a list are on the screen. `None` while it is hidden: it is then scrolled when it is shown again, by
/// the height that it has by then. So nothing depends on what covered it.
pub(crate) type VisibleLines = Option<usize>;

/// A position in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    /// Index of the selected line. 0 if there is none.
    pub(crate) selected: usize,
    /// Index of the first line drawn.
    pub(crate) top: usize,
}

impl Cursor {
    /// Moves through a list of `len` lines of which `height` are on the screen.
    pub(crate) fn step(&mut self, motion: Motion, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        self.select(motion.row_from(self.selected, len, page), len, height);
    }

    /// Selects a line, or the last.
    pub(crate) fn select(&mut self, index: usize, len: usize, height: usize) {
        self.selected = index.min(len.saturating_sub(1));
        self.settle(len, height);
    }

    /// Selects a line and keeps it at the height on the screen where the selected line was, even while the list is hidden.
    pub(crate) fn carry(&mut self, index: usize, len: usize, visible: VisibleLines) {
        let offset = self.selected.saturating_sub(self.top);
        self.selected = index.min(len.saturating_sub(1));
        self.top = index.saturating_sub(offset).min(self.selected);
        if let Some(height) = visible {
            self.settle(len, height);
        }
    }

    /// Keeps the selected line on the screen, scrolling as little as possible.
    pub(crate) fn settle(&mut self, len: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(len.saturating_sub(height));
    }
}

// A list whose entries unfold: which line shows which entry, or what is below one.

/// What a line shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The index of the entry.
    pub(crate) place: usize,
    /// Which of those below it. `None` for the entry itself.
    pub(crate) below: Option<usize>,
}

/// The entries in order, some of them unfolded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    places: usize,
    /// In ascending order.
    unfolded: Vec<Unfolded>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unfolded {
    place: usize,
    /// The line of the entry itself.
    line: usize,
    /// How many are below it.
    below: usize,
}

impl Lines {
    /// This many entries. `unfolded` has the indices of the unfolded ones, ascending, and how many are below each.
    pub(crate) fn new(places: usize, unfolded: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut above = 0;
        let unfolded = unfolded
            .into_iter()
            .map(|(place, below)| {
                let line = place + above;
                above += below;
                Unfolded { place, line, below }
            })
            .collect();
        Self { places, unfolded }
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.places + self.unfolded.iter().map(|one| one.below).sum::<usize>()
    }

    /// What a line shows. `None` past the end.
    pub(crate) fn at(&self, line: usize) -> Option<Spot> {
        let before = self.unfolded.partition_point(|one| one.line <= line);
        let spot = match before.checked_sub(1).and_then(|last| self.unfolded.get(last)) {
            None => Spot { place: line, below: None },
            Some(one) => match line - one.line {
                0 => Spot { place: one.place, below: None },
                down if down <= one.below => Spot { place: one.place, below: Some(down - 1) },
                down => Spot { place: one.place + down - one.below, below: None },
            },
        };
        (spot.place < self.places).then_some(spot)
    }

    /// The line of the entry with an index.
    pub(crate) fn line_of(&self, place: usize) -> usize {
        let before = self.unfolded.partition_point(|one| one.place < place);
        match before.checked_sub(1).and_then(|last| self.unfolded.get(last)) {
            None => place,
            Some(one) => one.line + one.below + (place - one.place),
        }
    }

    /// Whether the entry with an index is unfolded.
    pub(crate) fn is_unfolded(&self, place: usize) -> bool {
        self.unfolded.binary_search_by(|one| one.place.cmp(&place)).is_ok()
    }
}

// What the screen as a whole asks of the current list.

/// A list, as the model sees it.
pub(crate) trait RoomList {
    /// The position of the selected line, and the number of lines. `None` if the list has another kind of position.
    fn cursor(&self, _model: &Model) -> Option<(Cursor, usize)> {
        None
    }

    /// The position of the selected line, to move it. `None` if the list moves in a way of its own.
    fn cursor_mut<'m>(&self, _model: &'m mut Model) -> Option<&'m mut Cursor> {
        None
    }

    /// Keeps the selected line on the screen, if the list has `height` rows.
    fn settle(&self, model: &mut Model, height: usize) {
        let lines = self.cursor(model).map_or(0, |(_, lines)| lines);
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.settle(lines, height);
        }
    }

    /// Rows wanted above the list.
    fn above(&self, _model: &Model) -> u16 {
        0
    }

    /// Rows wanted below it.
    fn below(&self, _model: &Model) -> u16 {
        0
    }

    /// The document that is looked at. A list without documents returns that of the ranked list.
    fn subject(&self, model: &Model) -> Option<DocPath> {
        model.subject_of_pair()
    }

    /// The two selected documents. The first may be the text of the query.
    fn pair(&self, _model: &Model) -> Option<(DocPath, DocPath)> {
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Lines, Spot};

    proptest! {
        #[test]
        fn lines_and_entries_lead_to_each_other_as_when_written_out(
            below in prop::collection::vec(prop::option::weighted(0.3, 0_usize..4), 0..20),
        ) {
            let unfolded = below.iter().enumerate().filter_map(|(place, some)| Some((place, (*some)?)));
            let lines = Lines::new(below.len(), unfolded);
            let mut plain = Vec::new();
            for (place, some) in below.iter().enumerate() {
                prop_assert_eq!(lines.line_of(place), plain.len());
                prop_assert_eq!(lines.is_unfolded(place), some.is_some());
                plain.push(Spot { place, below: None });
                plain.extend((0..some.unwrap_or(0)).map(|one| Spot { place, below: Some(one) }));
            }
            let found: Vec<Spot> = (0..).map_while(|line| lines.at(line)).collect();
            prop_assert_eq!(lines.len(), plain.len());
            prop_assert_eq!(found, plain);
        }
    }
}
