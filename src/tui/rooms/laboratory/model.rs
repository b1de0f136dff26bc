//! The laboratory: its request, its results so far, and the page on the screen. It draws nothing.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::lab::candidates::CandidateSketch;
use shingle::lab::sketches::SketchTrial;
use shingle::lab::study::Study;
use shingle::pipeline::parameters::{Params, SketchKind};

use crate::tui::event_loop::action::StepDirection;
use crate::tui::rooms::cursor::Cursor;

/// With at least this many pairs, a dot of the curve is full.
pub(super) const MANY: u64 = 20;
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
