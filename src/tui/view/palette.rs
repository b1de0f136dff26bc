//! The command palette: the lines that match the text below them, at the foot of the screen.
//!
//! ```text
//! ── Commands ────────────────────────────────────────────────────────────────────── Enter does it · Esc closes ──
//! ▸ measure jaccard              How a pair is scored. Containment 45%: …
//! ```

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::tui::drawing::{Pen, Theme, pen::rule};
use crate::tui::layout::{palette_area, palette_rows};
use crate::tui::model::Palette;

/// The columns of a line's name and of its key.
const NAME: u16 = 26;
const KEY: u16 = 14;

/// Draws the palette at the foot of the body.
pub(crate) fn render(palette: &Palette, theme: &Theme, buffer: &mut Buffer, body: Rect) {
    let area = palette_area(body);
    let whole = area.intersection(buffer.area);
    for y in whole.top()..whole.bottom() {
        for x in whole.left()..whole.right() {
            buffer[(x, y)].reset();
        }
    }
    let way_out = if area.width < 60 { "Esc closes" } else { "Enter does it · Esc closes" };
    rule(buffer, area, ("Commands", theme.focused), (way_out, theme.quiet), theme.line);
    let rows = palette_rows(body);
    let mut pen = Pen::at(buffer, rows);
    if palette.found.is_empty() {
        let why = palette
            .refusal
            .as_deref()
            .unwrap_or("No command has this name: delete some letters, or press ? for all keys.");
        pen.skip(2).paragraph(why, theme.alarm);
        return;
    }
    let top = palette.top(usize::from(rows.height));
    for (index, item) in palette.found.iter().enumerate().skip(top) {
        if pen.rows() == 0 {
            break;
        }
        let chosen = index == palette.chosen;
        let name = if rows.width < 60 { rows.width.saturating_sub(KEY + 4) } else { NAME };
        pen.put(if chosen { "▸ " } else { "  " }, theme.strong);
        pen.put_cell(&item.label, name, false, theme.strong).skip(1);
        pen.put_cell(&item.key, KEY, false, theme.key).skip(1);
        let room = pen.room();
        pen.put_begun(item.help, room, Style::new());
        if chosen {
            pen.row_style(theme.selected);
        }
        pen.down();
    }
}
