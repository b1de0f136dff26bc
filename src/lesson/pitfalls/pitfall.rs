//! What a pitfall consists of. It computes nothing.

use super::super::step::FigureRow;

/// Something that goes wrong, with an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pitfall {
    /// Its heading.
    pub title: String,
    /// A few plain sentences, a paragraph each.
    pub says: Vec<String>,
    /// What is shown.
    pub exhibits: Vec<Exhibit>,
}

/// Something shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhibit {
    /// Its heading.
    pub heading: String,
    /// A remark below; may be empty.
    pub note: String,
    /// Words, each line set into rows as they fit.
    pub lines: Vec<FigureRow>,
}

impl Exhibit {
    /// Something shown.
    pub fn new(heading: impl Into<String>, note: impl Into<String>, lines: Vec<FigureRow>) -> Self {
        Self { heading: heading.into(), note: note.into(), lines }
    }
}
