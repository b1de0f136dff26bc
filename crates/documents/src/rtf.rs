//! Converts RTF to visible text, without layout, pictures or links.
//!
//! - Dropped: pictures, objects, headers, footers, comments, field instructions, index and table-of-contents entries,
//!   formulas, hidden text, revisions (deleted or moved away), and unknown destinations after `\*`.
//! - Retained: list numbers, bullets and field results as saved; text boxes, as paragraphs at their anchors;
//!   footnotes and endnotes, as paragraphs at the end, without their marks.
//! - Encodings: `\ansicpg`, and `\cpg` or `\fcharset` of each font. A font without either, even if its name implies
//!   one (`Arial Cyr`), uses the file's encoding. The font Symbol gives Greek letters; picture fonts give no text.
//! - Not supported: styles (so text hidden by a style stays), `\cchs`, UTF-8 without `\ansicpg65001`.
//! - A truncated file gives its readable part. Bytes after the outermost group are ignored.

mod charsets;
mod group;
mod lexer;
mod reader;
mod words;

#[cfg(test)]
mod tests;

use crate::extracted::{Extracted, Unreadable};
use crate::{file_format::rtf_body, limits::Limits};
use reader::RtfReader;

/// Reads an RTF file. Sections are headings of the first level.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let Some(body) = rtf_body(bytes) else {
        return Err(Unreadable::damaged_error("RTF", "it does not begin with {\\rtf"));
    };
    RtfReader::new(limits).read(body)
}
