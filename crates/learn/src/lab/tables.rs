//! Results of the laboratory as tables of cells, made once and drawn three times: as text, as JSON, and as lists on the
//! screen.

use serde_json::{Value, json};

use super::survey::{Count, ScoreGap};
use super::{chance::ByChance, grid::CountedShare, sketches::CandidateSketch};
use base::{numbers::format_with_commas, path::DocPath, ratio::Ratio, visible::make_visible};
use shingle_core::compare::Overlap;

/// A cell, or a fact beside a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Text for people, with `≈` before an estimate.
    pub text: String,
    pub json: Value,
}

impl Cell {
    pub(super) fn new(text: impl Into<String>, json: impl Into<Value>) -> Self {
        Self { text: text.into(), json: json.into() }
    }

    pub(super) fn from_number_with_four_decimals(number: f64) -> Self {
        Self::new(format!("{number:.4}"), number)
    }
}

/// A share in 0..=1. Only 1 is shown as 100 %.
pub(super) struct Share(pub(super) f64);

macro_rules! cells {
    ($($from:ty => |$value:ident| $text:expr, $json:expr;)*) => {
        $(impl From<$from> for Cell {
            fn from($value: $from) -> Self {
                Self::new($text, $json)
            }
        })*
    };
}

cells! {
    bool => |value| if value { "yes" } else { "no" }, value;
    u32 => |value| format_with_commas(value), value;
    u64 => |value| format_with_commas(value), value;
    usize => |value| format_with_commas(value), value;
    Share => |value| format_share(value.0), value.0;
    f64 => |value| format!("{value:.0}"), value;
    &str => |value| make_visible(value), value;
    String => |value| make_visible(&value), value.as_str();
    Ratio => |value| value.format_precise_percent(), value.to_f64();
    Count => |value| format!("{}{}", sign_of_estimate(value.one_in), format_with_commas(value.pairs)), value.pairs;
    ByChance => |value| format_chance(value), value.mean;
    ScoreGap => |value| format!("{}–{}%", value.from, value.to), gap_to_json(value);
    CountedShare => |value| value.to_string(), share_to_json(value);
}

/// Converts an option to a cell; `None` is an unknown value.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::new("–", Value::Null), Into::into)
    }
}

fn format_share(share: f64) -> String {
    if share < 1.0 { format!("{:.1}%", (share * 100.0).min(99.9)) } else { "100.0%".into() }
}

const fn sign_of_estimate(one_in: u32) -> &'static str {
    if one_in > 1 { "≈" } else { "" }
}

fn format_chance(ByChance { mean, least, most, one_in }: ByChance) -> String {
    let sign = sign_of_estimate(one_in);
    if least == most {
        return format!("{sign}{most}");
    }
    let digits = usize::from(mean < 100.0);
    format!("{sign}{mean:.digits$} ({least}–{most})")
}

fn gap_to_json(gap: ScoreGap) -> Value {
    let hundredths = |number: usize| number as f64 / 100.0;
    json!({
        "from": hundredths(gap.from), "to": hundredths(gap.to), "least": gap.least, "most": gap.most
    })
}

fn share_to_json(counted: CountedShare) -> Value {
    let (from, to) = counted.confidence_interval().unzip();
    let CountedShare { part, of } = counted;
    json!({ "part": part, "of": of, "share": counted.as_fraction(), "from": from, "to": to })
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name in JSON; empty to omit the column there.
    pub key: &'static str,
    /// Heading for people; empty for JSON only.
    pub heading: String,
    pub width: u16,
    /// True if narrow screens hide the column.
    pub is_wide: bool,
    pub note: String,
}

/// Value of a row, which the user can apply or open.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// The row has no value to apply or open.
    Nothing,
    Width(u32),
    Sketch(CandidateSketch),
    Threshold(Ratio),
    Pair(DocPath, DocPath, Overlap),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub subject: Subject,
    pub is_set: bool,
    pub is_recommended: bool,
    /// Length in 0..=1 of a bar behind the cells.
    pub bar: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Name in JSON; empty to omit the table there.
    pub key: &'static str,
    /// Title for people; empty for JSON only.
    pub title: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Headings for the space behind the cells, the longest first.
    pub last: &'static [&'static str],
    /// Explanation and advice, by paragraphs.
    pub advice: Vec<String>,
    /// Largest number of rows printed for people, besides the rows of set values.
    pub most: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Name in JSON; empty to put the fields into the whole.
    pub key: &'static str,
    /// Title for people, possibly empty.
    pub title: String,
    pub facts: Vec<(&'static str, Cell)>,
    pub tables: Vec<Table>,
}

type MakeCell<'a, T> = Box<dyn Fn(&T) -> Cell + 'a>;

pub(super) struct TableMaker<'a, T> {
    columns: Vec<Column>,
    cells: Vec<MakeCell<'a, T>>,
}

impl<'a, T> TableMaker<'a, T> {
    pub(super) fn new() -> Self {
        Self { columns: Vec::new(), cells: Vec::new() }
    }

    pub(super) fn add_column<C: Into<Cell>>(
        mut self,
        key: &'static str,
        (heading, width): (&str, u16),
        cell: impl Fn(&T) -> C + 'a,
    ) -> Self {
        let (heading, note) = (heading.to_string(), String::new());
        self.columns.push(Column { key, heading, width, is_wide: false, note });
        self.cells.push(Box::new(move |row| cell(row).into()));
        self
    }

    pub(super) fn add_json_column<C: Into<Cell>>(
        self,
        key: &'static str,
        cell: impl Fn(&T) -> C + 'a,
    ) -> Self {
        self.add_column(key, ("", 0), cell)
    }

    pub(super) fn add_chance_columns(self, chance: impl Fn(&T) -> ByChance + Copy + 'a) -> Self {
        self.add_json_column("by_chance_least", move |row| chance(row).least)
            .add_json_column("by_chance_most", move |row| chance(row).most)
            .add_json_column("by_chance_one_in", move |row| chance(row).one_in)
    }

    pub(super) fn hide_last_column_on_narrow_screens(mut self) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.is_wide = true;
        }
        self
    }

    pub(super) fn set_note_of_last_column(mut self, note: impl Into<String>) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.note = note.into();
        }
        self
    }

    pub(super) fn build_table(
        self,
        key: &'static str,
        title: impl Into<String>,
        rows: impl IntoIterator<Item = T>,
        finish: impl Fn(&T, Row) -> Row,
    ) -> Table {
        let cells = |row: &T| self.cells.iter().map(|cell| cell(row)).collect();
        let row = |row: T| {
            let cells = cells(&row);
            let (subject, bar) = (Subject::Nothing, None);
            let empty = Row { cells, subject, is_set: false, is_recommended: false, bar };
            finish(&row, empty)
        };
        Table {
            key,
            title: title.into(),
            rows: rows.into_iter().map(row).collect(),
            columns: self.columns,
            last: &[],
            advice: Vec::new(),
            most: usize::MAX,
        }
    }
}
