//! The laboratory: width, sketch and threshold for a folder, measured on its documents.
//!
//! [`Material`] holds the words of a folder, shared with the records of a corpus and its lexicon, so threads need no
//! copy. [`Study`] tries every width (`widths`), sketch (`sketches`) and threshold (`thresholds`) on the distinct texts
//! (`texts`). `survey` scores their pairs, `chance` scores pairs with shuffled words, and `truth` has the exact pairs
//! for comparing sketches. [`Grid`] compares settings by labelled pairs: AUC, average precision and F1. Both return
//! [`Section`]s, drawn as tables, JSON and lists.
//!
//! Store, index and join are those of the corpus. If a join would meet too many texts, `survey` joins every k-th place
//! of the index. Only counts determine k, never the clock. Sampled numbers have a `≈` in tables and `one_in` in JSON.

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
pub use sketches::CandidateSketch;
pub use study::{Study, StudyError};
pub use tables::{Cell, Column, Row, Section, Subject, Table};
pub use texts::Material;
