//! Converts RTF to visible text, without layout, pictures or links.
//!
//! - Dropped: pictures, objects, headers, footers, comments, field instructions, index and table-of-contents entries,
//!   formulas, hidden text, revisions (deleted or moved away), and unknown destinations after `\*`.
//! - Retained: list numbers, bullets and field results as saved; text boxes, as paragraphs at their anchors;
//!   footnotes and endnotes, as paragraphs at the end, without their marks.
//! - Encodings: `\ansicpg`, and `\cpg` or `\fcharset` of each font. A font without either, even if its name implies
//!   one (`Arial Cyr`), uses the file's encoding. The font Symbol gives Greek letters; picture fonts give no text.
//! - Not supported: styles (so text hidden by a style stays), `\cchs`, UTF-8 without `\ansicpg65001`. Times have no
//!   time zone.
//! - A truncated file gives its readable part. Bytes after the outermost group are ignored.

mod charsets;
mod facts;
mod group;
mod lexer;
mod reader;
mod words;

#[cfg(test)]
mod tests;

use crate::extracted::{Extracted, Unreadable};
use crate::limits::Limits;
use reader::RtfReader;

const SIGNATURE: &[u8] = b"{\\rtf";

/// Reads an RTF file in linear time, without panic or recursion. Sections are headings of the first level.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let Some(body) = find_body(bytes) else {
        let what = "it does not begin with {\\rtf".to_string();
        return Err(Unreadable::Damaged { format: "RTF".into(), what });
    };
    RtfReader::new(limits).read(body)
}

fn find_body(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    bytes.starts_with(SIGNATURE).then_some(bytes)
}
