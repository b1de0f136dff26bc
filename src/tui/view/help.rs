//! The keys, from the one table, with a few sentences about what is seen.
//!
//! ```text
//! ── Keys ───────────────────────────────────────────────────────────────────────────── Esc closes ──
//!  A shingle is a run of words …
//!
//!  Moving
//!  j/k ↓/↑       One row down or up: through the list, or through the text that has the focus.
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::keymap::{Entry, help};
use super::super::theme::Theme;
use super::super::words::way_out;
use super::pen::{Pen, rule};

/// Draws the entries from `top` on.
pub(super) fn render(filter: &str, top: usize, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let heading = ("Help and keys", theme.focused);
    rule(buffer, area, heading, (way_out(area), theme.quiet), theme.line);
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2).min(100),
        height: area.height.saturating_sub(1),
    };
    let mut pen = Pen::at(buffer, inner);
    for entry in help(filter).iter().skip(top) {
        match entry {
            Entry::Text(text) => {
                pen.paragraph(text, Style::new());
            }
            Entry::Heading(text) => {
                pen.paragraph(text, theme.strong);
            }
            Entry::Blank => {
                pen.down();
            }
            Entry::Key(binding) => {
                pen.put(binding.shown, theme.key).go(14).paragraph(binding.help, Style::new());
            }
        }
    }
}
