//! A step's figure, laid out in rows for so many columns: for the screen, which shows as many as have room, and for paper,
//! which shows all. It knows no colour.

pub mod flow;
mod minima;
pub mod paper;
mod pitfall;
mod result;
mod shingles;
mod texts;

use super::step::{Kind, Row, Step};
use super::taught::Lesson;

/// Where a figure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Columns.
    pub width: usize,
    /// Rows that are seen at once; `None` on paper, where there is no end of them.
    pub height: Option<usize>,
    /// The position within the step, from 0.
    pub place: usize,
}

impl Room {
    /// Rows for one of the two texts, heading included.
    fn half(self) -> Option<usize> {
        self.height.map(|rows| (rows / 2).max(2))
    }
}

/// The rows of a step's figure. Where the step slides, as many as the room has, with what it is about among them.
pub fn figure(lesson: &Lesson, step: &Step, room: Room) -> Vec<Row> {
    match step.kind {
        Kind::Texts => texts::raw(lesson, room),
        Kind::Words => texts::words(lesson, room),
        Kind::Forms => texts::forms(lesson, room),
        Kind::Window => shingles::window(lesson, room),
        Kind::Hash => shingles::table(lesson, room, false),
        Kind::Modulo => shingles::table(lesson, room, true),
        Kind::Minima => minima::minima(lesson, room),
        Kind::Supershingles => minima::groups(lesson, room),
        Kind::Megashingles => minima::pairs(lesson, room),
        Kind::Sets => result::sets(lesson, room),
        Kind::Score => result::score(lesson, room),
        Kind::Estimate => result::estimates(lesson, room),
        Kind::Pitfall(index) => lesson
            .pitfalls
            .get(index)
            .map_or_else(Vec::new, |pitfall| pitfall::exhibits(pitfall, room)),
    }
}
