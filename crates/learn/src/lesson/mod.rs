//! The lesson: the effect of the stages on two texts, step by step, in sentences for beginners. Figures are rows of
//! pieces with roles. The screen maps roles to colours, `printer::explain` maps roles to marks.

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
