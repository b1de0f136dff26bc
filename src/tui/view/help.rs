//! All keys, from the key table, after a few sentences about the screen. The chosen line can be run.
//!
//! ```text
//! ── Help and keys ───────────────── Tab: next section · ↓↑ choose · Enter does it · Esc closes ──
//!   A shingle is a run of words …
//!
//!   Moving
//! ▸ j/k ↓/↑       One row down or up: through the list, or through the text that has the focus.
//! ```

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use crate::tui::drawing::{Pen, Theme, pen::rule};
use crate::tui::model::help::{inner, key_column, lines};
use crate::tui::{keys::HelpEntry, model::Help};

/// Draws what the filter leaves of help.
pub(crate) fn render(help: Help, filter: &str, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let way_out = match area.width {
        0..60 => "Esc closes",
        60..84 => "↓↑ choose · Enter does it · Esc closes",
        _ => "Tab: next section · ↓↑ choose · Enter does it · Esc closes",
    };
    let heading = ("Help and keys", theme.focused);
    rule(buffer, area, heading, (way_out, theme.quiet), theme.line);
    let region = inner(area);
    let lines = lines(filter, region.width);
    if lines.is_empty() {
        Pen::at(buffer, region).paragraph("No key does that: delete some letters.", theme.strong);
    }
    for (index, line) in lines.iter().enumerate() {
        let cut = help.top.saturating_sub(line.row);
        let first = line.row.saturating_sub(help.top);
        if cut >= line.rows || first >= usize::from(region.height) {
            continue;
        }
        let height = (line.rows - cut).min(usize::from(region.height) - first) as u16;
        let at = Rect { y: region.y + first as u16, height, ..region };
        let chosen = help.chosen == Some(index);
        if chosen {
            let edge = Rect { x: area.x, width: 2, ..at };
            Pen::at(buffer, edge).put("▸", theme.strong);
        }
        let mut pen = Pen::at(buffer, at);
        match &line.entry {
            HelpEntry::Text(text) => {
                pen.paragraph_from(text, cut, Style::new());
            }
            HelpEntry::Heading(text) => {
                pen.paragraph_from(text, cut, theme.strong);
            }
            HelpEntry::Blank => {}
            HelpEntry::Key(binding) => {
                if cut == 0 {
                    pen.put(binding.label, theme.key);
                }
                pen.go(key_column()).paragraph_from(binding.help, cut, Style::new());
            }
        }
        if chosen {
            let mut pen = Pen::at(buffer, at);
            for _ in 0..height {
                pen.row_style(theme.selected).down();
            }
        }
    }
}
