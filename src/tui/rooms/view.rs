//! The headings of a list and of its columns, the sorted one marked without colour. It draws no row.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;

use super::columns::Table;
use super::filter::Filter;
use super::sort::{Columns, Sort};

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
        let within = columns(cell.heading) < cell.width;
        if cell.right && within {
            pen.put_cell(&format!("{sign}{}", cell.heading), cell.width, true, style);
        } else {
            pen.put_elided(cell.heading, cell.width, style).put(sign, style);
        }
    }
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
        (!self.is_empty())
            .then(|| format!("No {what} passes “{text}”: Esc takes the filter away, / changes it."))
    }
}
