//! The lesson: the effect of the stages on two texts, step by step, in sentences for beginners. Figures are rows of
//! pieces with roles. The screen maps roles to colours, `printer::explain` maps roles to marks.
//!
//! `lesson::build` runs two texts or excerpts (`lesson::subject`) through the stages. It counts sets, minima and
//! formulas by their definitions, and explains each step by sentences and a figure. `lesson::page` lays out a figure
//! for a number of columns. `lesson::page::parts` fits it into a height: each part gets a share of the rows, and its
//! heading counts the hidden rows. A page is the figure, then the sentences without space above, then the hidden rows
//! (`tui::views::lesson`).
//!
//! `StepKind::moves` names the point that ↓ and ↑ move; in other steps the keys scroll. `lesson::pitfalls` are lessons
//! on built-in texts, followed by the pages of `background`. `exercises` asks for numbers of the lesson. Tests compare
//! the last number of a lesson with the score of the pair.

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
