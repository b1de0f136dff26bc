//! The laboratory: which width, sketch and threshold suit a folder, measured on its own documents.
//!
//! [`Material`] is the words of a folder. [`Study`] tries every width (`widths`), sketch (`sketches`) and threshold
//! (`thresholds`) on its distinct texts (`texts`); how their pairs score is surveyed (`survey`), also with shuffled words
//! (`chance`), and sketches are judged by the exact pairs (`truth`). [`Grid`] judges settings by labelled pairs instead.
//! Both give their results as [`Section`]s, which are drawn as tables, as JSON and as lists.
//!
//! **The laboratory** (`lab`) works on `Material`: the records of a corpus and its lexicon. Both are shared, so any
//! thread can have them without copying a word. `texts` numbers the distinct texts by their paths (a corpus numbers
//! them as they come). It sketches them with any parameters, of the words as read or shuffled. Store, index and join
//! are those of the corpus. Where a join would meet too many texts under a key, `survey` joins every k-th place of the
//! index alone. A count decides this, never the clock. The result is marked as guessed, with `~` in the table and
//! `one_in` in JSON. `gap` says what a gap is, `deal` deals the sentences of a folder out anew (a record knows where
//! its sentences end: `pipeline::texts::record`), `truth` has the exact pairs, `widths` which width is recommended,
//! `candidates` which sketches are tried, and `quality` what AUC, average precision and F1 are.

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
