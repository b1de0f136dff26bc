//! The laboratory: its request, its results so far, and the page on the screen. It draws nothing.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::lab::candidates::CandidateSketch;
use shingle::lab::sketches::SketchTrial;
use shingle::lab::study::Study;
use shingle::pipeline::parameters::{Params, SketchKind};

use crate::tui::actions::StepDirection;
use crate::tui::drawing::glyphs::{columns, fitting};
use crate::tui::model::{Cursor, Model};

/// With at least this many pairs, a dot of the curve is full.
pub(crate) const MANY: u64 = 20;
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
    /// Which pairs to read first?
    Border,
    /// What do other words do?
    Variants,
}

impl LabPage {
    /// All pages, in their order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Widths,
        Self::Sketches,
        Self::Pairs,
        Self::Curve,
        Self::Thresholds,
        Self::Border,
        Self::Variants,
    ];

    /// Its question.
    pub(crate) const fn question(self) -> &'static str {
        match self {
            Self::Widths => "which width?",
            Self::Sketches => "which sketch?",
            Self::Pairs => "which pairs?",
            Self::Curve => "which near-duplicates?",
            Self::Thresholds => "which threshold?",
            Self::Border => "which pairs to read first?",
            Self::Variants => "which words?",
        }
    }

    /// Its title.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Widths => "widths",
            Self::Sketches => "sketches",
            Self::Pairs => "pairs",
            Self::Curve => "curve",
            Self::Thresholds => "thresholds",
            Self::Border => "to read",
            Self::Variants => "words",
        }
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

/// The laboratory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lab {
    /// The number of the last request.
    pub(crate) number: u64,
    /// The parameters of the request that is awaited.
    pub(crate) asked: Option<Params>,
    /// What it is trying.
    pub(crate) step: Option<StudyStep>,
    /// The last answer, or why there is none.
    pub(crate) shown: Option<Result<Arc<Study>, String>>,
    /// The page that is shown.
    pub(crate) page: LabPage,
    /// The selected line of the page.
    pub(crate) cursor: Cursor,
}

impl Lab {
    /// The last answer, if there is one.
    pub(crate) fn study(&self) -> Option<&Arc<Study>> {
        self.shown.as_ref()?.as_ref().ok()
    }

    /// Opens a page and selects the line of the current value, or the first line.
    pub(crate) fn open(&mut self, page: LabPage, height: usize) {
        self.page = page;
        self.home(height);
    }

    /// Selects the line of the current value, or the first.
    pub(crate) fn home(&mut self, height: usize) {
        let line = self.line_set().unwrap_or(0);
        self.cursor = Cursor::default();
        self.cursor.select(line, self.lines(), height);
    }

    /// The line of the current value, if the page has it.
    pub(crate) fn line_set(&self) -> Option<usize> {
        let study = self.study()?;
        match self.page {
            LabPage::Widths => {
                study.widths.rows.iter().position(|row| row.width == study.params.width)
            }
            LabPage::Sketches => {
                let is_set =
                    |tried: &SketchTrial| with_sketch(&study.params, tried.kind) == *study.params;
                study.sketches.tried.iter().position(is_set)
            }
            LabPage::Thresholds => study.thresholds.row_set(),
            LabPage::Pairs | LabPage::Curve | LabPage::Border | LabPage::Variants => None,
        }
    }

    /// The selected sketch, on the page of sketches.
    pub(crate) fn sketch(&self) -> Option<CandidateSketch> {
        let study = self.study().filter(|_| self.page == LabPage::Sketches)?;
        study.sketches.tried.get(self.cursor.selected).map(|tried| tried.kind)
    }

    /// The line of a sketch, if it was tried.
    pub(crate) fn line_of(&self, sketch: CandidateSketch) -> Option<usize> {
        self.study()?.sketches.tried.iter().position(|tried| tried.kind == sketch)
    }

    /// The selected pair, on a page of pairs.
    pub(crate) fn pair(&self) -> Option<(DocPath, DocPath)> {
        self.pair_at(self.cursor.selected)
    }

    /// The pair in a line of a page of pairs.
    pub(crate) fn pair_at(&self, line: usize) -> Option<(DocPath, DocPath)> {
        let study = self.study()?;
        let (a, b) = match self.page {
            LabPage::Pairs => study.sketches.pairs.get(line).map(|pair| (&pair.a, &pair.b))?,
            LabPage::Border => study.border.pairs.get(line).map(|pair| (&pair.a, &pair.b))?,
            _ => return None,
        };
        Some((a.clone(), b.clone()))
    }

    /// How many lines the page has.
    pub(crate) fn lines(&self) -> usize {
        self.study().map_or(0, |study| match self.page {
            LabPage::Widths => study.widths.rows.len(),
            LabPage::Sketches => study.sketches.tried.len(),
            LabPage::Pairs => study.sketches.pairs.len(),
            LabPage::Curve => 0,
            LabPage::Thresholds => study.thresholds.rows.len(),
            LabPage::Border => study.border.pairs.len(),
            LabPage::Variants => study.variants.len() + 1,
        })
    }
}

/// The parameters with a sketch that was tried. Sketches that estimate were made of all shingles.
pub(crate) fn with_sketch(params: &Params, kind: CandidateSketch) -> Params {
    let mut params = params.clone();
    let (sketch, modulo) = match kind {
        CandidateSketch::Modulo(modulo) => (SketchKind::Modulo, modulo),
        CandidateSketch::MinHash(functions) => {
            params.functions = functions;
            (SketchKind::MinHash, 1)
        }
        CandidateSketch::SuperShingle => (SketchKind::SuperShingle, 1),
        CandidateSketch::MegaShingle => (SketchKind::MegaShingle, 1),
    };
    params.modulo = modulo;
    // The sketch is set last, because it sets a threshold with it.
    params.take_sketch(sketch);
    params
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
        let headings = headings(model);
        if let Some(heading) = headings.iter().find(|heading| columns(heading) <= room) {
            let heading = heading.clone();
            return Self { heading, remark: titles, has_titles: true, page, width };
        }
        let (place, pages) = (page.place() + 1, LabPage::ALL.len());
        let remark = format!("page {place} of {pages}, {KEYS}");
        let room = width.saturating_sub(LINE + columns(&remark));
        let heading = fitting(&headings, room).to_string();
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

/// The question or what is being tried, the longest form first.
fn headings(model: &Model) -> Vec<String> {
    let lab = &model.lab;
    let question = lab.page.question();
    let stale = match (&lab.step, &lab.asked) {
        (Some(step), _) => {
            let (done, total) = (step.done + 1, step.total);
            return vec![format!("Laboratory: trying {}, {done} of {total}", step.what)];
        }
        (None, Some(_)) => return vec!["Laboratory: waiting for the folder".into()],
        (None, None) if lab.study().is_some_and(|study| *study.params != model.params) => {
            "stale · "
        }
        (None, None) => "",
    };
    vec![format!("{stale}Laboratory: {question}"), format!("{stale}Laboratory")]
}
