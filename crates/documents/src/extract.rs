//! Extracts plain text from decoded text, by the format of the file. Spans count from here, because no later stage
//! changes the text.

use std::borrow::Cow;

use crate::file_format::Format;
use crate::{extracted::Unreadable, limits::Limits};
use crate::{front_matter, html, json, markdown, plain::plain, subtitles};

/// The plain text of a decoded file in plain text, Markdown, HTML or JSON, or of subtitles, and how many words of the file are hidden.
/// Of any other format the text is left as it is.
///
/// Works for any input, in linear time: no input makes it panic, recurse or wait.
///
/// # Errors
/// [`Unreadable`]: it goes beyond a limit.
pub fn extract<'a>(
    text: Cow<'a, str>,
    format: Format,
    limits: &Limits,
) -> Result<(Cow<'a, str>, u64), Unreadable> {
    let read = match format {
        Format::Plain => return Ok((plain(text), 0)),
        Format::Markdown => markdown::extract(front_matter::body(text), limits)?,
        Format::Notebook => match json::cells(&text, limits)? {
            Some(cells) => cells,
            None => return Ok((json::strings(text), 0)),
        },
        Format::Json => return Ok((json::strings(text), 0)),
        Format::Html => html::extract(&text, limits)?,
        Format::Subtitles => subtitles::extract(&text, limits)?,
        _ => return Ok((text, 0)),
    };
    Ok((read.text.into(), read.hidden))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Format, Limits, extract};

    #[test]
    fn plain_text_is_taken_as_it_is() {
        let text = "<b>a &amp; b</b>\r\n\t# c\n";
        let read = extract(text.into(), Format::Plain, &Limits::DEFAULT).unwrap();
        assert!(matches!(read, (Cow::Borrowed(same), 0) if same == text));
    }
}
