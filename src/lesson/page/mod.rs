//! A step's figure, laid out in rows for so many columns: for the screen, which shows as many as have room, and for paper,
//! which shows all. It knows no colour.

pub mod flow;
pub mod minhash;
pub mod paper;
mod pitfall;
mod result;
mod shingles;
mod texts;

use super::step::{FigureRow, Step, StepKind};
use super::taught::Lesson;

/// Where a figure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureRoom {
    /// Columns.
    pub width: usize,
    /// Rows that are seen at once; `None` on paper, where there is no end of them.
    pub height: Option<usize>,
    /// The position within the step, from 0.
    pub place: usize,
}

impl FigureRoom {
    /// Rows for one of the two texts, heading included.
    fn half(self) -> Option<usize> {
        self.height.map(|rows| (rows / 2).max(2))
    }
}

/// The rows of a step's figure. Where the step slides, as many as the room has, with what it is about among them.
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
        StepKind::Estimate => result::estimates(lesson, room),
        StepKind::Pitfall(index) => lesson
            .pitfalls
            .get(index)
            .map_or_else(Vec::new, |pitfall| pitfall::exhibits(pitfall, room)),
    }
}
