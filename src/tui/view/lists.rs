//! Draws the parts that all lists share: headings and the marks of the sorted column and the selected row.

use ratatui::{layout::Rect, style::Style};

use shingle::base::visible::visible;

use crate::tui::drawing::{Canvas, Pen, glyphs::columns};
use crate::tui::model::{Columns, Cursor, Filter, Sort, Table};
use crate::tui::{actions::KeyName, keys::key_map::key_of};

pub(crate) fn headings<C: Columns>(
    table: &Table<C>,
    sort: Sort<C>,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    for cell in &table.cells {
        let sorted = cell.column == sort.column;
        let style = if sorted { theme.focused } else { theme.quiet };
        let sign = if sorted { sort.sign() } else { "" };
        let mut pen = canvas.pen(area);
        pen.move_to(cell.x);
        // If the mark does not fit into the cell, the mark uses the gap after the cell.
        let fits = columns(cell.heading) < cell.width;
        if cell.right && fits {
            pen.put_cell(&format!("{sign}{}", cell.heading), cell.width, true, style);
        } else {
            pen.put_elided(cell.heading, cell.width, style).put(sign, style);
        }
    }
}

/// Draws the visible lines of a list and marks the selected line. `draw` writes a line after the mark.
pub(crate) fn rows(
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
        let mut pen = canvas.row(area, row);
        pen.put(if is_selected { "▸ " } else { "  " }, theme.strong);
        draw(line, &mut pen);
        if is_selected {
            pen.select_row(theme.selection_look(has_keys));
        }
    }
}

/// Most characters of a text that are laid out on one line.
const LAID_OUT: usize = 2000;

pub(crate) fn one_line(text: &str) -> String {
    let head: String = text.chars().take(LAID_OUT).collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    visible(&words.join(" ")).into_owned()
}

/// Columns between a heading and the filter after it.
pub(crate) const FILTERED: u16 = 11;

impl Filter {
    /// Returns the heading of a filtered list, or the part of the filter that is not understood.
    pub(crate) fn heading(&self, heading: &str, style: Style) -> (String, Style) {
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
                key_of(KeyName::Filter)
            )
        })
    }
}
