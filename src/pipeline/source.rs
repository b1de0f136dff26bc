//! The first stages, from bytes to plain text. Every document takes them. They keep nothing.

use std::borrow::Cow;
use std::path::Path;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

use crate::base::guard::{Panicked, guarded};
use crate::base::path::DocPath;
use crate::base::problem::{Problem, ProblemKind};
use crate::formats::extracted::{Extracted, Facts, TextSection, Unreadable};
use crate::formats::gzip;
use crate::formats::work::{FormatOutcome, FormatReader, FormatWork};
use crate::text::decode::{Certainty, Charset, NotText, decode};
use crate::text::extract::HtmlText;
use crate::text::extract::extract;
use crate::text::file_format::{BinaryFormat, Format};

/// Extracted texts longer than this many bytes are refused: 64 MiB.
pub const LARGEST_TEXT: usize = 64 << 20;

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
    /// What the file says of itself.
    pub facts: Facts,
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
    /// Its text has this many bytes, more than [`LARGEST_TEXT`].
    #[error(
        "its text has {} MiB, more than the {} MiB that are compared; split the file",
        .0 >> 20,
        LARGEST_TEXT >> 20
    )]
    TooLong(usize),
    /// It is in a format whose reader gives no text of it.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A stage panicked.
    #[error("a library gave up on it ({0}); please report the file")]
    GaveUp(#[source] Panicked),
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
            Self::TooLong(_) | Self::Unreadable(_) | Self::GaveUp(_) | Self::Refused(_) => {
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
pub fn careful<T>(stages: impl FnOnce() -> Result<T, NoSource>) -> Result<T, NoSource> {
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
        let format = match Format::recognise(path, bytes) {
            Ok(format) => format,
            Err(_) if encoding.is_some() => Format::of(path),
            Err(other) => return Err(other.into()),
        };
        match format {
            Format::Plain | Format::Markdown => {
                let decoded = decode(bytes, encoding)?;
                let text = extract(decoded.text, format);
                if text.len() > LARGEST_TEXT {
                    return Err(NoSource::TooLong(text.len()));
                }
                Ok(Self {
                    content: content_of(bytes),
                    encoding: decoded.encoding,
                    certainty: decoded.certainty,
                    undecoded: decoded.undecoded,
                    text,
                    sections: Vec::new(),
                    facts: Facts::default(),
                })
            }
            Format::Html => {
                Self::of_markup(FormatWork::Page(options.html), bytes, encoding, reader)
            }
            Format::Latex => Self::of_markup(FormatWork::Latex, bytes, encoding, reader),
            Format::FlatOdt => Self::of_document(FormatWork::FlatOdt, bytes, reader),
            Format::Message => Self::of_document(FormatWork::Message, bytes, reader),
            Format::Mailbox => Self::of_document(FormatWork::Mailbox, bytes, reader),
            Format::Rtf => Self::of_document(FormatWork::Rtf, bytes, reader),
            Format::Pdf => Self::of_document(FormatWork::Pdf, bytes, reader),
            Format::Container => Self::of_document(FormatWork::Container, bytes, reader),
            Format::Gzip => Self::of_packed(path, bytes, options, reader),
        }
    }

    /// A text with markup in some encoding.
    fn of_markup(
        work: FormatWork,
        bytes: &[u8],
        encoding: Option<Charset>,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoSource> {
        let decoded = decode(bytes, encoding)?;
        let read = extracted(reader.read(work, decoded.text.as_bytes())?);
        Ok(Self {
            encoding: decoded.encoding,
            certainty: decoded.certainty,
            undecoded: decoded.undecoded,
            ..Self::of_extracted(bytes, read)
        })
    }

    /// A document whose format says how its text is encoded.
    fn of_document(
        work: FormatWork,
        bytes: &[u8],
        reader: &dyn FormatReader,
    ) -> Result<Self, NoSource> {
        Ok(Self::of_extracted(bytes, extracted(reader.read(work, bytes)?)))
    }

    fn of_extracted(bytes: &[u8], read: Extracted) -> Self {
        let Extracted { text, sections, facts } = read;
        Self {
            content: content_of(bytes),
            encoding: "UTF-8",
            certainty: Certainty::Sure,
            undecoded: 0,
            text: text.into(),
            sections,
            facts,
        }
    }

    /// What a packed file holds, if that is not packed again.
    fn of_packed(
        path: &Path,
        bytes: &[u8],
        options: SourceOptions,
        reader: &dyn FormatReader,
    ) -> Result<Self, NoSource> {
        let unpacked = match reader.read(FormatWork::Gunzip, bytes)? {
            FormatOutcome::Unpacked(unpacked) => unpacked,
            FormatOutcome::Text(text) => text.text.into_bytes(),
        };
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

fn extracted(outcome: FormatOutcome) -> Extracted {
    match outcome {
        FormatOutcome::Text(extracted) => extracted,
        FormatOutcome::Unpacked(_) => Extracted::default(),
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
