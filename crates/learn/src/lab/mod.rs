//! The laboratory: width, sketch and threshold for a folder, measured on its documents.
//!
//! Store, index and join are those of the corpus. If a join would read too many index entries, `survey` joins every
//! k-th place of the index. Only counts determine k, never the clock. Sampled numbers have a `≈` in tables and `one_in`
//! in JSON.

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
pub use labels::{Labelled, LabelsError, read_labels};
pub use sketches::CandidateSketch;
pub use study::{Study, StudyError};
pub use tables::{Cell, Column, Row, Subject, Table};
pub use texts::Material;
