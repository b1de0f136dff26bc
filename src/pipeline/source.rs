//! The first stages, from bytes to plain text. Every document takes them. They keep nothing.

pub mod records;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

use crate::base::day::Day;
use crate::base::guard::{Panicked, guarded};
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};
use crate::formats::extracted::{Extracted, Facts, TextSection, Unreadable};
use crate::formats::limits::Limits;
use crate::formats::mail::is_message;
use crate::formats::office::ole;
use crate::formats::work::{FormatOutcome, FormatQueue, FormatReader, FormatWork, QueueTicket};
use crate::formats::{front_matter, gzip};
use crate::text::NoColumn;
use crate::text::decode::{Certainty, Charset, Decoded, NotText, decode};
use crate::text::extract::{HtmlText, extract};
use crate::text::file_format::{BinaryFormat, Format};

use self::records::RecordTrouble;

/// How the bytes of files become texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceOptions {
    /// The encoding of every file; `None`: detected for each file.
    pub encoding: Option<Charset>,
    /// What counts of an HTML page.
    pub html: HtmlText,
}

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
    /// On which day its file was changed last, if who read the file knows it.
    pub modified: Option<Day>,
}

/// Why a file makes no document: one line in lower case, without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoSource {
    /// It is in a known format that is not text.
    #[error(transparent)]
    Format(#[from] BinaryFormat),
    /// It is not text.
    #[error(transparent)]
    Binary(#[from] NotText),
    /// It is in a format whose reader gives no text of it.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A stage panicked.
    #[error("a library gave up on it ({0}); please report the file")]
    GaveUp(#[source] Panicked),
    /// It is a table without the column of `--records`.
    #[error(transparent)]
    Column(#[from] NoColumn),
    /// Some of its records make no documents, or its encoding is a guess.
    #[error(transparent)]
    Records(#[from] RecordTrouble),
    /// Its bytes cannot be read. The code that reads files says why.
    #[error("{0}")]
    Refused(String),
}

/// A file that makes no document, with its name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub struct NoDocument {
    /// Its name.
    pub path: DocPath,
    /// Why it makes none.
    #[source]
    pub reason: NoSource,
}

impl NoSource {
    /// This reason as a problem with the file at `path`.
    pub fn problem(&self, path: &DocPath) -> Problem {
        let kind = match self {
            Self::Format(_) | Self::Binary(_) | Self::Unreadable(Unreadable::Foreign(_)) => {
                ProblemKind::Skipped
            }
            Self::Records(trouble) => trouble.kind,
            Self::Unreadable(_) | Self::GaveUp(_) | Self::Column(_) | Self::Refused(_) => {
                ProblemKind::Failed
            }
        };
        Problem::new(path, kind, self.to_string())
    }
}

/// Runs `stages` on a file's bytes. A panic of a library becomes [`NoSource::GaveUp`].
///
/// # Errors
/// Those of `stages`.
pub fn catch_panic<T>(stages: impl FnOnce() -> Result<T, NoSource>) -> Result<T, NoSource> {
    guarded(stages).unwrap_or_else(|panic| Err(NoSource::GaveUp(panic)))
}

impl<'a> Source<'a> {
    /// Recognises the format, decodes and extracts; `reader` does what needs more than linear code of this program. With a
    /// forced encoding, any bytes are text.
    ///
    /// # Errors
    /// [`NoSource`]: the bytes are not text, or their text is too long.
    pub fn read(
        path: &Path,
        bytes: &'a [u8],
        options: SourceOptions,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoSource> {
        let encoding = options.encoding;
        let format = recognised(path, bytes, encoding).map_err(|other| {
            ole::refusal(bytes).map_or_else(|| NoSource::from(other), NoSource::from)
        })?;
        match work_of(format, options.html) {
            Some(work) => {
                let (reader_input, decoding) = reader_input(work, bytes, encoding)?;
                Ok(Self::of_extracted(bytes, reader.read(work, &reader_input)?.text()?, decoding))
            }
            None if format == Format::Gzip => Self::of_packed(path, bytes, options, reader),
            None => Self::of_text(format, bytes, encoding, reader.limits()),
        }
    }

    /// A text in some encoding, as it is or in Markdown.
    fn of_text(
        format: Format,
        bytes: &'a [u8],
        encoding: Option<Charset>,
        limits: &Limits,
    ) -> Result<Self, NoSource> {
        let decoded = decode(bytes, encoding)?;
        let facts = match format {
            Format::Markdown => front_matter::facts(&decoded.text).kept(),
            _ => None,
        };
        let text = extract(decoded.text, format);
        limits.admit(&text)?;
        Ok(Self {
            content: content_of(bytes),
            encoding: decoded.encoding,
            certainty: decoded.certainty,
            undecoded: decoded.undecoded,
            text,
            sections: Vec::new(),
            facts,
            modified: None,
        })
    }

    /// A document whose text came from elsewhere.
    pub fn converted(bytes: &[u8], text: String) -> Self {
        let read = Extracted { text, ..Extracted::default() };
        Self::of_extracted(bytes, read, Decoding::BY_FORMAT)
    }

    fn of_extracted(bytes: &[u8], read: Extracted, decoding: Decoding) -> Self {
        let Extracted { text, sections, facts } = read;
        let Decoding { encoding, certainty, undecoded } = decoding;
        Self {
            content: content_of(bytes),
            encoding,
            certainty,
            undecoded,
            text: text.into(),
            sections,
            facts: facts.kept(),
            modified: None,
        }
    }

    /// What a packed file holds, if that is not packed again.
    fn of_packed(
        path: &Path,
        bytes: &[u8],
        options: SourceOptions,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoSource> {
        let unpacked = reader.read(FormatWork::Gunzip, bytes)?.unpacked()?;
        let name = gzip::inner_name(&path.to_string_lossy());
        let inner = Path::new(&name);
        if Format::recognise(inner, &unpacked) == Ok(Format::Gzip) {
            return Err(Unreadable::Foreign("gzip data within gzip data".into()).into());
        }
        let source = Source::read(inner, &unpacked, options, reader)?;
        let text = source.text.into_owned().into();
        Ok(Self { content: content_of(bytes), text, ..source })
    }
}

/// The format of a file; with a forced encoding, any bytes are text. A file without an ending that begins as an e-mail is
/// one: so mail programs name those of a folder (Maildir, MH).
fn recognised(
    path: &Path,
    bytes: &[u8],
    encoding: Option<Charset>,
) -> Result<Format, BinaryFormat> {
    match Format::recognise(path, bytes) {
        Ok(Format::Plain) if has_name_of_mail(path) && is_message(bytes) => Ok(Format::Message),
        Err(_) if encoding.is_some() => Ok(Format::of(path)),
        format => format,
    }
}

/// Whether a name has no ending, or what Maildir puts behind names.
fn has_name_of_mail(path: &Path) -> bool {
    path.extension().is_none() || path.as_os_str().to_string_lossy().contains(":2,")
}

/// What a reader is asked to do with a file in this format; `None` where it is not asked for the text.
const fn work_of(format: Format, html: HtmlText) -> Option<FormatWork> {
    Some(match format {
        Format::Html => FormatWork::Page(html),
        Format::Latex => FormatWork::Latex,
        Format::FlatOdt => FormatWork::FlatOdt,
        Format::Message => FormatWork::Message,
        Format::Mailbox => FormatWork::Mailbox,
        Format::Rtf => FormatWork::Rtf,
        Format::Pdf => FormatWork::Pdf,
        Format::Container => FormatWork::Container,
        Format::Plain | Format::Markdown | Format::Gzip => return None,
    })
}

/// Whether a reader is given text, not the bytes of the file.
const fn is_markup(work: FormatWork) -> bool {
    matches!(work, FormatWork::Page(_) | FormatWork::Latex)
}

/// How the bytes of a file were decoded, before its format was read.
#[derive(Debug, Clone, Copy)]
struct Decoding {
    encoding: &'static str,
    certainty: Certainty,
    undecoded: u64,
}

impl Decoding {
    /// Its format says how its text is encoded.
    const BY_FORMAT: Self = Self { encoding: "UTF-8", certainty: Certainty::Sure, undecoded: 0 };
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
    let Decoded { text, encoding, certainty, undecoded } = decode(bytes, encoding)?;
    let text = match text {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    };
    Ok((text, Decoding { encoding, certainty, undecoded }))
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
        options: SourceOptions,
        queue: &mut dyn FormatQueue,
    ) -> Option<Self> {
        // What is not asked ahead is recognised and decoded in its turn.
        if !queue.asks_about(bytes.len()) {
            return None;
        }
        let encoding = options.encoding;
        let work = work_of(recognised(path, bytes, encoding).ok()?, options.html)?;
        let (reader_input, decoding) = reader_input(work, bytes, encoding).ok()?;
        let ticket = queue.ask(work, &reader_input)?;
        Some(Self { ticket, decoding })
    }

    /// The document of the same bytes. `None`: it was lost; [`Source::read`] it.
    ///
    /// # Errors
    /// As [`Source::read`].
    pub fn take(
        self,
        bytes: &[u8],
        queue: &mut dyn FormatQueue,
    ) -> Option<Result<Source<'static>, NoSource>> {
        let read = queue.take(self.ticket)?.and_then(FormatOutcome::text);
        let source = read.map(|read| Source::of_extracted(bytes, read, self.decoding));
        Some(source.map_err(NoSource::from))
    }
}

/// The 128-bit hash (XXH3, seed 0) that identifies the content of a file.
pub fn content_of(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

/// The problem to report for a document with undecodable bytes or an uncertain encoding; `None` where there is none.
pub fn loss(
    path: &DocPath,
    undecoded: u64,
    encoding: &str,
    certainty: Certainty,
) -> Option<Problem> {
    let (kind, reason) = match (undecoded, certainty) {
        (0, Certainty::Sure) => return None,
        (0, Certainty::Unsure { other }) => (
            ProblemKind::Unsure,
            format!(
                "read as {encoding}, but {other} is near; if it looks wrong, name another with --encoding"
            ),
        ),
        (_, certainty) => {
            let noun = if undecoded == 1 { "byte" } else { "bytes" };
            let near = match certainty {
                Certainty::Sure => String::new(),
                Certainty::Unsure { other } => format!(", and {other} is near"),
            };
            let reason = format!(
                "{undecoded} {noun} could not be decoded as {encoding}{near}; if that is the wrong encoding, name another with --encoding"
            );
            (ProblemKind::Lossy, reason)
        }
    };
    Some(Problem::new(path, kind, reason))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{
        FormatOutcome, FormatReader, FormatWork, Limits, Source, SourceOptions, Unreadable,
    };
    use crate::formats::extracted::Extracted;
    use crate::formats::work::InProcess;

    /// Gives text for what is packed, and something packed for all else.
    struct Mistaken;

    impl FormatReader for Mistaken {
        fn limits(&self) -> &Limits {
            &Limits::DEFAULT
        }

        fn read(&self, work: FormatWork, _: &[u8]) -> Result<FormatOutcome, Unreadable> {
            Ok(match work {
                FormatWork::Gunzip => FormatOutcome::Text(Extracted::default()),
                _ => FormatOutcome::Unpacked(Vec::new()),
            })
        }
    }

    #[test]
    fn a_file_that_begins_as_an_e_mail_is_one_if_its_name_may_be_one() {
        let bytes = b"From: a@b\nSubject: Tea\n\nAt four.\n";
        let text = |name: &str| {
            Source::read(Path::new(name), bytes, SourceOptions::default(), &InProcess::default())
                .unwrap()
                .text
        };
        for name in ["12", "cur/17.M5.host:2,S", "17.M5.host.org:2,"] {
            assert_eq!(text(name), "Tea\n\nAt four.\n", "{name}");
        }
        assert_eq!(text("a.txt").as_bytes(), bytes);
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
            let read = Source::read(Path::new(name), bytes, SourceOptions::default(), &Mistaken);
            assert_eq!(read.unwrap_err(), Unreadable::Misanswered.into(), "{name}");
        }
    }
}
