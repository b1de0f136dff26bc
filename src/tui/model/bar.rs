//! The bar of parameters as text: which labels and values have room, row by row. It draws nothing.

use shingle::base::visible::visible;
use shingle::pipeline::params::Params;

use super::super::words::{percent_exact, thousands};
use super::glyphs::{columns, elide};

/// A parameter: its name around its key, its short name around its key, and how its value is written, at length or not.
struct Item {
    long: [&'static str; 3],
    short: [&'static str; 3],
    value: fn(&Params, bool) -> String,
}

const ITEMS: [Item; 12] = [
    Item {
        long: ["", "l", "anguage"],
        short: ["", "l", "ang"],
        value: |p, _| p.language.to_string(),
    },
    Item { long: ["w", "o", "rds"], short: ["w", "o", "rds"], value: |p, _| p.words.to_string() },
    Item { long: ["", "c", "ase"], short: ["", "c", "ase"], value: |p, _| p.case.to_string() },
    Item { long: ["", "s", "top-words"], short: ["", "s", "top"], value: stop_words },
    Item { long: ["st", "e", "m"], short: ["st", "e", "m"], value: |p, _| p.stem.to_string() },
    Item { long: ["", "w", "idth"], short: ["", "w", ""], value: |p, _| p.width.to_string() },
    Item { long: ["", "h", "ash"], short: ["", "h", "ash"], value: |p, _| p.hash.to_string() },
    Item {
        long: ["", "m", "odulo"],
        short: ["", "m", "od"],
        value: |p, _| thousands(p.modulo.into()),
    },
    Item { long: ["me", "a", "sure"], short: ["", "a", ""], value: |p, _| p.measure.to_string() },
    Item {
        long: ["", "t", "hreshold"],
        short: ["", "t", ""],
        value: |p, _| percent_exact(p.threshold),
    },
    Item { long: ["a", "b", "ove"], short: ["", "b", ""], value: |p, _| p.above.to_string() },
    Item { long: ["", "p", "reset"], short: ["", "p", "re"], value: preset },
];

/// A short name of a list of words has at most so many columns.
const LIST_NAME: u16 = 20;

fn stop_words(params: &Params, long: bool) -> String {
    let added = if params.stop_words_add.is_some() { "+list" } else { "" };
    let name = params.stop_words.to_string();
    let name = visible(&name);
    let name = if long { name.into_owned() } else { elide(&name, LIST_NAME) };
    format!("{name}{added}")
}

fn preset(params: &Params, long: bool) -> String {
    let changed = match params.is_preset_changed() {
        false => "",
        true if long => ", changed",
        true => "*",
    };
    params.preset.map_or_else(|| "none".into(), |preset| format!("{preset}{changed}"))
}

/// How much is said: as much as there is room for, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Long names; a value that is awaited stands after the one that is shown.
    Long,
    /// The same with short names.
    Short,
    /// Short names; an arrow before a value that is awaited.
    Arrow,
    /// Short names and values alone.
    Plain,
}

/// A parameter ready to be drawn.
#[derive(Debug)]
pub(crate) struct Cell {
    /// Its name: before the key, the key, after it.
    pub(crate) name: [&'static str; 3],
    /// The key stands in brackets.
    pub(crate) bracketed: bool,
    /// Its value.
    pub(crate) value: String,
    /// The results shown were made with another value.
    pub(crate) pending: bool,
}

impl Cell {
    fn new(item: &Item, asked: &Params, shown: &Params, form: Form) -> Self {
        let long = form == Form::Long;
        let (value, old) = ((item.value)(asked, long), (item.value)(shown, long));
        let pending = value != old;
        let value = match form {
            Form::Long | Form::Short if pending => format!("{old}→{value}"),
            Form::Arrow if pending => format!("→{value}"),
            _ => value,
        };
        let name = if long { item.long } else { item.short };
        Self { name, bracketed: long, value, pending }
    }

    fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| columns(part)).sum();
        name + columns(&self.value) + 1 + if self.bracketed { 2 } else { 0 }
    }
}

/// The bar, ready to be drawn.
#[derive(Debug)]
pub(crate) struct Bar {
    /// What stands in each row.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// Free columns between two parameters.
    pub(crate) gap: u16,
}

impl Bar {
    /// The bar of parameters asked for where `shown` were used for the results, in `width` columns and [`height`] rows.
    pub(crate) fn new(asked: &Params, shown: &Params, width: u16) -> Self {
        let height = height(asked, shown, width);
        let tried = [Form::Long, Form::Short, Form::Arrow]
            .into_iter()
            .flat_map(|form| [2, 1].map(|gap| wrapped(asked, shown, form, width, gap)))
            .find(|bar| bar.rows.len() <= usize::from(height) && bar.is_within(width));
        tried.unwrap_or_else(|| wrapped(asked, shown, Form::Plain, width, 1))
    }

    fn is_within(&self, width: u16) -> bool {
        self.rows.iter().flatten().all(|cell| cell.width() < width)
    }
}

/// How many rows the bar has: usually always the same at a width, so that nothing below it moves; more where the values
/// need them.
pub(crate) fn height(asked: &Params, shown: &Params, width: u16) -> u16 {
    let usual = match width {
        0..60 | 80..120 => 3,
        _ => 2,
    };
    let rows = |params| wrapped(params, params, Form::Plain, width, 1).rows.len() as u16;
    usual.max(rows(asked)).max(rows(shown))
}

fn wrapped(asked: &Params, shown: &Params, form: Form, width: u16, gap: u16) -> Bar {
    // A column stays free at the left.
    let room = width.saturating_sub(1);
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new()];
    let mut used = 0;
    for item in &ITEMS {
        let cell = Cell::new(item, asked, shown, form);
        if used > 0 && used + cell.width() > room {
            rows.push(Vec::new());
            used = 0;
        }
        used += cell.width() + gap;
        if let Some(row) = rows.last_mut() {
            row.push(cell);
        }
    }
    Bar { rows, gap }
}
