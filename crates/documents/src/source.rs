//! From the bytes of a file to its plain text: its format is recognised, its text decoded and extracted.

use std::{borrow::Cow, path::Path, sync::Arc, time::SystemTime};

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

use base::guard::{Panicked, guarded};

use crate::decode::{Certainty, Charset, Decoded, NotText, decode};
use crate::extract::extract;
use crate::extracted::{Extracted, Facts, TextSection, Unreadable};
use crate::file_format::{Format, OtherFormat};
use crate::work::{FormatOutcome, FormatQueue, FormatReader, FormatWork, QueueTicket};
use crate::{front_matter, packed};
use crate::{
    mail::{is_mailbox, is_message},
    office::ole,
};

/// A document's plain text, and how it was read.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    /// 128-bit hash of the file's bytes: equal means the same file content.
    pub content: u128,
    /// The encoding's name.
    pub encoding: &'static str,
    /// How sure the encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// The extracted text, which all spans point into. It borrows the file's bytes where they are plain text in UTF-8.
    pub text: Cow<'a, str>,
    /// Where sections of the text begin, such as pages; empty where the format has none.
    pub sections: Vec<TextSection>,
    /// What the file says of itself; `None` where it says nothing.
    pub facts: Option<Arc<Facts>>,
    /// Words of the file that nobody sees, and that are not in the text.
    pub hidden: u64,
    /// When its file was changed last, if who read the file knows it.
    pub modified: Option<SystemTime>,
}

/// Why the bytes of a file have no text: one line in lower case, without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoText {
    /// They are in a known format that is not read.
    #[error(transparent)]
    Format(#[from] OtherFormat),
    /// They are not text.
    #[error(transparent)]
    Binary(#[from] NotText),
    /// They are in a format whose reader gives no text of them.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A library panicked on them.
    #[error("a library failed ({0}); please report the file")]
    GaveUp(#[from] Panicked),
}

impl NoText {
    /// The reason without anything of the file.
    pub fn in_general(&self) -> String {
        match self {
            Self::Format(format) => format.to_string(),
            Self::Binary(binary) => binary.to_string(),
            Self::Unreadable(unreadable) => unreadable.in_general(),
            Self::GaveUp(_) => "a library failed".to_string(),
        }
    }

    /// Whether they are no document at all, rather than one that cannot be read.
    pub const fn is_foreign(&self) -> bool {
        match self {
            Self::Format(format) => {
                matches!(format, OtherFormat::Binary(_) | OtherFormat::Markup(_))
            }
            Self::Binary(binary) => !matches!(binary, NotText::Ebcdic),
            Self::Unreadable(Unreadable::Foreign(_)) => true,
            Self::Unreadable(_) | Self::GaveUp(_) => false,
        }
    }
}

impl<'a> Source<'a> {
    /// Recognises the format, decodes and extracts; `reader` does what needs more than linear code of this program. With a
    /// forced encoding, any bytes are text; without one, it is detected. No bytes make it panic.
    ///
    /// # Errors
    /// [`NoText`]: the bytes are not text, or their text is too long.
    pub fn read(
        path: &Path,
        bytes: &'a [u8],
        encoding: Option<Charset>,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoText> {
        guarded(|| Self::read_unguarded(path, bytes, encoding, reader))?
    }

    fn read_unguarded(
        path: &Path,
        bytes: &'a [u8],
        encoding: Option<Charset>,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoText> {
        let format = recognised(path, bytes, encoding).map_err(|other| {
            ole::refusal(path, bytes).map_or_else(|| NoText::from(other), NoText::from)
        })?;
        if let Some(work) = work_of(format) {
            let (input, decoding) = reader_input(work, bytes, encoding)?;
            return Ok(Self::from_extracted(bytes, reader.read(work, &input)?.text()?, decoding));
        }
        if format == Format::Packed {
            // What it holds, if that is not packed again.
            let unpacked = reader.read(FormatWork::Unpack, bytes)?.unpacked()?;
            let name = packed::inner_name(&path.to_string_lossy());
            let inner = Path::new(&name);
            if Format::recognise(inner, &unpacked) == Ok(Format::Packed) {
                return Err(Unreadable::Foreign("packed data within packed data".into()).into());
            }
            let source = Source::read_unguarded(inner, &unpacked, encoding, reader)?;
            let text = source.text.into_owned().into();
            return Ok(Self { content: content_of(bytes), text, ..source });
        }
        let (text, decoding) = decoded(bytes, encoding)?;
        let facts = match format {
            Format::Markdown => front_matter::facts(&text).non_empty(),
            _ => None,
        };
        let (text, hidden) = extract(text, format, reader.limits())?;
        reader.limits().admit(&text)?;
        Ok(Self { facts, hidden, ..Self::new(content_of(bytes), text, decoding) })
    }

    /// A plain text, without sections or facts.
    pub fn new(content: u128, text: Cow<'a, str>, decoding: Decoding) -> Self {
        let Decoding { encoding, certainty, undecoded } = decoding;
        let (sections, facts, modified) = (Vec::new(), None, None);
        let hidden = 0;
        Self { content, encoding, certainty, undecoded, text, sections, facts, hidden, modified }
    }

    fn from_extracted(bytes: &[u8], read: Extracted, decoding: Decoding) -> Self {
        let Extracted { text, sections, facts, hidden } = read;
        let source = Self::new(content_of(bytes), text.into(), decoding);
        Self { sections, facts: facts.non_empty(), hidden, ..source }
    }
}

/// The bytes of a file of records, unpacked where gzip or zstd packed it.
///
/// # Errors
/// [`NoText`]: it unpacks to too much, or is damaged.
pub fn unpacked_records(bytes: Vec<u8>, reader: &dyn FormatReader) -> Result<Vec<u8>, NoText> {
    if packed::packed_by(&bytes).is_none() {
        return Ok(bytes);
    }
    guarded(|| Ok(reader.read(FormatWork::UnpackRecords, &bytes)?.unpacked()?))?
}

/// The text of a file of records, which is cut later. What the ending of its name says of its format does not count, but for
/// compression. No bytes make it panic.
///
/// # Errors
/// [`NoText`]: it is no plain text, or unpacks to too much.
pub fn whole_text(
    path: &Path,
    bytes: Vec<u8>,
    encoding: Option<Charset>,
    reader: &dyn FormatReader,
) -> Result<(String, Decoding), NoText> {
    let bytes = unpacked_records(bytes, reader)?;
    guarded(|| {
        match Format::recognise(path, &bytes) {
            Ok(Format::Pdf | Format::Container | Format::Rtf | Format::Packed) => {
                let what = "not plain text; --records splits only plain text into records";
                return Err(Unreadable::Foreign(what.into()).into());
            }
            Err(OtherFormat::Misnamed(_)) => {}
            Err(other) if encoding.is_none() => return Err(other.into()),
            _ => {}
        }
        let (text, decoding) = decoded(&bytes, encoding)?;
        let text = match text {
            Cow::Owned(text) => text,
            // Nothing but a mark at the beginning is left out.
            Cow::Borrowed(text) if text.len() != bytes.len() => text.to_string(),
            // A text that is there already is not copied.
            Cow::Borrowed(_) => String::from_utf8(bytes).unwrap_or_default(),
        };
        Ok((text, decoding))
    })?
}

/// The text of a file that is read as it is, whatever its name: lists of words, labels.
///
/// # Errors
/// [`NoText`]: why there is none.
pub fn plain_text(bytes: &[u8]) -> Result<Cow<'_, str>, NoText> {
    if Format::recognise(Path::new(""), bytes)? != Format::Plain {
        return Err(OtherFormat::Binary("document; save it as plain text").into());
    }
    Ok(decode(bytes, None)?.text)
}

/// The format of a file; with a forced encoding, any bytes are text. A file without an ending that begins as an e-mail is
/// one: so mail programs name those of a folder (Maildir, MH).
fn recognised(path: &Path, bytes: &[u8], encoding: Option<Charset>) -> Result<Format, OtherFormat> {
    match Format::recognise(path, bytes) {
        Ok(Format::Plain) if has_name_of_mail(path) && is_message(bytes) => Ok(Format::Message),
        Ok(Format::Plain) if has_name_of_mail(path) && is_mailbox(bytes) => Ok(Format::Mailbox),
        Err(_) if encoding.is_some() => Ok(Format::by_name(path)),
        format => format,
    }
}

/// Whether a name has no ending, or what Maildir puts behind names.
fn has_name_of_mail(path: &Path) -> bool {
    path.extension().is_none() || path.as_os_str().to_string_lossy().contains(":2,")
}

/// What a reader is asked to do with a file in this format; `None` where it is not asked for the text.
const fn work_of(format: Format) -> Option<FormatWork> {
    Some(match format {
        Format::Html => FormatWork::Page,
        Format::Latex => FormatWork::Latex,
        Format::FlatOdt => FormatWork::FlatOdt,
        Format::Message => FormatWork::Message,
        Format::Mailbox => FormatWork::Mailbox,
        Format::Rtf => FormatWork::Rtf,
        Format::Pdf => FormatWork::Pdf,
        Format::Container => FormatWork::Container,
        Format::Plain
        | Format::Markdown
        | Format::Notebook
        | Format::Json
        | Format::Subtitles
        | Format::Packed => return None,
    })
}

/// Whether a reader is given text, not the bytes of the file.
const fn is_markup(work: FormatWork) -> bool {
    matches!(work, FormatWork::Page | FormatWork::Latex)
}

/// How the bytes of a file were decoded, before its format was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoding {
    /// The encoding's name.
    pub encoding: &'static str,
    /// How sure the encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
}

impl Decoding {
    /// The format of the file says how its text is encoded.
    pub const BY_FORMAT: Self =
        Self { encoding: "UTF-8", certainty: Certainty::Sure, undecoded: 0 };
}

fn decoded(bytes: &[u8], encoding: Option<Charset>) -> Result<(Cow<'_, str>, Decoding), NotText> {
    let Decoded { text, encoding, certainty, undecoded } = decode(bytes, encoding)?;
    Ok((text, Decoding { encoding, certainty, undecoded }))
}

/// What a reader is given for some work on a file.
fn reader_input(
    work: FormatWork,
    bytes: &[u8],
    encoding: Option<Charset>,
) -> Result<(Cow<'_, [u8]>, Decoding), NotText> {
    if !is_markup(work) {
        return Ok((bytes.into(), Decoding::BY_FORMAT));
    }
    let (text, decoding) = decoded(bytes, encoding)?;
    let text = match text {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    };
    Ok((text, decoding))
}

/// A file whose text was asked for ahead. Without the text it is a [`Source`].
#[derive(Debug)]
pub struct AskedSource {
    ticket: QueueTicket,
    decoding: Decoding,
}

impl AskedSource {
    /// Asks for the text of a file. `None`: nobody takes it ahead, or there is something wrong, which [`Source::read`]
    /// says.
    pub fn ask(
        path: &Path,
        bytes: &[u8],
        encoding: Option<Charset>,
        queue: &mut dyn FormatQueue,
    ) -> Option<Self> {
        // What is not asked ahead is recognised and decoded in its turn.
        if !queue.asks_about(bytes.len()) {
            return None;
        }
        let answer = guarded(|| {
            let work = work_of(recognised(path, bytes, encoding).ok()?)?;
            let (input, decoding) = reader_input(work, bytes, encoding).ok()?;
            let ticket = queue.ask(work, &input)?;
            Some(Self { ticket, decoding })
        });
        answer.ok().flatten()
    }

    /// The document of the same bytes. `None`: it was lost; [`Source::read`] it.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn take(
        self,
        bytes: &[u8],
        queue: &mut dyn FormatQueue,
    ) -> Option<Result<Source<'static>, NoText>> {
        let read = queue.take(self.ticket)?.and_then(FormatOutcome::text);
        let source = read.map(|read| Source::from_extracted(bytes, read, self.decoding));
        Some(source.map_err(NoText::from))
    }
}

/// The 128-bit hash (XXH3, seed 0) that identifies the content of a file.
pub fn content_of(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{FormatOutcome, FormatReader, FormatWork, Source, Unreadable, plain_text};
    use crate::extracted::Extracted;
    use crate::limits::Limits;
    use crate::work::InProcess;

    /// Gives text for what is packed, and something packed for all else.
    struct Mistaken;

    impl FormatReader for Mistaken {
        fn limits(&self) -> &Limits {
            &Limits::DEFAULT
        }

        fn read(&self, work: FormatWork, _: &[u8]) -> Result<FormatOutcome, Unreadable> {
            Ok(match work {
                FormatWork::Unpack => FormatOutcome::Text(Extracted::default()),
                _ => FormatOutcome::Unpacked(Vec::new()),
            })
        }
    }

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
            read.unwrap_err().is_foreign()
        };
        assert!(is_foreign("a.pdf", b"\x89PNG\r\n\x1a\n\0\0"));
        assert!(!is_foreign("a.pdf", b"a text"));
        assert!(!is_foreign("a.bin", b"version https://git-lfs.github.com/spec/v1\n"));
    }

    #[test]
    fn an_answer_to_another_question_is_no_empty_document() {
        for (name, bytes) in [
            ("a.html", b"<p>a".as_slice()),
            ("a.tex", b"a"),
            ("a.eml", b"Subject: a\n\na"),
            ("a.pdf", b"%PDF-1.7\n"),
            ("a.txt.gz", b"\x1f\x8b\x08\0"),
        ] {
            let read = Source::read(Path::new(name), bytes, None, &Mistaken);
            assert_eq!(read.unwrap_err(), Unreadable::Misanswered.into(), "{name}");
        }
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_format() {
        assert_eq!(plain_text(b"a\tb\t1\n").unwrap(), "a\tb\t1\n");
        let refused = |bytes: &[u8]| plain_text(bytes).unwrap_err().to_string();
        assert_eq!(refused(b"\x89PNG\r\n\x1a\n\0\0"), "binary: PNG image");
        assert_eq!(refused(b"a\0b"), "binary: a NUL byte at offset 1");
    }
}
