//! The lesson: the effect of the stages on two texts, step by step, in sentences for beginners. Figures are rows of
//! pieces with roles. The screen maps roles to colours, `printer::explain` maps roles to marks.
//!
//! `lesson::build` runs two texts or excerpts (`lesson::subject`) through the stages. It counts sets, minima and
//! formulas by their definitions, and explains each step by sentences and a figure. `lesson::page` lays out a figure
//! for a number of columns, and a screen scrolls the rows.
//!
//! `StepKind::moves` names the point that ↓ and ↑ move; in other steps the keys scroll. The sentences, exercises and the
//! figures behind the stages are templates in `assets/lesson/steps`: `facts` counts once per pair and parameters, and
//! `template` fills and reads a template. `pitfalls` are lessons on built-in texts. Tests compare the last number of a
//! lesson with the score of the pair.

mod build;
pub mod contents;
mod facts;
pub mod formula;
pub mod numbers;
pub mod page;
pub mod pitfalls;
pub mod sample;
pub mod side;
pub mod step;
pub mod subject;
mod template;
#[cfg(test)]
mod tests;
pub mod trial;

pub use contents::Lesson;
pub use page::flow::Flow;
pub use step::{Exercise, FigureRow, Ink, Step};
pub use subject::Subject;
pub use trial::Trial;
