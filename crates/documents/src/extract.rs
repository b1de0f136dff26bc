//! Extracts plain text from decoded text, by the format of the file. Spans count from here, because no later stage
//! changes the text.

use std::{borrow::Cow, fmt, str::FromStr};

use thiserror::Error;

use serde::{Deserialize, Serialize};

use crate::file_format::Format;
use crate::{html, markdown};

/// What counts of an HTML page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HtmlText {
    /// All of its text.
    #[default]
    All,
    /// Its main text alone.
    Main,
}

impl HtmlText {
    /// The names of all values.
    pub const NAMES: &'static [&'static str] = &["all", "main"];

    /// The name of this value.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Main => "main",
        }
    }
}

/// A text is the name of neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected all, main")]
pub struct NoHtmlText;

impl FromStr for HtmlText {
    type Err = NoHtmlText;

    fn from_str(text: &str) -> Result<Self, NoHtmlText> {
        let mut all = [Self::All, Self::Main].into_iter();
        all.find(|one| one.name() == text).ok_or(NoHtmlText)
    }
}

impl fmt::Display for HtmlText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The plain text of a decoded file in plain text, Markdown or HTML. Of any other format the text is left as it is.
///
/// Works for any input, in linear time: no input makes it panic, recurse or wait.
pub fn extract(text: Cow<'_, str>, format: Format) -> Cow<'_, str> {
    match format {
        Format::Markdown => markdown::extract(text),
        Format::Html => html::extract(&text).into(),
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
