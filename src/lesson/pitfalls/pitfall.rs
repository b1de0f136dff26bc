//! The parts of a pitfall.

use super::super::step::{FigureRow, StepNumber};

/// Something that can go wrong, with an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pitfall {
    /// Its heading.
    pub title: String,
    /// A few plain sentences, one for each paragraph.
    pub says: Vec<String>,
    /// The same in one or two short sentences.
    pub brief: String,
    /// The number that it teaches.
    pub number: StepNumber,
    /// The examples.
    pub exhibits: Vec<Exhibit>,
}

/// An example in a pitfall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// Its heading.
    pub heading: String,
    /// A remark below it. May be empty.
    pub note: String,
    /// Lines of words, each broken into rows as needed.
    pub lines: Vec<FigureRow>,
}

impl Exhibit {
    /// An example with these parts.
    pub fn new(heading: impl Into<String>, note: impl Into<String>, lines: Vec<FigureRow>) -> Self {
        Self { heading: heading.into(), note: note.into(), lines }
    }
}
