//! The parameters, each with its value and its key: the letter in brackets, or underlined where columns are scarce. The chosen one has a sign before it, and one that there is something to be said about a `!` after its value.
//!
//! ```text
//!  [l]anguage auto  w[o]rds unicode  [c]ase unicode  [s]top-words on  st[e]m on  [w]idth 3→4  [h]ash wide
//!  [m]odulo 1  me[a]sure containment  [t]hreshold 20%  a[b]ove at-least  [p]reset none
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::model::bar::Bar;
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::pen::Pen;

/// Draws the bar.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let bar = Bar::new(model.values(), area.width);
    let mut pen = Pen::at(buffer, area);
    for row in &bar.rows {
        let mut column = 1;
        for cell in row {
            let chosen = model.focus == Focus::Bar && model.tune.chosen == cell.dial;
            // The blank before it is its own.
            pen.go(column - 1);
            if chosen {
                pen.put("▸", theme.focused);
            }
            pen.go(column);
            column += cell.width() + bar.gap;
            let [before, key, after] = cell.name;
            pen.put(before, theme.quiet);
            if cell.bracketed {
                pen.put("[", theme.quiet).put(key, theme.key).put("]", theme.quiet);
            } else if !key.is_empty() {
                pen.put(key, theme.key.underlined());
            }
            let style = match () {
                () if cell.pending => theme.pending,
                () if chosen => theme.selected,
                () => theme.strong,
            };
            pen.put(after, theme.quiet).skip(1).put(&cell.value, style);
            if cell.warned {
                pen.put("!", theme.alarm);
            }
        }
        pen.down();
    }
}
