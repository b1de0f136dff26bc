//! The parameters, each with its value and its key: the letter in brackets, or underlined where columns are scarce.
//!
//! ```text
//!  [l]anguage auto  w[o]rds unicode  [c]ase unicode  [s]top-words on  st[e]m on  [w]idth 3→4  [h]ash wide
//!  [m]odulo 1  me[a]sure containment  [t]hreshold 20%  a[b]ove at-least  [p]reset none
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::pipeline::params::Params;

use super::super::model::glyphs::columns;
use super::super::model::state::Model;
use super::super::theme::Theme;
use super::pen::Pen;
use super::words::{percent_exact, thousands};

/// A parameter: its name around its key, its short name around its key, and how its value is written.
struct Item {
    long: [&'static str; 3],
    short: [&'static str; 3],
    value: fn(&Params) -> String,
}

const ITEMS: [Item; 12] = [
    Item { long: ["", "l", "anguage"], short: ["", "l", "ang"], value: |p| p.language.to_string() },
    Item { long: ["w", "o", "rds"], short: ["w", "o", "rds"], value: |p| p.words.to_string() },
    Item { long: ["", "c", "ase"], short: ["", "c", "ase"], value: |p| p.case.to_string() },
    Item { long: ["", "s", "top-words"], short: ["", "s", "top"], value: stop_words },
    Item { long: ["st", "e", "m"], short: ["st", "e", "m"], value: |p| p.stem.to_string() },
    Item { long: ["", "w", "idth"], short: ["", "w", ""], value: |p| p.width.to_string() },
    Item { long: ["", "h", "ash"], short: ["", "h", "ash"], value: |p| p.hash.to_string() },
    Item {
        long: ["", "m", "odulo"],
        short: ["", "m", "od"],
        value: |p| thousands(p.modulo.into()),
    },
    Item { long: ["me", "a", "sure"], short: ["", "a", ""], value: |p| p.measure.to_string() },
    Item {
        long: ["", "t", "hreshold"],
        short: ["", "t", ""],
        value: |p| percent_exact(p.threshold),
    },
    Item { long: ["a", "b", "ove"], short: ["", "b", ""], value: |p| p.above.to_string() },
    Item { long: ["", "p", "reset"], short: ["", "p", "re"], value: preset },
];

fn stop_words(params: &Params) -> String {
    let added = if params.stop_words_add.is_some() { "+list" } else { "" };
    format!("{}{added}", params.stop_words)
}

fn preset(params: &Params) -> String {
    params.preset.map_or_else(|| "none".into(), |preset| preset.to_string())
}

/// A parameter ready to be drawn.
struct Cell {
    name: [&'static str; 3],
    bracketed: bool,
    value: String,
    pending: bool,
}

impl Cell {
    fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| columns(part)).sum();
        name + columns(&self.value) + 1 + if self.bracketed { 2 } else { 0 }
    }
}

/// Draws the bar.
pub(super) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let long = cells(model, true);
    let cells = if fits(&long, area, 2) { long } else { cells(model, false) };
    let gap = if fits(&cells, area, 2) { 2 } else { 1 };
    let mut pen = Pen::at(buffer, area);
    pen.skip(1);
    for cell in &cells {
        if pen.room() < cell.width() {
            pen.down().skip(1);
        }
        let [before, key, after] = cell.name;
        pen.put(before, theme.quiet);
        if cell.bracketed {
            pen.put("[", theme.quiet).put(key, theme.key).put("]", theme.quiet);
        } else {
            pen.put(key, theme.key.underlined());
        }
        pen.put(after, theme.quiet).skip(1);
        pen.put(&cell.value, if cell.pending { theme.pending } else { theme.strong }).skip(gap);
    }
}

fn cells(model: &Model, long: bool) -> Vec<Cell> {
    ITEMS
        .iter()
        .map(|item| {
            let asked = (item.value)(&model.params);
            let shown = model.snapshot.as_ref().map(|snapshot| (item.value)(&snapshot.params));
            let pending = shown.as_ref().is_some_and(|shown| *shown != asked);
            let value = match shown {
                Some(shown) if pending => format!("{shown}→{asked}"),
                _ => asked,
            };
            Cell {
                name: if long { item.long } else { item.short },
                bracketed: long,
                value,
                pending,
            }
        })
        .collect()
}

/// Whether all cells have room in the area.
fn fits(cells: &[Cell], area: Rect, gap: u16) -> bool {
    let room = area.width.saturating_sub(1);
    let (mut rows, mut used) = (1_u16, 0_u16);
    for cell in cells {
        let width = cell.width();
        if used > 0 && used + width > room {
            rows += 1;
            used = 0;
        }
        if width > room {
            return false;
        }
        used += width + gap;
    }
    rows <= area.height
}
