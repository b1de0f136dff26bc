//! Decoded text to plain text, by the kind of file. Spans begin here: no later stage changes the text.

use std::path::Path;

/// How a file's text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As it is.
    Plain,
    /// `.md`, `.markdown`: as its text.
    Markdown,
    /// `.html`, `.htm`, `.xhtml`: without tags, scripts and styles, with its entities.
    Html,
}

impl Format {
    /// The format by the file name's ending, letter case ignored.
    pub fn of(_path: &Path) -> Self {
        todo!()
    }
}

/// The plain text of a decoded file.
pub fn extract(_text: String, _format: Format) -> String {
    todo!()
}
