//! Extracts plain text from decoded text, by the format of the file. No later stage changes this text, so all spans
//! refer to it.

use std::borrow::Cow;

use crate::extracted::{Extracted, Facts, Unreadable};
use crate::file_format::Format;
use crate::limits::Limits;
use crate::{front_matter, html, json, markdown, plain, subtitles};

/// Extracts plain text and facts of Markdown, HTML, JSON, subtitles and plain text, and counts hidden words. Text of
/// any other format is returned unchanged.
pub fn extract<'a>(
    text: Cow<'a, str>,
    format: Format,
    limits: &Limits,
) -> Result<(Cow<'a, str>, Facts, u64), Unreadable> {
    let only = |text| Ok((text, Facts::default(), 0));
    let read = match format {
        Format::Plain => return only(plain::extract(text)),
        Format::Markdown => {
            let (facts, body) = front_matter::split_front_matter(text);
            Extracted { facts, ..markdown::extract(body, limits)? }
        }
        Format::Notebook => match json::extract_notebook_cells(&text, limits)? {
            Some(cells) => cells,
            None => return only(json::extract_json_strings(text)),
        },
        Format::Json => return only(json::extract_json_strings(text)),
        Format::Html => html::extract(&text, limits)?,
        Format::Subtitles => subtitles::extract(&text, limits)?,
        _ => return only(text),
    };
    Ok((read.text.into(), read.facts, read.hidden))
}
