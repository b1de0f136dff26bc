//! Where each part is on the current screen, and how many rows each part wants. It draws nothing.

use std::ops::Range;

use shingle::{base::path::DocPath, decisions::Verdict, visits::PairNames};

use crate::tui::layout::{Areas, PaneSide, PaneSizes, RowNeeds, areas, strip_rows};
use crate::tui::model::decisions::MEANINGS;
use crate::tui::model::{Focus, Model, Purpose, VisibleLines, projector::band};
use crate::tui::{actions::Room, parameters::bar::height, views::explain};

/// With fewer rows than this an explanation takes the rows of the parameters.
const LOW: u16 = 20;
/// With at least this many rows, a text is shown with its selected match.
const LARGE: u16 = 48;

impl Model {
    /// The regions of the screen. `None` if it is too small.
    pub(crate) fn areas(&self) -> Option<Areas> {
        self.areas_if(self.zoomed)
    }

    /// How many lines of a room's list are on the screen.
    pub(crate) fn visible_lines(&self, room: Room) -> VisibleLines {
        let list = self.areas()?.list?;
        self.rooms.here().shares_list(room).then_some(usize::from(list.rows.height))
    }

    /// Columns and rows of both texts. If the pair has no room, those that it would have.
    pub(crate) fn pair_sizes(&self) -> Option<PaneSizes> {
        let now = self.areas()?.pair;
        now.or_else(|| self.areas_if(true)?.pair).map(|pair| pair.sizes(self.reading.lines))
    }

    fn areas_if(&self, zoomed: bool) -> Option<Areas> {
        let explains = self.explain.is_some() && !self.is_covered();
        // On a low screen an explanation needs the rows of the parameters.
        let low = explains && self.size.1 < LOW;
        let scores = self.has_pairs()
            && self.snapshot.as_ref().is_some_and(|snapshot| snapshot.histogram.from(0) > 0);
        let whole = zoomed || self.reading.alone;
        // A lesson has its own large number.
        let has_band = self.projector.is_some() && self.lesson.is_none();
        let band = if has_band { band(self.size.1) } else { 0 };
        let needs = RowNeeds {
            zoomed,
            params: if low { 0 } else { height(self.values(), self.size.0) + self.meaning_rows() },
            strip: if scores { strip_rows((self.size.0, self.size.1 - band), whole) } else { 0 },
            band,
            prompt: self.prompt_rows(),
            rows: self.has_pairs() || self.has_matches(),
            filtered_lines: self.filtered_lines(),
            above: self.here().above(self),
            below: self.here().below(self),
            second: self.leader() == PaneSide::B,
            panel: if explains { explain::rows(self) } else { 0 },
            reading: self.reading,
            passages: self.lists_passages.then(|| {
                self.open().map_or(0, |pair| {
                    let lines = pair.view.passages.len() + usize::from(pair.single_runs.is_some());
                    lines.min(usize::from(u16::MAX)) as u16
                })
            }),
        };
        let areas = areas(self.size.0, self.size.1, needs)?;
        let named = || self.open().map_or(0, |pair| pair.named.len() as u16);
        Some(if self.dots.is_some() { areas.with_dots(named()) } else { areas })
    }

    /// Rows above the last one that the open line of input takes, so that it covers nothing that is marked.
    pub(crate) fn prompt_rows(&self) -> u16 {
        match (self.prompt.as_ref(), self.size.0) {
            (Some(prompt), _) if prompt.purpose != Purpose::Verdict => 0,
            (None, _) => 0,
            (Some(prompt), _) if prompt.text().contains(MEANINGS) => Verdict::ALL.len() as u16,
            (_, 0..100) => 5,
            (_, 100..160) => 3,
            _ => 2,
        }
    }

    /// Whether the selected match of a text fits below the matches. They need only a part of a large screen.
    pub(crate) fn has_matches(&self) -> bool {
        self.rooms.here() == Room::Query && self.query.len() > 0 && self.size.1 >= LARGE
    }

    /// How many lines a filter left, once it has been typed.
    fn filtered_lines(&self) -> Option<u16> {
        let is_filtered =
            self.has_pairs() && (!self.list.filter.is_empty() || self.list.of.is_some());
        let lines = u16::try_from(self.list.len()).unwrap_or(u16::MAX);
        let is_open = matches!(self.purpose(), Some(Purpose::Filter(_)));
        (is_filtered && !is_open).then_some(lines)
    }

    /// Rows below the bar for the meaning of the chosen parameter, while there is one.
    fn meaning_rows(&self) -> u16 {
        match self.size {
            _ if self.values().chosen.is_none() => 0,
            (_, 0..LOW) => 0,
            (0..100, _) => 3,
            (0..230, _) => 2,
            _ => 1,
        }
    }
}

// What is selected in the current list: the document that is looked at, and the rows on the screen.

/// The document that is looked at.
pub(crate) fn subject(model: &Model) -> Option<DocPath> {
    if let Some(current) = model.pair.as_ref().filter(|_| model.zoomed) {
        let is_b = model.focus == Focus::Pane(PaneSide::B) || current.text.is_some();
        return Some(if is_b { current.names.1.clone() } else { current.names.0.clone() });
    }
    model.here().subject(model)
}

/// The lines of the ranked list that are in view, or would be.
pub(crate) fn lines_in_view(model: &Model) -> Range<usize> {
    model.list.top..model.list.top + list_height(model)
}

/// The pairs of these lines, the selected one first.
pub(crate) fn pairs_in_view(model: &Model) -> Vec<PairNames> {
    let Some(snapshot) = &model.snapshot else { return Vec::new() };
    let row = |line| snapshot.rows.get(model.list.at(line)?.row);
    let names = |row| {
        let (a, b) = snapshot.names(row);
        (a.clone(), b.clone())
    };
    let others = lines_in_view(model).filter_map(row).map(names);
    model.list.names.clone().into_iter().chain(others).collect()
}

/// The rows of the list on the screen, or those that it would have.
pub(crate) fn list_height(model: &Model) -> usize {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}

/// The columns of the screen that a list has, or would have.
pub(crate) fn list_width(model: &Model) -> u16 {
    let rows = model.areas().and_then(|areas| areas.list).map(|list| list.rows.width);
    rows.unwrap_or(model.size.0)
}
