//! Lays out the figure of a step in rows of a given width. The screen shows as many rows as fit; paper shows all.

pub mod curve;
pub mod flow;
mod glossary;
mod index;
pub mod minhash;
mod number_line;
pub mod paper;
mod pitfall;
mod result;
mod shingles;
mod texts;

use super::contents::Lesson;
use super::step::{FigureRow, Step, StepKind};

/// The room for a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureRoom {
    /// Columns.
    pub width: usize,
    /// Visible rows. `None` on paper, where all rows are shown.
    pub height: Option<usize>,
    /// The position within the step, from 0.
    pub position: usize,
}

impl FigureRoom {
    /// Rows for one of the two texts, with its heading.
    fn half(self) -> Option<usize> {
        self.height.map(|rows| (rows / 2).max(2))
    }
}

/// The rows of a step's figure. If the step slides, only as many as fit, and the current position is among them.
pub fn figure(lesson: &Lesson, step: &Step, room: FigureRoom) -> Vec<FigureRow> {
    match step.kind {
        StepKind::Texts => texts::raw(lesson, room),
        StepKind::Words => texts::words(lesson, room),
        StepKind::Forms => texts::forms(lesson, room),
        StepKind::Window => shingles::window(lesson, room),
        StepKind::Hash => shingles::table(lesson, room, false),
        StepKind::Modulo => shingles::table(lesson, room, true),
        StepKind::Minima => minhash::minima(lesson, room),
        StepKind::Supershingles => minhash::groups(lesson, room),
        StepKind::Megashingles => minhash::pairs(lesson, room),
        StepKind::Sets => result::sets(lesson, room),
        StepKind::Score => result::score(lesson, room),
        StepKind::Index => index::lists(lesson, room),
        StepKind::Glossary => glossary::terms(room),
        StepKind::Estimate => result::estimates(lesson, room),
        StepKind::Pitfall(index) => lesson
            .pitfalls
            .get(index)
            .map_or_else(Vec::new, |pitfall| pitfall::exhibits(pitfall, room)),
    }
}

/// The cell, of so many in a row, that a share (0 to 1) falls into. 0 is the first, 1 the last.
fn cell_of(share: f64, cells: usize) -> usize {
    let at = share * cells.saturating_sub(1) as f64;
    (1..cells).take_while(|cell| *cell as f64 - 0.5 <= at).count()
}
