//! The lesson: what the stages do to two texts, step by step, with sentences for people who never heard of shingles.
//! Figures are rows of pieces with roles. The screen and the printer draw them.
//!
//! **The lesson** builds on the plain way (`lesson::contents::Lesson`). `lesson::build` takes two texts through it
//! (`lesson::subject`; an excerpt of long ones). It counts sets, minima and formulas by their definitions, from what
//! was recorded. It explains each step in sentences (`sentences`) and a figure. `lesson::page` lays a figure out for a
//! number of columns, in rows of pieces with roles. `page::parts` fits parts into a height: what is too long gets its
//! share, its heading says how many rows are hidden, and these stand below. A page of a step is the figure, then the
//! sentences that had no room above it, then those rows (`tui::model::lesson`), so each is there once and no sentence
//! is far. `StepKind::moves` names the point that ↓ and ↑ move; in a step without one they scroll, and pages scroll in
//! every step. The screen gives roles colours, `printer::explain` gives them marks. `lesson::pitfalls` are lessons on
//! built-in texts. Tests compare the last number of a lesson with the score of the pair.

mod build;
pub mod contents;
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
