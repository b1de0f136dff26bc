//! The last row: what just happened, or the keys that matter now. The way to all keys is never cut off.
//!
//! ```text
//!  Enter open  n/N passage  Tab other text  w/W width  t/T threshold                    ? all keys  q quit
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::visible::visible;

use super::super::keymap::{Binding, named};
use super::super::model::glyphs::{columns, glyphs};
use super::super::model::prompt::{Prompt, Purpose};
use super::super::model::state::{Focus, Model};
use super::super::theme::Theme;
use super::pen::Pen;

/// Draws the row.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if let Some(prompt) = &model.prompt {
        line(prompt, theme, buffer, area);
        return;
    }
    let note = note(model);
    // A note needs the room until the next key; the way to all keys stays even then.
    let always = match note {
        Some(_) if area.width < 60 => [None, named("all keys")],
        _ => ["all keys", "quit"].map(named),
    };
    let reserved: u16 = always.iter().flatten().map(|binding| width(binding)).sum();
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    let room = pen.room().saturating_sub(reserved + 1);
    if let Some(note) = note {
        pen.put_elided(&visible(&note), room, theme.strong);
    } else {
        let mut room = room;
        for binding in names(model).iter().filter_map(|name| named(name)) {
            let Some(rest) = room.checked_sub(width(binding)) else {
                break;
            };
            room = rest;
            hint(&mut pen, binding, theme);
        }
    }
    pen.go(area.width.saturating_sub(reserved));
    for binding in always.into_iter().flatten() {
        hint(&mut pen, binding, theme);
    }
}

/// The open line of input, its cursor reversed.
fn line(prompt: &Prompt, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let label = match prompt.purpose {
        Purpose::Help => "filter: ",
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
            pen.put(&glyph.shown, cursor);
        }
        column += usize::from(glyph.width);
    }
    if at >= column {
        pen.put(" ", theme.pending);
    }
}

fn note(model: &Model) -> Option<String> {
    let failed = model.failed.as_ref().map(|reason| format!("Cannot go on: {reason}"));
    failed.or_else(|| model.note.clone())
}

fn names(model: &Model) -> &'static [&'static str] {
    if model.overlay.is_some() {
        return &["back", "move", "page"];
    }
    if model.dots.is_some() {
        return &["open", "back", "passage", "move", "sideways", "pair", "width", "modulo"];
    }
    if model.explain.is_some() {
        return &["sideways", "move", "back", "other text", "passage", "width", "modulo", "hash"];
    }
    let pair = model.areas().is_some_and(|areas| areas.pair.is_some());
    match model.focus {
        _ if model.zoomed => {
            &["back", "passage", "pair", "other text", "move", "width", "threshold", "measure"]
        }
        _ if model.list.names.is_none() => &["threshold", "width", "measure", "preset", "rescan"],
        Focus::List if pair => {
            &["open", "move", "passage", "width", "threshold", "measure", "other text", "preset"]
        }
        Focus::List => &["open", "move", "width", "threshold", "measure", "preset"],
        Focus::Pane(_) => &["back", "open", "passage", "other text", "move", "width", "threshold"],
    }
}

fn width(binding: &Binding) -> u16 {
    columns(binding.shown) + columns(binding.name) + 3
}

fn hint(pen: &mut Pen<'_>, binding: &Binding, theme: &Theme) {
    pen.put(binding.shown, theme.key).skip(1).put(binding.name, theme.quiet).skip(2);
}
