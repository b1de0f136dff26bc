//! The bar of parameters as text: which labels and values have room, row by row. It draws nothing.

use shingle::base::visible::visible;
use shingle::pipeline::params::Params;

use super::super::message::{Dial, Turn};
use super::super::words::{percent_exact, thousands};
use super::glyphs::{columns, elide};

/// A parameter: its name around its key, its short name around its key, and how its value is written, at length or not.
struct Item {
    dial: Dial,
    long: [&'static str; 3],
    short: [&'static str; 3],
    value: fn(&Params, bool) -> String,
}

const ITEMS: [Item; 14] = [
    Item {
        dial: Dial::Language,
        long: ["", "l", "anguage"],
        short: ["", "l", "ang"],
        value: |p, _| p.language.to_string(),
    },
    Item {
        dial: Dial::Words,
        long: ["w", "o", "rds"],
        short: ["w", "o", "rds"],
        value: |p, _| p.words.to_string(),
    },
    Item {
        dial: Dial::Case,
        long: ["", "c", "ase"],
        short: ["", "c", "ase"],
        value: |p, _| p.case.to_string(),
    },
    Item {
        dial: Dial::StopWords,
        long: ["", "s", "top-words"],
        short: ["", "s", "top"],
        value: stop_words,
    },
    Item {
        dial: Dial::Stem,
        long: ["st", "e", "m"],
        short: ["st", "e", "m"],
        value: |p, _| p.stem.to_string(),
    },
    Item {
        dial: Dial::Width,
        long: ["", "w", "idth"],
        short: ["", "w", ""],
        value: |p, _| p.width.to_string(),
    },
    Item {
        dial: Dial::Hash,
        long: ["", "h", "ash"],
        short: ["", "h", "ash"],
        value: |p, _| p.hash.to_string(),
    },
    Item {
        dial: Dial::Modulo,
        long: ["", "m", "odulo"],
        short: ["", "m", "od"],
        value: |p, _| thousands(p.modulo.into()),
    },
    Item { dial: Dial::Common, long: ["common ", "%", ""], short: ["com", "%", ""], value: common },
    Item {
        dial: Dial::Template,
        long: ["template", "", ""],
        short: ["tpl", "", ""],
        value: template,
    },
    Item {
        dial: Dial::Measure,
        long: ["me", "a", "sure"],
        short: ["", "a", ""],
        value: |p, _| p.measure.to_string(),
    },
    Item {
        dial: Dial::Threshold,
        long: ["", "t", "hreshold"],
        short: ["", "t", ""],
        value: |p, _| percent_exact(p.threshold),
    },
    Item {
        dial: Dial::Above,
        long: ["a", "b", "ove"],
        short: ["", "b", ""],
        value: |p, _| p.above.to_string(),
    },
    Item { dial: Dial::Preset, long: ["", "p", "reset"], short: ["", "p", "re"], value: preset },
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

/// Sketches that estimate leave nothing out.
fn common(params: &Params, long: bool) -> String {
    let off = match params.estimates() {
        true if params.common.is_none() => "",
        true if long => ", with modulo only",
        true => "?",
        false => "",
    };
    let share = params.common.map_or_else(|| "off".into(), percent_exact);
    format!("{share}{off}")
}

fn template(params: &Params, long: bool) -> String {
    let names: Vec<String> = params.template.iter().map(|one| one.name.to_string()).collect();
    if names.is_empty() {
        return "off".into();
    }
    let names = names.join(", ");
    let off = match params.estimates() {
        false => "",
        true if long => ", with modulo only",
        true => "?",
    };
    let names = if long { names } else { elide(&names, LIST_NAME) };
    format!("{names}{off}")
}

/// Whether a parameter has a place in the bar: the one without a key, while it has a value.
fn has_place(item: &Item, of: Values<'_>) -> bool {
    item.dial != Dial::Template || !of.asked.template.is_empty() || !of.shown.template.is_empty()
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
    /// Which it is.
    pub(crate) dial: Dial,
    /// Its name: before the key, the key, after it.
    pub(crate) name: [&'static str; 3],
    /// The key stands in brackets.
    pub(crate) bracketed: bool,
    /// Its value.
    pub(crate) value: String,
    /// The results shown were made with another value.
    pub(crate) pending: bool,
    /// There is something to be said about its value: a `!` stands after it.
    pub(crate) warned: bool,
}

impl Cell {
    fn new(item: &Item, of: Values<'_>, form: Form) -> Self {
        let Values { asked, shown, warned } = of;
        let long = form == Form::Long;
        let (value, old) = ((item.value)(asked, long), (item.value)(shown, long));
        let pending = value != old;
        let warned = warned.contains(&item.dial) && !pending;
        let value = match form {
            Form::Long | Form::Short if pending => format!("{old}→{value}"),
            Form::Arrow if pending => format!("→{value}"),
            _ => value,
        };
        let name = if long { item.long } else { item.short };
        let bracketed = long && !name[1].is_empty();
        Self { dial: item.dial, name, bracketed, value, pending, warned }
    }

    /// Columns that it takes, without those between it and its neighbours, of which a `!` takes one.
    pub(crate) fn width(&self) -> u16 {
        let name: u16 = self.name.iter().map(|part| columns(part)).sum();
        let brackets = if self.bracketed { 2 } else { 0 };
        name + columns(&self.value) + 1 + brackets
    }
}

/// What the bar says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Values<'a> {
    /// The parameters asked for.
    pub(crate) asked: &'a Params,
    /// Those that the results shown were made with.
    pub(crate) shown: &'a Params,
    /// Which of them there is something to be said about.
    pub(crate) warned: &'a [Dial],
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
    /// The bar in `width` columns and [`height`] rows.
    pub(crate) fn new(of: Values<'_>, width: u16) -> Self {
        let height = height(of, width);
        let tried = [Form::Long, Form::Short, Form::Arrow]
            .into_iter()
            .flat_map(|form| [2, 1].map(|gap| wrapped(of, form, width, gap)))
            .find(|bar| bar.rows.len() <= usize::from(height) && bar.is_within(width));
        tried.unwrap_or_else(|| wrapped(of, Form::Plain, width, 1))
    }

    fn is_within(&self, width: u16) -> bool {
        self.rows.iter().flatten().all(|cell| cell.width() < width)
    }

    /// The parameter at a row and a column of the bar, the blank before it included.
    pub(crate) fn at(&self, row: u16, column: u16) -> Option<Dial> {
        let mut end = 0;
        self.rows.get(usize::from(row))?.iter().find_map(|cell| {
            let start = end;
            end = start + cell.width() + if start == 0 { 1 } else { self.gap };
            (start..end).contains(&column).then_some(cell.dial)
        })
    }
}

/// The parameter after or before this one, round from the last to the first.
pub(crate) fn neighbour(of: Values<'_>, dial: Dial, turn: Turn) -> Dial {
    let items: Vec<&Item> = ITEMS.iter().filter(|item| has_place(item, of)).collect();
    let place = items.iter().position(|item| item.dial == dial).unwrap_or(0);
    let next = match turn {
        Turn::Next => place + 1,
        Turn::Back => place + items.len() - 1,
    };
    items.get(next % items.len()).map_or(dial, |item| item.dial)
}

/// A parameter's value as it is written where there is room.
pub(crate) fn value(dial: Dial, params: &Params) -> String {
    ITEMS
        .iter()
        .find(|item| item.dial == dial.coarse())
        .map_or(String::new(), |item| (item.value)(params, true))
}

/// Every parameter whose value differs between the two, in the order of the bar.
pub(crate) fn differences(one: &Params, other: &Params) -> Vec<Dial> {
    let differs = |item: &&Item| match item.dial {
        // That it was changed shows in what was changed.
        Dial::Preset => one.preset != other.preset,
        _ => (item.value)(one, true) != (item.value)(other, true),
    };
    ITEMS.iter().filter(differs).map(|item| item.dial).collect()
}

/// How many rows the bar has: usually always the same at a width, so that nothing below it moves; more where the values
/// need them.
pub(crate) fn height(of: Values<'_>, width: u16) -> u16 {
    let usual = match width {
        0..60 | 80..120 => 3,
        _ => 2,
    };
    let rows = |params| {
        let of = Values { asked: params, shown: params, ..of };
        wrapped(of, Form::Plain, width, 1).rows.len() as u16
    };
    usual.max(rows(of.asked)).max(rows(of.shown))
}

fn wrapped(of: Values<'_>, form: Form, width: u16, gap: u16) -> Bar {
    // A column stays free at the left.
    let room = width.saturating_sub(1);
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new()];
    let mut used = 0;
    for item in ITEMS.iter().filter(|item| has_place(item, of)) {
        let cell = Cell::new(item, of, form);
        if used > 0 && used + cell.width() + u16::from(cell.warned) > room {
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
