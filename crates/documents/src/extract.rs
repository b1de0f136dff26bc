//! Extracts plain text from decoded text, by the format of the file. Spans count from here, because no later stage
//! changes the text.

use std::borrow::Cow;

use crate::file_format::Format;
use crate::{html, markdown, subtitles};

/// The plain text of a decoded file in plain text, Markdown or HTML, or of subtitles. Of any other format the text is left as it is.
///
/// Works for any input, in linear time: no input makes it panic, recurse or wait.
pub fn extract(text: Cow<'_, str>, format: Format) -> Cow<'_, str> {
    match format {
        Format::Markdown => markdown::extract(text),
        Format::Html => html::extract(&text).into(),
        Format::Subtitles => subtitles::extract(&text).into(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Format, extract};

    #[test]
    fn plain_text_is_taken_as_it_is() {
        let text = "<b>a &amp; b</b>\r\n\t# c\n";
        assert!(matches!(extract(text.into(), Format::Plain), Cow::Borrowed(same) if same == text));
    }
}
