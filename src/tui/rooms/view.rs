//! The headings of a list's columns. The sorted one is marked without colour. It draws no row.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::drawing::glyphs::columns;
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;

use super::columns::Table;
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
