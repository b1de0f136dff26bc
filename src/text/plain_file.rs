//! The text of a file that is read as it is, whatever its extension: lists of words, labels. Documents are read
//! elsewhere.

use std::borrow::Cow;
use std::path::Path;

use thiserror::Error;

use super::decode::{NotText, decode};
use super::file_format::{BinaryFormat, Format};

/// Why a file gives no text, in one line, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotPlainText {
    /// Its format is not text.
    #[error(transparent)]
    Format(#[from] BinaryFormat),
    /// Its bytes are not text.
    #[error(transparent)]
    Binary(#[from] NotText),
}

/// The text of a file.
///
/// # Errors
/// [`NotPlainText`]: why there is none.
pub fn plain_text(bytes: &[u8]) -> Result<Cow<'_, str>, NotPlainText> {
    if Format::recognise(Path::new(""), bytes)? != Format::Plain {
        return Err(BinaryFormat("document; save it as plain text").into());
    }
    Ok(decode(bytes, None)?.text)
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn what_is_no_text_is_refused_with_its_format() {
        assert_eq!(plain_text(b"a\tb\t1\n").unwrap(), "a\tb\t1\n");
        let refused = |bytes: &[u8]| plain_text(bytes).unwrap_err().to_string();
        assert_eq!(refused(b"\x89PNG\r\n\x1a\n\0\0"), "binary: PNG image");
        assert_eq!(refused(b"a\0b"), "binary: a NUL byte at offset 1");
    }
}
