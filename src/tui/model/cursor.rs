use shingle::base::path::DocPath;

use crate::tui::actions::{KeyName, Motion, ViewName};
use crate::tui::model::{Model, States};

/// Lines of a list on the screen. `None` while the list is hidden: the list scrolls when it is visible again, with its
/// height at that time. The position is thus independent of the parts that covered the list.
pub(crate) type VisibleLines = Option<usize>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cursor {
    /// Index of the selected line. 0 in an empty list.
    pub(crate) selected: usize,
    pub(crate) top: usize,
}

impl Cursor {
    /// Moves through a list of `len` lines, `height` lines of which are on the screen.
    pub(crate) fn step(&mut self, motion: Motion, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        self.select(motion.target_row(self.selected, len, page), len, height);
    }

    /// Selects a line, or the last line if the index is too large.
    pub(crate) fn select(&mut self, index: usize, len: usize, height: usize) {
        self.selected = index.min(len.saturating_sub(1));
        self.scroll_to_selected(len, height);
    }

    /// Selects a line at the same height on the screen as the line selected before, even while the list is hidden.
    pub(crate) fn select_in_place(&mut self, index: usize, len: usize, visible: VisibleLines) {
        let offset = self.selected.saturating_sub(self.top);
        self.selected = index.min(len.saturating_sub(1));
        self.top = index.saturating_sub(offset).min(self.selected);
        if let Some(height) = visible {
            self.scroll_to_selected(len, height);
        }
    }

    pub(crate) fn scroll_to_selected(&mut self, len: usize, height: usize) {
        let height = height.max(1);
        let lowest = self.selected.saturating_sub(height - 1);
        self.top = self.top.clamp(lowest, self.selected).min(len.saturating_sub(height));
    }
}

// A list whose entries unfold.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) place: usize,
    /// Index of the line below the entry. `None` for the entry itself.
    pub(crate) below: Option<usize>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    places: usize,
    /// Sorted by place.
    unfolded: Vec<Unfolded>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unfolded {
    place: usize,
    line: usize,
    /// Number of lines below the entry.
    below: usize,
}

impl Lines {
    /// Returns the lines of `places` entries. `unfolded` has the indices of the unfolded entries, ascending, and the
    /// number of lines below each.
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

    pub(crate) fn len(&self) -> usize {
        self.places + self.unfolded.iter().map(|one| one.below).sum::<usize>()
    }

    pub(crate) fn spot_at(&self, line: usize) -> Option<Spot> {
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

    pub(crate) fn line_of(&self, place: usize) -> usize {
        let before = self.unfolded.partition_point(|one| one.place < place);
        match before.checked_sub(1).and_then(|last| self.unfolded.get(last)) {
            None => place,
            Some(one) => one.line + one.below + (place - one.place),
        }
    }

    /// Returns the entry of a line, if folding or unfolding changes it.
    pub(crate) fn foldable(&self, line: usize, unfold: bool) -> Option<usize> {
        let place = self.spot_at(line)?.place;
        (self.is_unfolded(place) != unfold).then_some(place)
    }

    pub(crate) fn is_unfolded(&self, place: usize) -> bool {
        self.unfolded.binary_search_by(|one| one.place.cmp(&place)).is_ok()
    }
}

// Interface of the current list for the whole screen.

#[derive(Debug, Clone, Copy)]
pub(crate) struct Views {
    pub(crate) list: fn(ViewName) -> &'static dyn List,
    pub(crate) states: fn() -> States,
}

impl Default for Views {
    fn default() -> Self {
        Self { list: |_| &NoList, states: States::default }
    }
}

struct NoList;

impl List for NoList {}

/// The spelling of a key, if it differs from the key, and its name.
pub(crate) type KeyHint = (Option<&'static str>, &'static str);

pub(crate) trait List {
    /// Returns the position of the selected line, and the number of lines. `None` if the list has another kind of
    /// position.
    fn cursor(&self, _model: &Model) -> Option<(Cursor, usize)> {
        None
    }

    /// Returns the position of the selected line for moves. `None` if the list moves in another way.
    fn cursor_mut<'m>(&self, _model: &'m mut Model) -> Option<&'m mut Cursor> {
        None
    }

    /// Scrolls to the selected line, if the list has `height` rows.
    fn scroll_list(&self, model: &mut Model, height: usize) {
        let lines = self.cursor(model).map_or(0, |(_, lines)| lines);
        if let Some(cursor) = self.cursor_mut(model) {
            cursor.scroll_to_selected(lines, height);
        }
    }

    /// Returns the names of documents, which follow their documents from result to result.
    fn documents_mut<'m>(&self, _model: &'m mut Model) -> Vec<&'m mut DocPath> {
        Vec::new()
    }

    /// Returns true until the engine has answered the newest request of the list.
    fn awaits(&self, _model: &Model) -> bool {
        false
    }

    /// Returns true if letters go into a text.
    fn takes_text(&self, _model: &Model) -> bool {
        false
    }

    /// Returns true if the selected pair is shown below the list.
    fn shows_pair(&self, _model: &Model) -> bool {
        false
    }

    fn rows_above(&self, _model: &Model) -> u16 {
        0
    }

    fn rows_below(&self, _model: &Model) -> u16 {
        0
    }

    /// Returns the selected document. A list without documents returns the document of the ranked list.
    fn selected_document(&self, model: &Model) -> Option<DocPath> {
        model.subject_of_pair()
    }

    fn selected_pair(&self, _model: &Model) -> Option<(DocPath, DocPath)> {
        None
    }

    /// Returns the names of the most important keys here, in order. `None` for the usual keys.
    fn main_keys(&self, _model: &Model) -> Option<&'static [KeyName]> {
        None
    }

    /// Returns the spelling and name of a key here, if they differ from elsewhere.
    fn key_hint(&self, _model: &Model, _name: KeyName) -> Option<KeyHint> {
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
            let found: Vec<Spot> = (0..).map_while(|line| lines.spot_at(line)).collect();
            prop_assert_eq!(lines.len(), plain.len());
            prop_assert_eq!(found, plain);
        }
    }
}
