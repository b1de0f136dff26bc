//! The last row: what just happened, or the keys that matter now. The way to all keys is never cut off.
//!
//! ```text
//!  Enter open  n/N passage  Tab other text  w/W width  t/T threshold                    ? all keys  q quit
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::visible::visible;

use super::super::model::glyphs::glyphs;
use super::super::model::hints::Hints;
use super::super::model::prompt::{Prompt, Purpose};
use super::super::model::state::Model;
use super::super::theme::Theme;
use super::pen::Pen;

/// Draws the row.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if let Some(prompt) = &model.prompt {
        line(prompt, theme, buffer, area);
        return;
    }
    let hints = Hints::new(model, area.width);
    let mut pen = Pen::at(buffer, area);
    if let Some((note, room)) = hints.note {
        pen.skip(1).put_elided(&visible(&note), room, theme.strong);
    }
    for hint in hints.keys {
        pen.go(hint.x).put(hint.binding.shown, theme.key).skip(1);
        pen.put(hint.binding.name, theme.quiet);
    }
}

/// The open line of input, its cursor reversed.
fn line(prompt: &Prompt, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let label = match prompt.purpose {
        Purpose::Help => "filter: ",
        Purpose::Palette => "command: ",
    };
    let mut pen = Pen::at(buffer, area);
    pen.skip(1).put(label, theme.key);
    let room = usize::from(pen.room().saturating_sub(1));
    let scrolled = prompt.input.visual_scroll(room);
    let mut column = 0;
    let mut walk = glyphs(prompt.text(), 0);
    let at = prompt.input.visual_cursor();
    while let Some(glyph) = walk.next_at(0) {
        if column >= scrolled {
            let cursor = if column == at { theme.pending } else { Style::new() };
            pen.quote(&glyph.shown, cursor);
        }
        column += usize::from(glyph.width);
    }
    if at >= column {
        pen.put(" ", theme.pending);
    }
    if prompt.text().is_empty() {
        pen.skip(1).put(invitation(prompt.purpose), theme.quiet);
    }
}

/// What an empty line of input waits for.
const fn invitation(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Help => "type to filter, ? or Esc closes",
        Purpose::Palette => "type an action or a value, as in w 5",
    }
}
