//! Converts the bytes of a file to plain text: recognises the format, decodes and extracts.

use std::{borrow::Cow, path::Path, sync::Arc, time::SystemTime};

use xxhash_rust::xxh3::xxh3_128;

use base::guard::run_catching_panic;

use crate::decode::{Charset, Decoded, Decoding, decode};
use crate::extract::extract;
use crate::extracted::{Extracted, Facts, TextSection, Unreadable};
use crate::mail::{is_mailbox, is_message};
use crate::{file_format::Format, limits::Limits, office::ole, packed, work::FormatReader};

#[derive(Debug, Clone)]
pub struct Source<'a> {
    /// [Hash](hash_content) of the file's bytes; equal hashes mean equal content.
    pub content: u128,
    pub text_hash: u128,
    pub decoding: Decoding,
    /// The extracted text, to which all spans refer. Borrowed if the file is plain UTF-8.
    pub text: Cow<'a, str>,
    pub sections: Vec<TextSection>,
    pub facts: Option<Arc<Facts>>,
    pub hidden: u64,
    pub modified: Option<SystemTime>,
}

impl<'a> Source<'a> {
    /// Recognises the format, decodes and extracts. Formats that need more than linear code go to `reader`. A forced
    /// encoding accepts any bytes; otherwise the encoding is detected. No input causes a panic.
    pub fn read(
        path: &Path,
        bytes: &'a [u8],
        encoding: Option<Charset>,
        reader: &dyn FormatReader,
    ) -> Result<Self, Unreadable> {
        run_catching_panic(|| Self::read_unguarded(path, bytes, encoding, reader))?
    }

    fn read_unguarded(
        path: &Path,
        bytes: &'a [u8],
        encoding: Option<Charset>,
        reader: &dyn FormatReader,
    ) -> Result<Self, Unreadable> {
        let format = recognise_format(path, bytes, encoding)
            .map_err(|other| ole::detect_old_format(path, bytes).unwrap_or(other))?;
        if format.needs_reader() {
            // The other formats say how they are encoded.
            if format == Format::Latex {
                let Decoded { text, decoding } = decode(bytes, encoding)?;
                let read = reader.read(format, text.as_bytes())?;
                return Ok(Self::from_extracted(bytes, read, decoding));
            }
            let read = reader.read(format, bytes)?;
            return Ok(Self::from_extracted(bytes, read, Decoding::UTF_8));
        }
        if format == Format::Packed {
            let unpacked = packed::unpack(bytes, reader.reader_limits())?;
            let name = packed::unpacked_name(&path.to_string_lossy());
            let inner = Path::new(&name);
            if Format::recognise(inner, &unpacked) == Ok(Format::Packed) {
                return Err(Unreadable::binary_error("packed data within packed data"));
            }
            let source = Source::read_unguarded(inner, &unpacked, encoding, reader)?;
            let text = source.text.into_owned().into();
            return Ok(Self { content: hash_content(bytes), text, ..source });
        }
        let Decoded { text, decoding } = decode(bytes, encoding)?;
        let (text, facts, hidden) = extract(text, format, reader.reader_limits())?;
        reader.reader_limits().check_text_size(&text)?;
        let facts = facts.shorten_facts();
        Ok(Self { facts, hidden, ..Self::from_file(bytes, text, decoding) })
    }

    /// Creates the source of a file from its bytes and its extracted text.
    pub fn from_file(bytes: &[u8], text: Cow<'a, str>, decoding: Decoding) -> Self {
        let source = Self::from_text(text, decoding);
        // The text of plain UTF-8 equals the bytes of the file, so one hash serves both.
        let is_file = std::ptr::eq(source.text.as_bytes(), bytes);
        let content = if is_file { source.text_hash } else { hash_content(bytes) };
        Self { content, ..source }
    }

    pub fn from_text(text: Cow<'a, str>, decoding: Decoding) -> Self {
        let text_hash = hash_content(text.as_bytes());
        Self {
            content: text_hash,
            text_hash,
            decoding,
            text,
            sections: Vec::new(),
            facts: None,
            hidden: 0,
            modified: None,
        }
    }

    fn from_extracted(bytes: &[u8], read: Extracted, decoding: Decoding) -> Self {
        let Extracted { text, sections, facts, hidden } = read;
        let source = Self::from_file(bytes, text.into(), decoding);
        Self { sections, facts: facts.shorten_facts(), hidden, ..source }
    }
}

/// Returns the bytes of a file of records, unpacked from gzip or zstd if necessary.
pub fn unpack_records(bytes: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Unreadable> {
    if packed::packer_name(&bytes).is_none() {
        return Ok(bytes);
    }
    let limits = Limits { entry: packed::LARGEST_RECORDS, ..*limits };
    run_catching_panic(|| packed::unpack(&bytes, &limits))?
}

/// Decodes a file of records, which the caller splits later. The extension matters only for compression.
pub fn read_whole_text(
    path: &Path,
    bytes: Vec<u8>,
    encoding: Option<Charset>,
    limits: &Limits,
) -> Result<(String, Decoding), Unreadable> {
    let bytes = unpack_records(bytes, limits)?;
    run_catching_panic(|| {
        match Format::recognise(path, &bytes) {
            Ok(Format::Pdf | Format::Container | Format::Rtf | Format::Packed) => {
                let what = "not plain text; --records splits only plain text into records";
                return Err(Unreadable::binary_error(what));
            }
            Err(Unreadable::Misnamed(_)) => {}
            Err(other) if encoding.is_none() => return Err(other),
            _ => {}
        }
        let Decoded { text, decoding } = decode(&bytes, encoding)?;
        let text = match text {
            Cow::Owned(text) => text,
            // A shorter text means that only the byte order mark was dropped.
            Cow::Borrowed(text) if text.len() != bytes.len() => text.to_string(),
            // The text equals the bytes, so their buffer is used again.
            Cow::Borrowed(_) => String::from_utf8(bytes).unwrap_or_default(),
        };
        Ok((text, decoding))
    })?
}

/// Decodes a plain-text file with any name, such as a list of words or labels.
pub fn decode_plain_text(bytes: &[u8]) -> Result<Cow<'_, str>, Unreadable> {
    if Format::recognise(Path::new(""), bytes)? != Format::Plain {
        return Err(Unreadable::binary_error("document; save it as plain text"));
    }
    Ok(decode(bytes, None)?.text)
}

/// Recognises the format. A file without extension that begins like an e-mail is a message, because mail folders
/// (Maildir, MH) use such names.
fn recognise_format(
    path: &Path,
    bytes: &[u8],
    encoding: Option<Charset>,
) -> Result<Format, Unreadable> {
    match Format::recognise(path, bytes) {
        Ok(Format::Plain) if may_be_mail_by_name(path) => Ok(detect_mail(bytes)),
        Err(_) if encoding.is_some() => Ok(Format::from_file_name(path)),
        format => format,
    }
}

/// Returns true if a name has no extension, or has the suffix of Maildir.
fn may_be_mail_by_name(path: &Path) -> bool {
    path.extension()
        .is_none_or(|ending| ending.as_encoded_bytes().windows(3).any(|at| at == b":2,"))
}

fn detect_mail(bytes: &[u8]) -> Format {
    if is_message(bytes) {
        Format::Message
    } else if is_mailbox(bytes) {
        Format::Mailbox
    } else {
        Format::Plain
    }
}

/// Returns the 128-bit hash (XXH3, seed 0) of a file's content.
pub fn hash_content(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Source;
    use crate::work::InProcess;

    #[test]
    fn a_file_that_begins_as_an_e_mail_is_one_if_its_name_may_be_one() {
        let bytes = b"From: a@b\nSubject: Tea\n\nAt four.\n";
        let text = |name: &str| {
            Source::read(Path::new(name), bytes, None, &InProcess::default()).unwrap().text
        };
        for name in ["12", "cur/17.M5.host:2,S", "17.M5.host.org:2,"] {
            assert_eq!(text(name), "Tea\n\nAt four.\n", "{name}");
        }
        assert_eq!(text("a.txt").as_bytes(), bytes);
        let mailbox = [b"From a@b Mon Jan  1 10:30:00 2024\n".as_slice(), bytes].concat();
        let inbox = Source::read(Path::new("Inbox"), &mailbox, None, &InProcess::default());
        assert_eq!(inbox.unwrap().sections.len(), 1);
    }

    #[test]
    fn a_file_that_is_not_what_it_seems_is_a_failure_and_a_picture_is_none() {
        let is_foreign = |name: &str, bytes: &[u8]| {
            let read = Source::read(Path::new(name), bytes, None, &InProcess::default());
            read.unwrap_err().is_not_a_document()
        };
        assert!(is_foreign("a.pdf", b"\x89PNG\r\n\x1a\n\0\0"));
        assert!(!is_foreign("a.pdf", b"a text"));
        assert!(!is_foreign("a.bin", b"version https://git-lfs.github.com/spec/v1\n"));
    }
}
