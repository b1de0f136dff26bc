//! What lists are drawn with: the headings, the sorted column marked without colour, and the rows with the selected one marked.
//! What is in a row, each room knows.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::visible::visible;

use crate::tui::drawing::{Pen, Theme, glyphs::columns};
use crate::tui::model::{Columns, Cursor, Filter, Sort, Table};
use crate::tui::{actions::KeyName, keys::key_map::key_of};

/// Draws the headings.
pub(crate) fn headings<C: Columns>(
    table: &Table<C>,
    sort: Sort<C>,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    for cell in &table.cells {
        let sorted = cell.column == sort.column;
        let style = if sorted { theme.focused } else { theme.quiet };
        let sign = if sorted { sort.sign() } else { "" };
        let mut pen = Pen::at(buffer, area);
        pen.go(cell.x);
        // If the mark does not fit into the cell, it goes into the gap after it.
        let fits = columns(cell.heading) < cell.width;
        if cell.right && fits {
            pen.put_cell(&format!("{sign}{}", cell.heading), cell.width, true, style);
        } else {
            pen.put_elided(cell.heading, cell.width, style).put(sign, style);
        }
    }
}

/// Draws the lines of a list that are on the screen, the selected one marked; `draw` writes one behind the mark.
pub(crate) fn rows(
    (cursor, len): (Cursor, usize),
    has_keys: bool,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
    draw: impl Fn(usize, &mut Pen<'_>),
) {
    let lines = cursor.top..len.min(cursor.top + usize::from(area.height));
    for (row, line) in (0..).zip(lines) {
        let is_selected = line == cursor.selected;
        let mut pen = Pen::at(buffer, Rect { y: area.y + row, height: 1, ..area });
        pen.put(if is_selected { "▸ " } else { "  " }, theme.strong);
        draw(line, &mut pen);
        if is_selected {
            pen.select_row(theme.selection(has_keys));
        }
    }
}

/// Of a long text, no more is laid out on one line, in characters.
const LAID_OUT: usize = 2000;

/// The beginning of a text, on one line.
pub(crate) fn one_line(text: &str) -> String {
    let head: String = text.chars().take(LAID_OUT).collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    visible(&words.join(" ")).into_owned()
}

/// Columns between a heading and the filter behind it.
pub(crate) const FILTERED: u16 = 11;

impl Filter {
    /// The heading of a filtered list, or what of the filter is not understood.
    pub(crate) fn heading(&self, heading: &str, style: Style, theme: &Theme) -> (String, Style) {
        match &self.unknown {
            Some(unknown) => (format!("not understood: {unknown}"), theme.alarm),
            None if self.text.is_empty() => (heading.into(), style),
            None => (format!("{heading} · filter: {}", self.text), style),
        }
    }

    /// Why a filtered list is empty; `None` where nothing is filtered.
    pub(crate) fn nothing(&self, what: &str) -> Option<String> {
        let text = &self.text;
        (!self.is_empty()).then(|| {
            format!(
                "No {what} passes “{text}”: Esc takes the filter away, {} changes it.",
                key_of(KeyName::Filter)
            )
        })
    }
}
