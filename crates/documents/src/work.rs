//! What has to be done with a file in a format of its own, so that it can be done in this process or in another one.

use std::{borrow::Cow, path::Path};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::extracted::{Extracted, Unreadable};
use super::limits::Limits;
use super::office::kind::{ContainerKind, container_kind};
use super::office::{docx, epub, odt, pptx};
#[cfg(feature = "pdf")]
use super::pdf;
use super::source::{NoText, Source};
use super::{latex, mail, packed, page, rtf};

/// One piece of work on the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormatWork {
    /// The text of an HTML page, which is given in UTF-8.
    Page,
    /// The text of a LaTeX source, which is given in UTF-8.
    Latex,
    /// The text of an `OpenDocument` text in one XML file.
    FlatOdt,
    /// The text of an e-mail.
    Message,
    /// The text of a mailbox.
    Mailbox,
    /// The text of a Rich Text document.
    Rtf,
    /// The text of a PDF.
    Pdf,
    /// The text of a document in a zip file.
    Container,
    /// The bytes that gzip or zstd has packed.
    Unpack,
    /// The same of a file of records, which may be larger.
    UnpackRecords,
}

/// What some work gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormatOutcome {
    /// A document's text.
    Text(Extracted),
    /// The file that was packed.
    Unpacked(Vec<u8>),
}

impl FormatOutcome {
    /// The text, where one was asked for.
    ///
    /// # Errors
    /// [`Unreadable::Misanswered`]: it is none.
    pub fn text(self) -> Result<Extracted, Unreadable> {
        match self {
            Self::Text(extracted) => Ok(extracted),
            Self::Unpacked(_) => Err(Unreadable::Misanswered),
        }
    }

    /// The file that was packed, where that was asked for.
    ///
    /// # Errors
    /// [`Unreadable::Misanswered`]: it is none.
    pub fn unpacked(self) -> Result<Vec<u8>, Unreadable> {
        match self {
            Self::Unpacked(bytes) => Ok(bytes),
            Self::Text(_) => Err(Unreadable::Misanswered),
        }
    }
}

/// What a user should know of how files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReaderNotice {
    /// The system has no way to take files and network from a reader process.
    #[error(
        "this system lacks seccomp or forbids it, so a file that takes over its reader could open other files and connections; \
         read only files that you trust"
    )]
    Unconfined,
    /// Several files took too long.
    #[error(
        "several files exceed --limit-time; other files get a quarter of this time in this run"
    )]
    LessTime,
}

/// Does the work that formats need. An implementation decides in which process.
pub trait FormatReader: Send + Sync {
    /// What one file may become.
    fn limits(&self) -> &Limits;

    /// Does it on the bytes of a file.
    ///
    /// # Errors
    /// [`Unreadable`]: why it gives nothing.
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable>;

    /// What a user should know of how the reader works, each once.
    fn notices(&self) -> Vec<ReaderNotice> {
        Vec::new()
    }

    /// Where one thread asks before it needs the answers. Without another process there is nobody to work meanwhile.
    fn queue(&self) -> Box<dyn FormatQueue + '_> {
        Box::new(NoQueue)
    }
}

/// Work that is asked for before its outcome is needed. It gives what [`FormatReader::read`] gives, sooner.
pub trait FormatQueue {
    /// Whether it takes questions about files of so many bytes.
    fn asks_about(&self, length: usize) -> bool;

    /// Asks. `None`: it does not take this; `read` it when its turn comes.
    fn ask(&mut self, work: FormatWork, bytes: &[u8]) -> Option<QueueTicket>;

    /// The outcome for the oldest ticket that was not taken yet. `None`: it was lost, perhaps by the fault of another
    /// file; `read` it.
    fn take(&mut self, ticket: QueueTicket) -> Option<Result<FormatOutcome, Unreadable>>;

    /// Lends what it works with to [`FormatReader::read`], when no ticket is left.
    fn rest(&mut self);
}

/// A question that was asked, with a number that its queue knows it by.
#[derive(Debug)]
pub struct QueueTicket(pub u64);

/// Takes no question.
struct NoQueue;

impl FormatQueue for NoQueue {
    fn asks_about(&self, _: usize) -> bool {
        false
    }

    fn ask(&mut self, _: FormatWork, _: &[u8]) -> Option<QueueTicket> {
        None
    }

    fn take(&mut self, _: QueueTicket) -> Option<Result<FormatOutcome, Unreadable>> {
        None
    }

    fn rest(&mut self) {}
}

/// Does the work in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess {
    /// What one file may become.
    pub limits: Limits,
}

/// The text of a document that stands within another one, by its name there.
///
/// # Errors
/// [`Unreadable`]: it cannot be read, or goes beyond a limit.
pub(crate) fn part_text(
    name: &Path,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, Unreadable> {
    // A page with its pictures, as Word inserts it.
    if bytes.starts_with(b"MIME-Version:") {
        return mail::read_message(bytes, limits);
    }
    let read = Source::read(name, bytes, None, &InProcess { limits: *limits });
    match read {
        Ok(source) => {
            let Source { text, hidden, .. } = source;
            Ok(Extracted { text: text.into_owned(), hidden, ..Extracted::default() })
        }
        Err(NoText::Unreadable(unreadable)) => Err(unreadable),
        Err(other) => {
            let what = format!("{}: {other}", name.display());
            Err(Unreadable::Damaged { format: "document".into(), what })
        }
    }
}

impl FormatReader for InProcess {
    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let limits = &self.limits;
        // Faster than the standard library where all is well.
        let text = || match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        };
        let extracted = match work {
            FormatWork::Page => page::read(&text(), limits)?,
            FormatWork::Latex => latex::read(&text(), limits)?,
            FormatWork::FlatOdt => odt::read_flat(bytes, limits)?,
            FormatWork::Mailbox if mail::is_mailbox(bytes) => mail::read_mailbox(bytes, limits)?,
            FormatWork::Message | FormatWork::Mailbox => mail::read_message(bytes, limits)?,
            FormatWork::Rtf => rtf::read(bytes, limits)?,
            #[cfg(feature = "pdf")]
            FormatWork::Pdf => pdf::read(bytes, limits)?,
            #[cfg(not(feature = "pdf"))]
            FormatWork::Pdf => return Err(Unreadable::NotBuilt),
            FormatWork::Container => match container_kind(bytes) {
                Some(ContainerKind::Docx) => docx::read(bytes, limits)?,
                Some(ContainerKind::Pptx) => pptx::read(bytes, limits)?,
                Some(ContainerKind::Odt | ContainerKind::Odp) => odt::read(bytes, limits)?,
                Some(ContainerKind::Epub) => epub::read(bytes, limits)?,
                None => return Err(Unreadable::Foreign("ZIP archive".into())),
            },
            FormatWork::UnpackRecords => {
                let limits = Limits { entry: packed::LARGEST_RECORDS, ..*limits };
                return packed::unpack(bytes, &limits).map(FormatOutcome::Unpacked);
            }
            FormatWork::Unpack => {
                return packed::unpack(bytes, limits).map(FormatOutcome::Unpacked);
            }
        };
        limits.admit(&extracted.text)?;
        Ok(FormatOutcome::Text(extracted))
    }
}
