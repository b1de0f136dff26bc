//! The parts that all lists draw.

use ratatui::layout::Rect;

use shingle::{base::numbers::format_with_commas, base::visible::make_visible};

use crate::tui::drawing::{Canvas, Pen, width_in_columns};
use crate::tui::model::{Columns, Cursor, Filter, Sort, Table};
use crate::tui::{actions::KeyName, keys::label_of_key};

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
            pen.highlight_row(theme.selection_look(has_keys));
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

/// Columns that a heading needs for its filter, besides the text of the filter.
pub(crate) const FILTERED: u16 = 11;

impl Filter {
    /// Returns the heading of a list with its filter, or the invalid part of the filter.
    pub(crate) fn heading_with_filter(&self, heading: &str) -> String {
        match &self.unknown {
            Some(unknown) => format!("not understood: {unknown}"),
            None if self.text.is_empty() => heading.into(),
            None => format!("{heading} · filter: {}", self.text),
        }
    }

    /// Explains why a filter leaves no line. `None` without a filter.
    pub(crate) fn explain_missing_matches(&self, what: &str) -> Option<String> {
        let text = &self.text;
        (!self.is_empty()).then(|| {
            format!(
                "No {what} passes “{text}”: Esc takes the filter away, {} changes it.",
                label_of_key(KeyName::Filter)
            )
        })
    }
}

/// Describes the order, if it is not the default, and then the position `line`.
pub(crate) fn describe_order_and_position<C: Columns>(sort: Sort<C>, line: String) -> String {
    if sort == Sort::default() {
        return line;
    }
    let dot = if line.is_empty() { "" } else { " · " };
    format!("{}{dot}{line}", sort.short_description())
}

/// Describes the position of the selected line: `row 2 of 57`. Counts rows, because copies share a row.
pub(crate) fn describe_position(selected: usize, len: usize, width: u16) -> String {
    if len == 0 {
        return String::new();
    }
    let (row, of_word) = if width < 60 { ("", "/") } else { ("row ", " of ") };
    format!("{row}{}{of_word}{}", format_with_commas(selected as u64 + 1), format_with_commas(len))
}

/// Draws a bar of `width` columns, filled by eighths.
pub(crate) fn draw_bar(pen: &mut Pen<'_>, share: f64, width: u16) {
    let theme = pen.theme;
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
