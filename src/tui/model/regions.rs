//! The position of each part on the current screen, and the preferred rows of each part.

use std::ops::Range;

use ratatui::layout::Rect;

use shingle::{base::path::DocPath, decisions::MarkKind, visits::PairNames};

use crate::tui::layout::{
    Areas, PaneSide, PaneSizes, SMALLEST, SPLIT_ROWS, divide_list, divide_pair, histogram_rows,
    rows_of_list_above_pair, split_first_rows, split_last_rows,
};
use crate::tui::model::{Focus, Model, Purpose, rows_of_projector_band};
use crate::tui::{actions::Place, model::decisions::MEANINGS, parameters::bar::bar_height};

/// Minimum rows of a screen that shows an explanation and the parameters together.
const LOW: u16 = 20;

impl Model {
    /// Computes the regions of the screen, after a change of their input.
    pub(crate) fn compute_areas(&mut self) {
        self.areas = self.areas_when_zoomed(self.zoomed);
    }

    pub(crate) fn is_screen_too_small(&self) -> bool {
        self.size.0 < SMALLEST.0 || self.size.1 < SMALLEST.1
    }

    /// Returns the columns and rows of both texts. If the screen shows no pair, returns their sizes on the whole
    /// screen.
    pub(crate) fn pair_sizes(&self) -> Option<PaneSizes> {
        self.areas.pair.or_else(|| self.areas_when_zoomed(true).pair).map(|pair| pair.pane_sizes())
    }

    fn areas_when_zoomed(&self, zoomed: bool) -> Areas {
        if self.is_screen_too_small() {
            return Areas::default();
        }
        let (width, height) = self.size;
        let of_pair = self.layers.layer_of_pair().filter(|_| !self.is_list_covered());
        let panel_rows = of_pair.map_or(0, |layer| layer.rows_of_panel(self));
        // On a low screen an explanation needs the rows of the parameters.
        let has_params = panel_rows == 0 || height >= LOW;
        let params_rows =
            || bar_height(self.parameter_values(), width) + self.rows_of_parameter_meaning();
        // A lesson has its own large number.
        let has_band = self.projector && !self.layers.has_layer_at(Place::Lesson);
        let band_rows = if has_band { rows_of_projector_band(height) } else { 0 };
        let (header, rest) = split_first_rows(Rect::new(0, 0, width, height), 1);
        let (params, rest) = split_first_rows(rest, if has_params { params_rows() } else { 0 });
        let (body, footer) = split_last_rows(rest, 1);
        let (body, _) = split_last_rows(body, self.prompt_rows().min(body.height / 3));
        let (body, band) = split_last_rows(body, band_rows.min(body.height / 2));
        let (body, panel) = split_last_rows(body, panel_rows.min(body.height / 2));
        let scores = self.snapshot.as_ref().filter(|_| self.has_pairs());
        let has_scores = scores.is_some_and(|one| one.histogram.count_pairs_from(0) > 0);
        let strip_rows = histogram_rows((width, height - band_rows), zoomed);
        let (strip, below) = split_first_rows(body, if has_scores { strip_rows } else { 0 });
        let around = (self.current_list().rows_above(self), self.current_list().rows_below(self));
        let passages = self.layers.has_layer_at(Place::Passages).then(|| {
            self.open_pair().map_or(0, |pair| {
                let lines = pair.view.passages.len() + usize::from(pair.single_runs.is_some());
                lines.min(usize::from(u16::MAX)) as u16
            })
        });
        let pair_in = |area| divide_pair(area, self.reading, self.side_with_focus(), passages);
        let (list, pair) = if zoomed {
            (None, Some(pair_in(body)))
        } else if height - band_rows >= SPLIT_ROWS && self.has_pairs() {
            let filtered = self.count_filtered_lines();
            let needed = filtered.map(|lines| lines.saturating_add(2 + around.0 + around.1));
            let rows = rows_of_list_above_pair(below.height, needed);
            let (top, bottom) = split_first_rows(below, rows);
            (Some(divide_list(top, around)), Some(pair_in(bottom)))
        } else {
            (Some(divide_list(below, around)), None)
        };
        let strip = (strip.height > 0).then_some(strip);
        let areas =
            Areas { header, params, strip, list, pair, panel, dots: None, body, band, footer };
        if self.is_view_of_pair_at(Place::Dots) { areas.with_dot_plot() } else { areas }
    }

    /// Returns the rows that the line for marks takes above the last row. Reserved, so that it covers no row to mark.
    fn prompt_rows(&self) -> u16 {
        match (self.prompt.as_ref(), self.size.0) {
            (Some(prompt), _) if prompt.purpose != Purpose::Mark => 0,
            (None, _) => 0,
            (Some(prompt), _) if prompt.text().contains(MEANINGS) => MarkKind::ALL.len() as u16,
            (_, 0..100) => 5,
            (_, 100..160) => 3,
            _ => 2,
        }
    }

    /// Returns the number of lines of a filtered list. `None` while the user types the filter.
    fn count_filtered_lines(&self) -> Option<u16> {
        let is_filtered =
            self.has_pairs() && (!self.list.filter.is_empty() || self.list.of.is_some());
        let lines = u16::try_from(self.list.len()).unwrap_or(u16::MAX);
        let is_open = matches!(self.prompt_purpose(), Some(Purpose::Filter(_)));
        (is_filtered && !is_open).then_some(lines)
    }

    /// Returns the rows below the bar that describe the selected parameter.
    fn rows_of_parameter_meaning(&self) -> u16 {
        match self.size {
            _ if self.parameter_values().chosen.is_none() => 0,
            (_, 0..LOW) => 0,
            (0..100, _) => 3,
            (0..230, _) => 2,
            _ => 1,
        }
    }
}

// The selection in the current list: the document, and the rows on the screen.

pub(crate) fn selected_document(model: &Model) -> Option<DocPath> {
    if let Some(current) = model.pair.as_ref().filter(|_| model.zoomed) {
        let is_b = model.focus == Focus::Pane(PaneSide::B) || current.text.is_some();
        return Some(if is_b { current.names.1.clone() } else { current.names.0.clone() });
    }
    model.current_list().selected_document(model)
}

/// Returns the lines of the ranked list on the screen. While the list is hidden, returns the lines it would show.
pub(crate) fn lines_in_view(model: &Model) -> Range<usize> {
    model.list.cursor.top..model.list.cursor.top + list_height(model)
}

/// Returns the pairs on the lines of the list that are on the screen, the selected pair first.
pub(crate) fn pairs_in_view(model: &Model) -> Vec<PairNames> {
    let Some(snapshot) = &model.snapshot else { return Vec::new() };
    let row = |line| snapshot.rows.get(model.list.contents_of_line(line)?.row);
    let names = |row| {
        let (a, b) = snapshot.names(row);
        (a.clone(), b.clone())
    };
    let others = lines_in_view(model).filter_map(row).map(names);
    model.list.names.clone().into_iter().chain(others).collect()
}

/// Returns the number of list rows on the screen, or 10 while the list is hidden.
pub(crate) fn list_height(model: &Model) -> usize {
    let rows = model.areas.list.map(|list| list.rows.height);
    usize::from(rows.unwrap_or(10))
}

/// Returns the width of the list, or of the screen while the list is hidden, in columns.
pub(crate) fn list_width(model: &Model) -> u16 {
    let rows = model.areas.list.map(|list| list.rows.width);
    rows.unwrap_or(model.size.0)
}
