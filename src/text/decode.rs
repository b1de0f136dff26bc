//! Bytes to text: byte order marks, UTF-8, UTF-16, detected or forced legacy encodings. It reads no file.

use encoding_rs::Encoding;

/// `--encoding`: a label of the WHATWG Encoding Standard (`windows-1251`, `utf-8`, `koi8-r`, …).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset(pub &'static Encoding);

/// Text that was decoded, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding's name, as the Encoding Standard writes it.
    pub encoding: &'static str,
    /// Bytes that could not be decoded; each malformed sequence stands in the text as U+FFFD.
    pub undecoded: u64,
}

/// Why bytes are not text, in one line, lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotText(pub String);

/// Decodes a file's bytes.
///
/// # Errors
/// [`NotText`] when the bytes are binary (not tried when `forced`).
pub fn decode(_bytes: &[u8], _forced: Option<Charset>) -> Result<Decoded, NotText> {
    todo!()
}
