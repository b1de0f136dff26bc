//! Decoded text to plain text, by the kind of file. Spans begin here: no later stage changes the text.

mod html;
mod markdown;
mod writer;

use std::borrow::Cow;
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
    pub fn of(path: &Path) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("md" | "markdown") => Self::Markdown,
            Some("html" | "htm" | "xhtml") => Self::Html,
            _ => Self::Plain,
        }
    }
}

/// The plain text of a decoded file.
///
/// Total and linear: no input makes it panic, recurse or wait.
pub fn extract(text: Cow<'_, str>, format: Format) -> Cow<'_, str> {
    match format {
        Format::Plain => text,
        Format::Markdown => markdown::extract(text),
        Format::Html => html::extract(&text).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::path::Path;

    use super::{Format, extract};

    #[test]
    fn the_ending_decides_the_format() {
        for (name, format) in [
            ("a.md", Format::Markdown),
            ("A.MARKDOWN", Format::Markdown),
            ("dir.md/a.HTM", Format::Html),
            ("x.html", Format::Html),
            ("x.xhtml", Format::Html),
            ("x.txt", Format::Plain),
            ("html", Format::Plain),
            (".md", Format::Plain),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }

    #[test]
    fn plain_text_is_taken_as_it_is() {
        let text = "<b>a &amp; b</b>\r\n\t# c\n";
        assert!(matches!(extract(text.into(), Format::Plain), Cow::Borrowed(same) if same == text));
    }
}
