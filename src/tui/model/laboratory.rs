//! The laboratory: its request, its result, and the page on the screen with its sentences and columns. It draws nothing.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::lab::{CandidateSketch, Column, Row, Study, Subject, Table};
use shingle::pipeline::{Parameter, Params, Task};

use crate::tui::actions::StepDirection;
use crate::tui::drawing::glyphs::{columns, truncate};
use crate::tui::model::{Cursor, Model, rules::changed_parameters};

/// With at least this many pairs, a dot of the curve is full.
pub(crate) const MANY: u64 = 20;
/// With at least this many columns of the screen, no column is left out for want of room.
const WIDE: u16 = 100;

/// A page of the laboratory, which answers one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum LabPage {
    /// Which width?
    #[default]
    Widths,
    /// Which sketch?
    Sketches,
    /// What do the sketches say of the best pairs?
    Pairs,
    /// Which pairs does a near-duplicate filter find?
    Curve,
    /// Which threshold?
    Thresholds,
}

impl LabPage {
    /// All pages, in the order of the tables.
    pub(crate) const ALL: [Self; 5] =
        [Self::Widths, Self::Sketches, Self::Pairs, Self::Curve, Self::Thresholds];

    /// Its title and its question.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Widths => ("widths", "which width?"),
            Self::Sketches => ("sketches", "which sketch?"),
            Self::Pairs => ("pairs", "which pairs?"),
            Self::Curve => ("curve", "which near-duplicates?"),
            Self::Thresholds => ("thresholds", "which threshold?"),
        }
    }

    /// Its title.
    pub(crate) const fn title(self) -> &'static str {
        self.names().0
    }

    /// Its question.
    pub(crate) const fn question(self) -> &'static str {
        self.names().1
    }

    /// Its index among all pages.
    pub(crate) fn place(self) -> usize {
        Self::ALL.iter().position(|page| *page == self).unwrap_or(0)
    }

    /// The next page or the previous one.
    pub(crate) fn stepped(self, direction: StepDirection) -> Self {
        let step = if direction == StepDirection::Next { 1 } else { Self::ALL.len() - 1 };
        Self::ALL[(self.place() + step) % Self::ALL.len()]
    }

    /// What one can do with a line, in a sentence.
    const fn advice(self) -> Option<&'static str> {
        match self {
            Self::Widths => Some("Enter takes a width."),
            Self::Sketches => Some("Enter takes a sketch."),
            Self::Pairs => Some("Enter opens a pair."),
            Self::Curve => None,
            Self::Thresholds => Some("Enter takes a threshold."),
        }
    }

    /// Columns of the screen that the rest of a line needs.
    const fn rest(self) -> u16 {
        match self {
            Self::Widths => 11,
            Self::Sketches => 3,
            Self::Pairs => 16,
            Self::Curve => 0,
            Self::Thresholds => 10,
        }
    }
}

/// What is being tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StudyStep {
    pub(crate) what: String,
    /// How many steps are done.
    pub(crate) done: usize,
    /// How many steps there are.
    pub(crate) total: usize,
}

/// A study, with a table for each page.
#[derive(Debug, Clone)]
pub(crate) struct LabAnswer {
    pub(crate) study: Arc<Study>,
    tables: Vec<Table>,
}

impl LabAnswer {
    pub(crate) fn new(study: Arc<Study>) -> Self {
        let tables = study.sections().into_iter().flat_map(|section| section.tables);
        let tables = tables.filter(|table| !table.title.is_empty()).collect();
        Self { study, tables }
    }
}

/// The laboratory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lab {
    /// The number of the last request.
    pub(crate) number: u64,
    /// The parameters of the request that is awaited.
    pub(crate) awaited: Option<Params>,
    /// What it is trying.
    pub(crate) step: Option<StudyStep>,
    /// The last answer, or why there is none.
    pub(crate) answer: Option<Result<LabAnswer, String>>,
    /// The page that is shown.
    pub(crate) page: LabPage,
    /// The selected line of the page.
    pub(crate) cursor: Cursor,
}

impl Lab {
    /// The last answer, if there is one.
    fn answer(&self) -> Option<&LabAnswer> {
        self.answer.as_ref()?.as_ref().ok()
    }

    /// The study of the last answer.
    pub(crate) fn study(&self) -> Option<&Arc<Study>> {
        Some(&self.answer()?.study)
    }

    /// The table of the page.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.answer()?.tables.get(self.page.place())
    }

    /// The rows of the page. The curve has none.
    pub(crate) fn rows(&self) -> &[Row] {
        let table = self.table().filter(|_| self.page != LabPage::Curve);
        table.map_or(&[], |table| &table.rows)
    }

    /// How many lines the page has.
    pub(crate) fn lines(&self) -> usize {
        self.rows().len()
    }

    /// Opens a page and selects the line of the current value, or the first line.
    pub(crate) fn open(&mut self, page: LabPage, height: usize) {
        self.page = page;
        self.home(height);
    }

    /// Selects the line of the current value, or the first.
    pub(crate) fn home(&mut self, height: usize) {
        let line = self.rows().iter().position(|row| row.is_set).unwrap_or(0);
        self.cursor = Cursor::default();
        self.cursor.select(line, self.lines(), height);
    }

    /// What the selected line is about.
    pub(crate) fn subject(&self) -> Option<&Subject> {
        self.rows().get(self.cursor.selected).map(|row| &row.subject)
    }

    /// The selected sketch, on the page of sketches.
    pub(crate) fn sketch(&self) -> Option<CandidateSketch> {
        match self.subject()? {
            Subject::Sketch(sketch) => Some(*sketch),
            _ => None,
        }
    }

    /// The line of a sketch, if it was tried.
    pub(crate) fn line_of(&self, sketch: CandidateSketch) -> Option<usize> {
        self.rows().iter().position(|row| row.subject == Subject::Sketch(sketch))
    }

    /// The selected pair, on the page of pairs.
    pub(crate) fn pair(&self) -> Option<(DocPath, DocPath)> {
        match self.subject()? {
            Subject::Pair(a, b, _) => Some((a.clone(), b.clone())),
            _ => None,
        }
    }

    /// The columns of the page that fit on a screen of this width, with their places in a row.
    pub(crate) fn columns(&self, room: u16) -> Vec<(usize, &Column)> {
        let Some(table) = self.table().filter(|_| self.page != LabPage::Curve) else {
            return Vec::new();
        };
        let fits = |(_, column): &(usize, &Column)| {
            !column.heading.is_empty() && (room >= WIDE || !column.is_wide)
        };
        // Those that have no room beside the rest of a line are left out whole, the last first.
        let mut free = room.saturating_sub(2 + self.page.rest());
        let columns = table.columns.iter().enumerate().filter(fits);
        columns
            .take_while(|(_, column)| {
                let has_room = column.width + 2 <= free;
                free = free.saturating_sub(column.width + 2);
                has_room
            })
            .collect()
    }

    /// The paragraphs above the page, on a screen of this width. They explain the columns that it has there.
    pub(crate) fn paragraphs(&self, width: u16) -> Vec<String> {
        let Some(table) = self.table() else { return Vec::new() };
        let mut paragraphs = table.advice.clone();
        let columns = self.columns(width);
        let notes = columns.iter().map(|(_, column)| &*column.note).chain(self.page.advice());
        let mut last: Vec<String> =
            notes.filter(|note| !note.is_empty()).map(str::to_string).collect();
        if self.page == LabPage::Curve {
            last.push(format!(
                "· by formula, ● the folder's own, ○ where they are fewer than {MANY}."
            ));
        }
        paragraphs.push(last.join(" "));
        let unused = Parameter::ALL.iter().filter(|one| !one.is_used(Task::Lab));
        let unused: Vec<Parameter> = unused.copied().collect();
        let unused = self.study().map(|study| changed_parameters(&unused, &study.params));
        if let Some(unused) = unused.filter(|unused| !unused.is_empty()) {
            paragraphs.push(format!("Not used in the laboratory: {unused}."));
        }
        paragraphs
    }
}

// The line above a page of the laboratory: its question and the titles of all pages, as far as they fit.

/// The keys that change the page, before the titles.
const KEYS: &str = "←/→";
/// Columns of the line around a heading and a remark.
const LINE: u16 = 8;
/// Columns of the line after a remark.
const END: u16 = 3;

/// The line for a region of this width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LabTitle {
    /// On the left: the question, or what is being tried.
    pub(crate) heading: String,
    /// On the right: the titles, or the number of this page.
    pub(crate) remark: String,
    has_titles: bool,
    page: LabPage,
    width: u16,
}

impl LabTitle {
    /// The line for what the laboratory shows now.
    pub(crate) fn new(model: &Model, width: u16) -> Self {
        let page = model.lab.page;
        let title = |other: &LabPage| match other.title() {
            title if *other == page => format!("[{title}]"),
            title => format!(" {title} "),
        };
        let titles: String = LabPage::ALL.iter().map(title).collect();
        let titles = format!("{}{titles}", keys(page));
        let room = width.saturating_sub(LINE + columns(&titles));
        let heading = heading(model);
        if columns(&heading) <= room {
            return Self { heading, remark: titles, has_titles: true, page, width };
        }
        let (place, pages) = (page.place() + 1, LabPage::ALL.len());
        let remark = format!("page {place} of {pages}, {KEYS}");
        let room = width.saturating_sub(LINE + columns(&remark));
        let heading = truncate(&heading, room);
        Self { heading, remark, has_titles: false, page, width }
    }

    /// The page that a click at a column opens: the one with the title there, or the next one if there are no titles.
    pub(crate) fn at(&self, column: u16) -> Option<LabPage> {
        let end = self.width.checked_sub(END)?;
        let begin = end.checked_sub(columns(&self.remark))?;
        if !self.has_titles {
            return (begin..end).contains(&column).then(|| self.page.stepped(StepDirection::Next));
        }
        let mut from = begin + columns(&keys(self.page));
        LabPage::ALL.into_iter().find(|page| {
            let place = from..from + columns(page.title()) + 2;
            from = place.end;
            place.contains(&column)
        })
    }
}

/// The keys before the titles, with a blank where the first title has none of its own.
fn keys(page: LabPage) -> String {
    let blank = if page.place() == 0 { " " } else { "" };
    format!("{KEYS}{blank}")
}

/// The question or what is being tried.
fn heading(model: &Model) -> String {
    let lab = &model.lab;
    let question = lab.page.question();
    let stale = match (&lab.step, &lab.awaited) {
        (Some(step), _) => {
            let (done, total) = (step.done + 1, step.total);
            return format!("Laboratory: trying {}, {done} of {total}", step.what);
        }
        (None, Some(_)) => return "Laboratory: waiting for the folder".into(),
        (None, None) if lab.study().is_some_and(|study| *study.params != model.params) => {
            "stale · "
        }
        (None, None) => "",
    };
    format!("{stale}Laboratory: {question}")
}
