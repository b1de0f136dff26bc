//! Bytes to text: byte order marks, UTF-8, UTF-16, detected or forced legacy encodings. It reads no file.

mod binary;
mod legacy;
mod wide;

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use wide::Wide;

/// `--encoding`: a label of the WHATWG Encoding Standard (`windows-1251`, `utf-8`, `koi8-r`, …).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset(pub &'static Encoding);

impl Charset {
    /// The encoding of a label, letter case and surrounding blanks ignored.
    ///
    /// `None` for an unknown label and for those that the standard refuses to decode (`hz-gb-2312`, `utf-7`, …).
    pub fn from_label(label: &str) -> Option<Self> {
        Encoding::for_label_no_replacement(label.trim().as_bytes()).map(Self)
    }

    /// The name, as the Encoding Standard writes it.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

/// Text that was decoded, and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding's name, as the Encoding Standard writes it; `UTF-32LE` or `UTF-32BE`, which it does not know.
    pub encoding: &'static str,
    /// Bytes that could not be decoded: the sum of the lengths of all malformed sequences. Each malformed sequence stands
    /// in the text as one U+FFFD, so this is at least the number of U+FFFD put there, and a U+FFFD that was
    /// already in the file counts nothing.
    pub undecoded: u64,
}

/// Why bytes are not text, in one line, lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotText(pub String);

/// Decodes a file's bytes.
///
/// In this order: a byte order mark; ISO-2022-JP by its escape sequences; UTF-8 without NUL; UTF-16 and UTF-32 without a
/// mark, by evidence; binary data are refused; UTF-8 with a few malformed sequences; a legacy encoding, detected from the
/// first 256 KiB that follow the first byte beyond ASCII. All in linear time.
///
/// # Errors
/// [`NotText`] when the bytes are binary (not tried when `forced`).
pub fn decode(bytes: &[u8], forced: Option<Charset>) -> Result<Decoded, NotText> {
    if let Some(charset) = forced {
        return Ok(by(charset.0, bytes));
    }
    if let Some(decoded) = by_mark(bytes) {
        return decoded;
    }
    if let Some(reason) = binary::by_signature(bytes) {
        return Err(reason);
    }
    if bytes.is_ascii() && legacy::has_japanese_escapes(bytes) {
        let decoded = by(ISO_2022_JP, bytes);
        if legacy::is_japanese(&decoded) {
            return Ok(decoded);
        }
    }
    let has_nul = bytes.contains(&0);
    if !has_nul && let Ok(text) = std::str::from_utf8(bytes) {
        return match binary::by_controls_in_utf8(bytes) {
            Some(reason) => Err(reason),
            None => Ok(Decoded { text: text.to_string(), encoding: UTF_8.name(), undecoded: 0 }),
        };
    }
    if has_nul {
        return match wide::guess(bytes) {
            Some(Wide::Utf16(encoding)) => Ok(by(encoding, bytes)),
            Some(Wide::Utf32(order)) => Ok(wide::utf32(bytes, order)),
            None => Err(binary::by_nul(bytes)),
        };
    }
    if let Some(reason) = binary::by_controls(bytes) {
        return Err(reason);
    }
    if legacy::is_mostly_utf8(bytes) {
        return Ok(utf8(bytes));
    }
    Ok(by(legacy::detect(bytes), bytes))
}

/// By byte order mark, if there is one.
fn by_mark(bytes: &[u8]) -> Option<Result<Decoded, NotText>> {
    if let Some((order, rest)) = wide::utf32_mark(bytes) {
        return Some(Ok(wide::utf32(rest, order)));
    }
    let (encoding, length) = Encoding::for_bom(bytes)?;
    let rest = bytes.get(length..).unwrap_or_default();
    let decoded = by(encoding, rest);
    Some(binary::by_loss(&decoded, rest.len()).map_or(Ok(decoded), Err))
}

/// By a given encoding, its own byte order mark removed.
fn by(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    if encoding == UTF_8 {
        return utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    }
    let mut decoder = if encoding == UTF_16LE || encoding == UTF_16BE {
        encoding.new_decoder_with_bom_removal()
    } else {
        encoding.new_decoder_without_bom_handling()
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2 + 16);
    let mut undecoded = 0;
    let mut rest = bytes;
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => text.reserve(text.capacity() / 2 + 64),
            DecoderResult::Malformed(length, _) => {
                undecoded += u64::from(length);
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
    text.shrink_to_fit();
    Decoded { text, encoding: encoding.name(), undecoded }
}

/// UTF-8, each maximal malformed sequence replaced.
fn utf8(bytes: &[u8]) -> Decoded {
    let mut text = String::with_capacity(bytes.len());
    let mut undecoded = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            undecoded += chunk.invalid().len() as u64;
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Decoded { text, encoding: UTF_8.name(), undecoded }
}
