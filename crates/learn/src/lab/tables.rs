//! Results of the laboratory as tables of cells, made once and drawn twice: as text, and as lists on the screen.

use super::survey::{Count, ScoreGap};
use super::{chance::ByChance, grid::CountedShare, sketches::CandidateSketch};
use base::{numbers::format_with_commas, path::DocPath, ratio::Ratio, visible::make_visible};
use shingle_core::compare::Overlap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Text for people, with `≈` before an estimate.
    pub text: String,
}

/// A share in 0..=1. Only 1 is shown as 100 %.
pub(super) struct Share(pub(super) f64);

macro_rules! cells {
    ($($from:ty => |$value:ident| $text:expr;)*) => {
        $(impl From<$from> for Cell {
            fn from($value: $from) -> Self {
                Self { text: $text.into() }
            }
        })*
    };
}

cells! {
    bool => |value| if value { "yes" } else { "no" };
    u32 => |value| format_with_commas(value);
    u64 => |value| format_with_commas(value);
    Share => |value| format_share(value.0);
    f64 => |value| format!("{value:.0}");
    &str => |value| make_visible(value);
    String => |value| make_visible(&value);
    Ratio => |value| value.format_precise_percent();
    Count => |value| format!("{}{}", sign_of_estimate(value.one_in), format_with_commas(value.pairs));
    ByChance => |value| format_chance(value);
    ScoreGap => |value| format!("{}–{}%", value.from, value.to);
    CountedShare => |value| value.to_string();
}

/// Converts an option to a cell; `None` is an unknown value.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self { text: "–".into() }, Into::into)
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
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
    pub title: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Headings for the space behind the cells, the longest first.
    pub last: &'static [&'static str],
    /// Explanation and advice, by paragraphs.
    pub advice: Vec<String>,
    /// Largest number of printed rows, besides the rows of set values.
    pub most: usize,
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
        (heading, width): (&str, u16),
        cell: impl Fn(&T) -> C + 'a,
    ) -> Self {
        let (heading, note) = (heading.to_string(), String::new());
        self.columns.push(Column { heading, width, is_wide: false, note });
        self.cells.push(Box::new(move |row| cell(row).into()));
        self
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
            title: title.into(),
            rows: rows.into_iter().map(row).collect(),
            columns: self.columns,
            last: &[],
            advice: Vec::new(),
            most: usize::MAX,
        }
    }
}
