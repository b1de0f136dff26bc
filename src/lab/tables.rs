//! A result of the laboratory as tables of cells. It is made once and drawn three times: as text and as JSON in the
//! terminal, and as lists on the screen.

use std::fmt;

use super::survey::{Count, ScoreGap};
use super::{chance::ByChance, grid::CountedShare, sketches::CandidateSketch};
use crate::base::{numbers::thousands, path::DocPath, ratio::Ratio};
use crate::compare::Overlap;

/// What stands in a cell, or beside a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing is known.
    Unknown,
    /// A name or a sentence.
    Text(String),
    /// Whether something is so.
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// A number whose decimals matter to programs only.
    Decimal(f64),
    /// A number from 0 to 1 with four decimals.
    Fine(f64),
    /// A share, 0 to 1.
    Share(f64),
    /// A share that was counted, with its interval.
    CountedShare(CountedShare),
    /// A score or a threshold.
    Score(Ratio),
    /// A number of pairs, counted or estimated.
    Pairs(Count),
    /// The pairs that chance explains.
    Chance(ByChance),
    /// A gap in a histogram.
    Gap(ScoreGap),
    /// So many keys agree, of so many.
    Keys(u32, usize),
    /// Pairs by hundredths of their score.
    Histogram(Box<[u64; 101]>),
}

/// Implements `From` for what a cell can be made of without a word on how it is shown.
macro_rules! cells {
    ($($from:ty => |$value:ident| $cell:expr),* $(,)?) => {
        $(impl From<$from> for Cell {
            fn from($value: $from) -> Self {
                $cell
            }
        })*
    };
}

cells! {
    bool => |value| Self::Flag(value),
    u32 => |value| Self::Number(value.into()),
    u64 => |value| Self::Number(value),
    usize => |value| Self::Number(value as u64),
    f64 => |value| Self::Decimal(value),
    &str => |value| Self::Text(value.to_string()),
    String => |value| Self::Text(value),
    Ratio => |value| Self::Score(value),
    Count => |value| Self::Pairs(value),
    ByChance => |value| Self::Chance(value),
    ScoreGap => |value| Self::Gap(value),
    CountedShare => |value| Self::CountedShare(value),
}

/// A value that may be unknown.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

/// Estimates have a sign before them.
impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |one_in: u32| if one_in > 1 { "≈" } else { "" };
        match self {
            Self::Unknown => out.write_str("–"),
            Self::Text(text) => out.write_str(text),
            Self::Flag(is_so) => out.write_str(if *is_so { "yes" } else { "no" }),
            Self::Number(number) => out.write_str(&thousands(number)),
            Self::Decimal(number) => write!(out, "{number:.0}"),
            Self::Fine(number) => write!(out, "{number:.4}"),
            Self::Share(share) => write!(out, "{:.1}%", share * 100.0),
            Self::CountedShare(counted) => counted.fmt(out),
            Self::Score(score) => out.write_str(&score.rounded_percent()),
            Self::Pairs(count) => write!(out, "{}{}", sign(count.one_in), thousands(count.pairs)),
            Self::Chance(ByChance { most: 0, one_in, .. }) => write!(out, "{}0", sign(*one_in)),
            Self::Chance(ByChance { mean, least, most, one_in }) => {
                write!(out, "{}{mean:.1} ({least}–{most})", sign(*one_in))
            }
            Self::Gap(gap) => write!(out, "{}–{}%", gap.from, gap.to),
            Self::Keys(some, all) => write!(out, "{some}/{all}"),
            Self::Histogram(counts) => write!(out, "{} pairs", counts.iter().sum::<u64>()),
        }
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name in JSON. Empty: JSON lacks it.
    pub key: &'static str,
    /// Its heading for people. Empty: only JSON has it.
    pub heading: String,
    /// Its width on the screen.
    pub width: u16,
    /// Whether narrow screens leave it out.
    pub is_wide: bool,
    /// A sentence that explains it. May be empty.
    pub note: String,
}

/// What a row is about, which is what one takes or opens there.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// Nothing that can be taken.
    Nothing,
    /// A width.
    Width(u32),
    /// A sketch.
    Sketch(CandidateSketch),
    /// A threshold.
    Threshold(Ratio),
    /// Two documents, with the exact counts of their shingles.
    Pair(DocPath, DocPath, Overlap),
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// A cell for each column.
    pub cells: Vec<Cell>,
    /// What it is about.
    pub subject: Subject,
    /// Whether it is about the value that is set.
    pub is_set: bool,
    /// Whether it is about the value that is recommended.
    pub is_recommended: bool,
    /// The length, 0 to 1, of a bar behind the cells.
    pub bar: Option<f64>,
}

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name in JSON. Empty: JSON lacks it.
    pub key: &'static str,
    /// Its title for people. Empty: only JSON has it.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The heading of what follows the cells of a row, the longest form first.
    pub last: &'static [&'static str],
    /// What it shows, and what to take: a paragraph each.
    pub advice: Vec<String>,
    /// So many rows are printed for people, and those of what is set.
    pub most: usize,
}

/// A part of a result: facts and tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its name in JSON. Empty: its fields are those of the whole.
    pub key: &'static str,
    /// Its title for people. May be empty.
    pub title: String,
    /// Facts by their names in JSON.
    pub facts: Vec<(&'static str, Cell)>,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// Makes the cell of a `T`.
type MakeCell<'a, T> = Box<dyn Fn(&T) -> Cell + 'a>;

/// Columns, each with what makes its cells of a `T`.
pub(super) struct TableMaker<'a, T> {
    columns: Vec<Column>,
    cells: Vec<MakeCell<'a, T>>,
}

impl<'a, T> TableMaker<'a, T> {
    pub(super) fn new() -> Self {
        Self { columns: Vec::new(), cells: Vec::new() }
    }

    /// Adds a column with a name in JSON, and a heading and a width for people.
    pub(super) fn column<C: Into<Cell>>(
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

    /// Adds a column that only JSON has.
    pub(super) fn json<C: Into<Cell>>(
        self,
        key: &'static str,
        cell: impl Fn(&T) -> C + 'a,
    ) -> Self {
        self.column(key, ("", 0), cell)
    }

    /// Adds the range of what chance explains, for JSON.
    pub(super) fn chance_range(self, chance: impl Fn(&T) -> ByChance + Copy + 'a) -> Self {
        self.json("by_chance_least", move |row| chance(row).least)
            .json("by_chance_most", move |row| chance(row).most)
            .json("by_chance_one_in", move |row| chance(row).one_in)
    }

    /// Leaves the last column out on narrow screens.
    pub(super) fn wide(mut self) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.is_wide = true;
        }
        self
    }

    /// Explains the last column.
    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.note = note.into();
        }
        self
    }

    /// The table of some rows.
    pub(super) fn table(
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
