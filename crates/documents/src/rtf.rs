//! RTF to the text that people read. It builds no document, draws no picture and follows no link.
//!
//! A reader of runs of text: groups, encodings and destinations are followed, layout is not.
//!
//! - Left out: pictures, objects, headers and footers, comments, instructions of fields, entries of the index and of the
//!   table of contents, formulas, hidden text, deleted revisions and what was moved away, and every destination after `\*`
//!   that is not known.
//! - Kept: numbers and bullets of lists and results of fields, as they were saved; text boxes, as paragraphs where they
//!   are anchored; footnotes and endnotes, as paragraphs at the end, without their marks.
//! - Encodings: `\ansicpg`, and of each font `\cpg` or `\fcharset`. A font that states neither in the name only (`Arial
//!   Cyr`) is in the file's own. Letters of the font Symbol are Greek; those of fonts of pictures are none.
//! - Not read: styles (so text hidden by a style stays), `\cchs`, text in UTF-8 without `\ansicpg65001`. Times have no time
//!   zone.
//! - A file that ends too early gives what is there. What follows the end of its outermost group is not read.

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

/// How every RTF file begins.
const SIGNATURE: &[u8] = b"{\\rtf";

/// The text of an RTF file. Its sections are the headings of the first level.
///
/// Linear: no input makes it panic, recurse or wait.
///
/// # Errors
/// [`Unreadable`]: it does not begin as RTF does, or goes beyond the limits of text or depth.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let Some(body) = body(bytes) else {
        let what = "it does not begin with {\\rtf".to_string();
        return Err(Unreadable::Damaged { format: "RTF".into(), what });
    };
    RtfReader::new(limits).read(body)
}

/// The bytes from the signature on: some programs put a byte order mark or blanks before it.
fn body(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    bytes.starts_with(SIGNATURE).then_some(bytes)
}
