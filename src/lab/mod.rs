//! The laboratory: which width, sketch and threshold suit a folder, measured on its own documents.
//!
//! [`Material`] is the words of a folder: the records of a corpus and its lexicon. Both are shared, so any thread can
//! have them without copying a word. [`Study`] tries every width (`widths`), sketch (`sketches`) and threshold
//! (`thresholds`) on the distinct texts (`texts`). `survey` scores their pairs, `chance` scores them with shuffled
//! words, and `truth` has the exact pairs that judge a sketch. [`Grid`] judges settings by labelled pairs instead: AUC,
//! average precision and F1. Both give [`Section`]s, which are drawn as tables, as JSON and as lists.
//!
//! Store, index and join are those of the corpus. Where a join would meet too many texts under a key, `survey` joins
//! every k-th place of the index alone. A count decides this, never the clock. Such a number has a `≈` in tables and
//! `one_in` in JSON.

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
