//! The laboratory: which width, sketch and threshold suit a folder, measured on its own documents.
//!
//! [`Material`] is the words of a folder. [`Study`] tries every width (`widths`), sketch (`sketches`) and threshold
//! (`thresholds`) on its distinct texts (`texts`); how their pairs score is surveyed (`survey`), also with shuffled words
//! (`chance`), and sketches are judged by the exact pairs (`truth`). [`Grid`] judges settings by labelled pairs instead.
//! Both give their results as [`Section`]s, which are drawn as tables, as JSON and as lists.

pub mod chance;
mod grid;
mod labels;
mod sections;
pub mod sketches;
mod study;
pub mod survey;
pub mod tables;
pub mod texts;
pub mod thresholds;
pub mod truth;
pub mod widths;

pub use grid::{CountedShare, Grid, GridCell, Quality};
pub use labels::{ColumnsError, LabelColumns, Labelled, LabelsError, labels};
pub use study::{Study, StudyError};
pub use tables::{Cell, Column, Row, Section, Subject, Table};
pub use texts::Material;
