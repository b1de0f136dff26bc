//! The last row: what just happened, or the keys that matter now. The way to all keys is never cut off.
//!
//! ```text
//!  Enter open  n/N passage  Tab other text  w/W width  t/T threshold                    ? all keys  q quit
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use shingle::base::visible::visible;
use shingle::pipeline::params::{MODULO_RANGE, WIDTH_RANGE};

use super::super::keymap::{Binding, named};
use super::super::message::Dial;
use super::super::model::bar::value;
use super::super::model::glyphs::{columns, glyphs};
use super::super::model::prompt::{Prompt, Purpose};
use super::super::model::state::{Focus, Model};
use super::super::model::typed::{name_of, values};
use super::super::theme::Theme;
use super::super::words::thousands;
use super::pen::Pen;

/// Draws the row.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    if let Some(prompt) = &model.prompt {
        line(model, prompt, theme, buffer, area);
        return;
    }
    let notes = notes(model);
    // A note needs the room until the next key; the way to all keys stays even then.
    let always = match notes.first() {
        Some(_) if area.width < 60 => [None, named("all keys")],
        _ => ["all keys", "quit"].map(named),
    };
    let reserved: u16 = always.iter().flatten().map(|binding| width(binding)).sum();
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    let room = pen.room().saturating_sub(reserved + 1);
    let fits = |note: &&String| columns(&visible(note)) <= room;
    if let Some(note) = notes.iter().find(fits).or(notes.last()) {
        pen.put_elided(&visible(note), room, theme.strong);
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
fn line(model: &Model, prompt: &Prompt, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let label = match prompt.purpose {
        Purpose::Help => "filter: ".into(),
        Purpose::Value(dial) => format!("{} {} → ", name_of(dial), value(dial, &model.params)),
        Purpose::Passage => "passage ".into(),
    };
    let mut pen = Pen::at(buffer, area);
    pen.skip(1).put_elided(&label, area.width / 2, theme.key);
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
    let remark = match (&model.tune.refused, prompt.purpose) {
        (Some(refused), Purpose::Value(_)) => (refused.clone(), theme.alarm),
        (None, Purpose::Value(dial)) => (expected(model, dial), theme.quiet),
        (_, Purpose::Help | Purpose::Passage) => return,
    };
    let room = pen.skip(2).room();
    pen.put_elided(&visible(&remark.0), room, remark.1);
}

/// What may be typed for a parameter.
fn expected(model: &Model, dial: Dial) -> String {
    let what = match dial.coarse() {
        Dial::Width => format!("{} to {}", WIDTH_RANGE.start(), WIDTH_RANGE.end()),
        Dial::Modulo => {
            let most = thousands(u64::from(*MODULO_RANGE.end()));
            format!("{} to {most}", MODULO_RANGE.start())
        }
        Dial::Threshold => "0% to 100%".into(),
        Dial::Language => "auto, or a code such as en".into(),
        words => values(words, &model.choices).join(", "),
    };
    format!("{what} · Enter sets it")
}

/// What is to be said: the same ever shorter, the longest first; empty when there is nothing.
fn notes(model: &Model) -> Vec<String> {
    let failed = model.failed.as_ref().map(|reason| format!("Cannot go on: {reason}"));
    if let Some(note) = failed.or_else(|| model.note.clone()) {
        return vec![note];
    }
    let said = model.tune.effect.said();
    let warning = model.tune.warnings.about(model.tune.chosen);
    match warning {
        Some(warning) if said.is_empty() && model.focus == Focus::Bar => vec![warning.into()],
        _ => said.to_vec(),
    }
}

fn names(model: &Model) -> &'static [&'static str] {
    if model.overlay.is_some() {
        return &["back", "move", "page"];
    }
    let pair = model.areas().is_some_and(|areas| areas.pair.is_some());
    match model.focus {
        _ if model.zoomed && model.focus != Focus::Bar => {
            &["back", "passage", "passages", "pair", "other text", "layout", "ignored", "move"]
        }
        _ if model.list.names.is_none() && model.focus != Focus::Bar => {
            &["threshold", "width", "measure", "preset", "rescan"]
        }
        Focus::List if pair => {
            &["open", "move", "passage", "width", "threshold", "measure", "other text", "preset"]
        }
        Focus::List => &["open", "move", "width", "threshold", "measure", "preset"],
        Focus::Bar => &["choose", "type", "undo", "redo", "pin", "freeze", "back"],
        Focus::Pane(_) => &["back", "open", "passage", "other text", "move", "width", "threshold"],
    }
}

fn width(binding: &Binding) -> u16 {
    columns(binding.shown) + columns(binding.name) + 3
}

fn hint(pen: &mut Pen<'_>, binding: &Binding, theme: &Theme) {
    pen.put(binding.shown, theme.key).skip(1).put(binding.name, theme.quiet).skip(2);
}
