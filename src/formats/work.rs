//! What has to be done with a file in a format of its own, so that it can be done in this process or in another one.

use serde::{Deserialize, Serialize};

use super::extracted::{Extracted, Unreadable};
use super::limits::Limits;
use super::office::kind::{ContainerKind, container_kind};
use super::office::{docx, epub, odt, pptx};
use super::{gzip, latex, mail, page, pdf, rtf};
use crate::text::extract::HtmlText;

/// One piece of work on the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormatWork {
    /// The text of an HTML page, which is given in UTF-8.
    Page(HtmlText),
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
    /// The bytes that gzip has packed.
    Gunzip,
}

/// What some work gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormatOutcome {
    /// A document's text.
    Text(Extracted),
    /// The file that was packed.
    Unpacked(Vec<u8>),
}

/// Does the work that formats need. An implementation decides in which process.
pub trait FormatReader: Send + Sync {
    /// Does it on the bytes of a file.
    ///
    /// # Errors
    /// [`Unreadable`]: why it gives nothing.
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable>;
}

/// Does the work in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess {
    /// What one file may become.
    pub limits: Limits,
}

impl FormatReader for InProcess {
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<FormatOutcome, Unreadable> {
        let limits = &self.limits;
        let text = || String::from_utf8_lossy(bytes);
        let extracted = match work {
            FormatWork::Page(HtmlText::All) => page::all(text()),
            FormatWork::Page(HtmlText::Main) => page::main(&text(), limits),
            FormatWork::Latex => latex::read(&text(), limits)?,
            FormatWork::FlatOdt => odt::read_flat(bytes, limits)?,
            FormatWork::Mailbox if mail::is_mailbox(bytes) => mail::read_mailbox(bytes, limits)?,
            FormatWork::Message | FormatWork::Mailbox => mail::read_message(bytes, limits)?,
            FormatWork::Rtf => rtf::read(bytes, limits)?,
            FormatWork::Pdf => pdf::read(bytes, limits)?,
            FormatWork::Container => match container_kind(bytes) {
                Some(ContainerKind::Docx) => docx::read(bytes, limits)?,
                Some(ContainerKind::Pptx) => pptx::read(bytes, limits)?,
                Some(ContainerKind::Odt | ContainerKind::Odp) => odt::read(bytes, limits)?,
                Some(ContainerKind::Epub) => epub::read(bytes, limits)?,
                None => return Err(Unreadable::Foreign("ZIP archive".into())),
            },
            FormatWork::Gunzip => return gzip::unpack(bytes, limits).map(FormatOutcome::Unpacked),
        };
        limits.admit(&extracted.text)?;
        Ok(FormatOutcome::Text(extracted))
    }
}
