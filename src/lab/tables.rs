//! Results of the laboratory as tables of cells, made once and drawn three times: as text, as JSON, and as lists on the
//! screen.

use std::fmt;

use super::survey::{Count, ScoreGap};
use super::{chance::ByChance, grid::CountedShare, sketches::CandidateSketch};
use crate::base::{numbers::thousands, path::DocPath, ratio::Ratio};
use crate::compare::Overlap;

/// Content of a cell, or a fact beside a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// No value.
    Unknown,
    /// Name or sentence.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Whole number.
    Number(u64),
    /// A number with decimals for programs only.
    Decimal(f64),
    /// A number in 0..=1 with four decimals.
    Fine(f64),
    /// Share in 0..=1.
    Share(f64),
    /// Share with interval.
    CountedShare(CountedShare),
    /// Score or threshold.
    Score(Ratio),
    /// Counted or estimated pairs.
    Pairs(Count),
    /// Pairs by chance.
    Chance(ByChance),
    /// Gap in a histogram.
    Gap(ScoreGap),
    /// Agreeing keys, of all.
    Keys(u32, usize),
    /// Pairs by hundredths.
    Histogram(Box<[u64; 101]>),
}

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

/// `None` is unknown.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

/// Estimates get a sign.
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
            Self::Chance(ByChance { least, most, one_in, .. }) if least == most => {
                write!(out, "{}{most}", sign(*one_in))
            }
            Self::Chance(ByChance { mean, least, most, one_in }) => {
                let digits = usize::from(*mean < 100.0);
                write!(out, "{}{mean:.digits$} ({least}–{most})", sign(*one_in))
            }
            Self::Gap(gap) => write!(out, "{}–{}%", gap.from, gap.to),
            Self::Keys(some, all) => write!(out, "{some}/{all}"),
            Self::Histogram(counts) => write!(out, "{} pairs", counts.iter().sum::<u64>()),
        }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name in JSON; empty to omit the column there.
    pub key: &'static str,
    /// Heading for people; empty for JSON only.
    pub heading: String,
    /// Width on screen.
    pub width: u16,
    /// True if narrow screens hide the column.
    pub is_wide: bool,
    /// Explanation, possibly empty.
    pub note: String,
}

/// Value of a row, which the user can apply or open.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// No value.
    Nothing,
    /// A width.
    Width(u32),
    /// A sketch.
    Sketch(CandidateSketch),
    /// A threshold.
    Threshold(Ratio),
    /// Two documents with exact counts.
    Pair(DocPath, DocPath, Overlap),
}

/// A row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Cells by column.
    pub cells: Vec<Cell>,
    /// Its value.
    pub subject: Subject,
    /// True for the set value.
    pub is_set: bool,
    /// True for the recommended value.
    pub is_recommended: bool,
    /// Length in 0..=1 of a bar behind the cells.
    pub bar: Option<f64>,
}

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Name in JSON; empty to omit the table there.
    pub key: &'static str,
    /// Title for people; empty for JSON only.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Headings for the space behind the cells, the longest first.
    pub last: &'static [&'static str],
    /// Explanation and advice, by paragraphs.
    pub advice: Vec<String>,
    /// Rows printed for people, besides those of set values.
    pub most: usize,
}

/// Facts and tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Name in JSON; empty to put the fields into the whole.
    pub key: &'static str,
    /// Title for people, possibly empty.
    pub title: String,
    /// Facts by JSON name.
    pub facts: Vec<(&'static str, Cell)>,
    /// Its tables.
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

    pub(super) fn json<C: Into<Cell>>(
        self,
        key: &'static str,
        cell: impl Fn(&T) -> C + 'a,
    ) -> Self {
        self.column(key, ("", 0), cell)
    }

    pub(super) fn chance_range(self, chance: impl Fn(&T) -> ByChance + Copy + 'a) -> Self {
        self.json("by_chance_least", move |row| chance(row).least)
            .json("by_chance_most", move |row| chance(row).most)
            .json("by_chance_one_in", move |row| chance(row).one_in)
    }

    pub(super) fn wide(mut self) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.is_wide = true;
        }
        self
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.note = note.into();
        }
        self
    }

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
