//! The interface of all lists: their behaviour and drawing. Every list has its own file.

use std::sync::Arc;

use ratatui::{layout::Position, layout::Rect, style::Style};

use shingle::{
    base::numbers::format_thousands, base::path::DocPath, base::visible::make_visible,
    pipeline::Snapshot,
};

use crate::tui::drawing::{Canvas, Pen, Theme, width_in_columns};
use crate::tui::model::decisions::MarkTarget;
use crate::tui::model::{
    Columns, Cursor, Filter, FilterTarget, List, Model, Sort, Table, list_height,
};
use crate::tui::{
    actions::KeyName, actions::Motion, actions::StepDirection, keys::label_of_key,
    layout::ListAreas, update::lists, update::pair::refresh_list_and_pair,
};

pub(crate) const NO_MARKS: &str =
    "only pairs, clusters and sources have marks: Esc goes back to the list";

/// The commands and the drawing of a list.
pub(crate) trait ListView: List {
    /// Handles entering the view, also again. `subject` is the document that was shown before.
    fn enter_list(&self, model: &mut Model, _is_new: bool, _subject: Option<DocPath>) {
        if let Some(snapshot) = model.result_on_all_documents().cloned() {
            self.handle_result(model, &snapshot);
        }
    }

    fn press_view_key(&self, model: &mut Model) {
        lists::leave_view(model);
    }

    /// Drops the content of the view, because the view is no longer on the way back.
    fn drop_content(&self, _model: &mut Model) {}

    /// Handles a new result while the view is open or on the way back.
    fn handle_result(&self, _model: &mut Model, _snapshot: &Arc<Snapshot>) {}

    /// Handles a change of the requested parameters while the view is open.
    fn handle_params(&self, _model: &mut Model) {}

    /// Returns true if the user asked for another list than the list on the screen.
    fn awaits_list(&self, model: &Model) -> bool {
        self.awaits_answer(model)
    }

    /// Returns true if the pair shown below the list replaces the open pair.
    fn replaces_open_pair(&self) -> bool {
        false
    }

    fn filter_mut<'m>(&self, _model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        None
    }

    fn apply_filter(&self, _model: &mut Model) {}

    /// Sorts by the next or previous column. `None` reverses the order.
    fn sort_list(&self, model: &mut Model, _turn: Option<StepDirection>) {
        model.show_note("the order is fixed here: the best, or the worst, come first");
    }

    /// Handles a click on the headings, at column `x` of `width`.
    fn click_heading(&self, _model: &mut Model, _x: u16, _width: u16) {}

    /// Explains why no row can be marked now.
    fn refuses_marks(&self, _model: &Model) -> Option<&'static str> {
        Some(NO_MARKS)
    }

    /// Returns the selected place among the rows that can be marked, and the number of these rows.
    fn marked_rows(&self, model: &Model) -> (usize, usize) {
        (model.list.row_of_selection(), model.list.order.len())
    }

    fn mark_target<'m>(&self, _model: &'m Model, _place: usize) -> Option<MarkTarget<'m>> {
        None
    }

    /// Returns the line of a row that can be marked.
    fn line_of_place(&self, _model: &Model, place: usize) -> usize {
        place
    }

    fn fold_selected(&self, _model: &mut Model, _unfold: bool) {}

    fn open_line(&self, _model: &mut Model) {}

    fn step_list(&self, model: &mut Model, motion: Motion) {
        let (height, lines) =
            (list_height(model), self.list_cursor(model).map_or(0, |(_, lines)| lines));
        if let Some(cursor) = self.list_cursor_mut(model) {
            cursor.step(motion, lines, height);
            self.handle_selection(model);
        }
    }

    fn select_line(&self, model: &mut Model, line: usize, height: usize) {
        let lines = self.list_cursor(model).map_or(0, |(_, lines)| lines);
        if let Some(cursor) = self.list_cursor_mut(model) {
            cursor.select(line, lines, height);
            self.handle_selection(model);
        }
    }

    fn handle_selection(&self, _model: &mut Model) {}

    /// Selects the next or previous pair. `end` names it in the note if there is none. A pair on the whole screen is
    /// replaced.
    fn select_neighbour(&self, model: &mut Model, motion: Motion, end: &str) {
        let before = self.selected_index(model);
        self.step_list(model, motion);
        match self.noun().filter(|_| model.zoomed) {
            Some(noun) if self.selected_index(model) == before => {
                model.show_note(format!("this is the {end} {noun}"));
            }
            Some(_) => self.open_line(model),
            None => refresh_list_and_pair(model),
        }
    }

    /// Returns the name of a line that opens as a pair.
    fn noun(&self) -> Option<&'static str> {
        None
    }

    /// Returns the index of the line that opens as a pair.
    fn selected_index(&self, model: &Model) -> Option<usize> {
        self.list_cursor(model).map(|(cursor, _)| cursor.selected)
    }

    fn show_preview(&self, _model: &mut Model) {}

    /// Selects the next or previous passage of the selected line. Returns true if the view has passages.
    fn select_passage(&self, _model: &mut Model, _direction: StepDirection) -> bool {
        false
    }

    /// Returns true in place if the second of the two parts of the view has the keys. `None` without parts.
    fn second_part_focus<'m>(&self, _model: &'m mut Model) -> Option<&'m mut bool> {
        None
    }

    /// Returns from a part of the view to the part before. Returns true if there was a part before.
    fn leave_part(&self, _model: &mut Model) -> bool {
        false
    }

    fn click_list(&self, model: &mut Model, at: Position, areas: &ListAreas) {
        click_line(self, model, at, areas);
    }

    /// Returns true if the line at a position is selected, so that a second click opens the line.
    fn is_line_selected_at(&self, model: &Model, at: Position, areas: &ListAreas) -> bool {
        let row = usize::from(at.y - areas.rows.y);
        self.list_cursor(model).is_some_and(|(cursor, lines)| {
            cursor.top + row == cursor.selected && cursor.selected < lines
        })
    }

    fn scroll_wheel(&self, model: &mut Model, _at: Position, motion: Motion) {
        self.step_list(model, motion);
        refresh_list_and_pair(model);
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas);
}

pub(crate) fn click_line<L: ListView + ?Sized>(
    list: &L,
    model: &mut Model,
    at: Position,
    areas: &ListAreas,
) {
    if areas.columns.contains(at) {
        return list.click_heading(model, at.x - areas.columns.x, areas.columns.width);
    }
    if !areas.rows.contains(at) {
        return;
    }
    let row = usize::from(at.y - areas.rows.y);
    if let Some((cursor, lines)) = list.list_cursor(model)
        && cursor.top + row < lines
    {
        list.select_line(model, cursor.top + row, list_height(model));
    }
    refresh_list_and_pair(model);
}

// The parts that all lists draw.

pub(crate) fn draw_headings<C: Columns>(
    table: &Table<C>,
    sort: Sort<C>,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    for cell in &table.cells {
        let sorted = cell.column == sort.column;
        let style = if sorted { theme.focused } else { theme.quiet };
        let sign = if sorted { sort.arrow_sign() } else { "" };
        let mut pen = canvas.pen_in(area);
        pen.move_to(cell.x);
        // If the mark does not fit into the cell, the mark uses the gap after the cell.
        let fits = width_in_columns(cell.heading) < cell.width;
        if cell.right && fits {
            pen.put_cell(&format!("{sign}{}", cell.heading), cell.width, true, style);
        } else {
            pen.put_elided(cell.heading, cell.width, style).put(sign, style);
        }
    }
}

/// Draws the visible lines of a list and marks the selected line. `draw` writes a line after the mark.
pub(crate) fn draw_rows(
    (cursor, len): (Cursor, usize),
    has_keys: bool,
    canvas: &mut Canvas<'_>,
    area: Rect,
    draw: impl Fn(usize, &mut Pen<'_>),
) {
    let theme = canvas.theme;
    let lines = cursor.top..len.min(cursor.top + usize::from(area.height));
    for (row, line) in (0..).zip(lines) {
        let is_selected = line == cursor.selected;
        let mut pen = canvas.pen_in_row(area, row);
        pen.put(if is_selected { "▸ " } else { "  " }, theme.strong);
        draw(line, &mut pen);
        if is_selected {
            pen.select_row(theme.selection_look(has_keys));
        }
    }
}

/// Most characters of a text that are laid out on one line.
const LAID_OUT: usize = 2000;

pub(crate) fn join_lines(text: &str) -> String {
    let head: String = text.chars().take(LAID_OUT).collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    make_visible(&words.join(" ")).into_owned()
}

/// Columns between a heading and the filter after it.
pub(crate) const FILTERED: u16 = 11;

impl Filter {
    /// Returns the heading of a filtered list, or the part of the filter that is not understood.
    pub(crate) fn heading_with_filter(&self, heading: &str, style: Style) -> (String, Style) {
        match &self.unknown {
            Some(unknown) => (format!("not understood: {unknown}"), style),
            None if self.text.is_empty() => (heading.into(), style),
            None => (format!("{heading} · filter: {}", self.text), style),
        }
    }

    /// Explains why a filtered list is empty. `None` without a filter.
    pub(crate) fn explain_empty(&self, what: &str) -> Option<String> {
        let text = &self.text;
        (!self.is_empty()).then(|| {
            format!(
                "No {what} passes “{text}”: Esc takes the filter away, {} changes it.",
                label_of_key(KeyName::Filter)
            )
        })
    }
}

/// Returns the order of a list, if it is not the default, and the number of the selected line.
pub(crate) fn describe_sorted<C: Columns>(sort: Sort<C>, line: String) -> String {
    if sort == Sort::default() {
        return line;
    }
    let dot = if line.is_empty() { "" } else { " · " };
    format!("{}{dot}{line}", sort.short_description())
}

/// Returns the number of the selected line. Copies share a row, so rows and pairs differ in number.
pub(crate) fn describe_position(selected: usize, len: usize, width: u16) -> String {
    if len == 0 {
        return String::new();
    }
    let (row, of_word) = if width < 60 { ("", "/") } else { ("row ", " of ") };
    format!(
        "{row}{}{of_word}{}",
        format_thousands(selected as u64 + 1),
        format_thousands(len as u64)
    )
}

/// Draws a bar of `width` columns, filled by eighths.
pub(crate) fn draw_bar(pen: &mut Pen<'_>, share: f64, width: u16, theme: &Theme) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let mut left = share.clamp(0.0, 1.0) * f64::from(width);
    let mut text = String::new();
    while left >= 1.0 {
        text.push('█');
        left -= 1.0;
    }
    let part = (1..8_u8).rev().find(|part| left * 8.0 >= f64::from(*part)).unwrap_or(0);
    text.push_str(EIGHTHS[usize::from(part)]);
    pen.put_cell(&text, width, false, theme.bar);
}
