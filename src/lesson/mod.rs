//! The lesson: what the stages do to two texts, step by step, with sentences for people who never heard of shingles.
//! Figures are rows of pieces with roles. The screen gives roles colours, `printer::explain` gives them marks.
//!
//! `lesson::build` takes two texts (`lesson::subject`; an excerpt of long ones) the plain way. It counts sets, minima
//! and formulas by their definitions, from what was recorded, and explains each step in sentences and a figure.
//! `lesson::page` lays a figure out for a number of columns, and `lesson::page::parts` fits it into a height: a part
//! that is too long gets its share, its heading says how many rows are hidden, and these come below. So a page is the
//! figure, then the sentences that had no place above it, then the hidden rows (`tui::model::lesson`): each is there
//! once, and no sentence is far away.
//!
//! `StepKind::moves` names the point that ↓ and ↑ move; in a step without one they scroll. `lesson::pitfalls` are
//! lessons on built-in texts; the pages of `background` stand behind them. `exercises` asks for numbers of the lesson. Tests compare the last number of a lesson with the score of the pair.

mod background;
mod build;
pub mod contents;
pub mod exercises;
pub mod formula;
pub mod numbers;
pub mod page;
pub mod pitfalls;
pub mod sample;
mod sentences;
pub mod side;
pub mod step;
pub mod subject;
#[cfg(test)]
mod tests;
pub mod trial;

pub use contents::Lesson;
pub use page::FigureRoom;
pub use page::flow::Flow;
pub use step::{FigureRow, Ink, Pitfall, Step};
pub use subject::Subject;
pub use trial::Trial;
