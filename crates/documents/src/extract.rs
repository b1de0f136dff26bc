//! Extracts plain text from decoded text, by the format of the file. No later stage changes this text, so all spans
//! refer to it.

use std::borrow::Cow;

use crate::file_format::Format;
use crate::{extracted::Unreadable, limits::Limits};
use crate::{front_matter, html, json, markdown, plain, subtitles};

/// Extracts the plain text of Markdown, HTML, JSON, subtitles and plain text, and counts hidden words. Text of any
/// other format is returned unchanged.
///
/// Handles any input in linear time, without panic or recursion.
pub fn extract<'a>(
    text: Cow<'a, str>,
    format: Format,
    limits: &Limits,
) -> Result<(Cow<'a, str>, u64), Unreadable> {
    let read = match format {
        Format::Plain => return Ok((plain::extract(text), 0)),
        Format::Markdown => markdown::extract(front_matter::without_front_matter(text), limits)?,
        Format::Notebook => match json::extract_notebook_cells(&text, limits)? {
            Some(cells) => cells,
            None => return Ok((json::extract_json_strings(text), 0)),
        },
        Format::Json => return Ok((json::extract_json_strings(text), 0)),
        Format::Html => html::extract(&text, limits)?,
        Format::Subtitles => subtitles::extract(&text, limits)?,
        _ => return Ok((text, 0)),
    };
    Ok((read.text.into(), read.hidden))
}
