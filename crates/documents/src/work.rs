//! Types for reading formats, in this process or in another one.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::extracted::{Extracted, Unreadable};
use super::limits::Limits;
use super::office::kind::{ContainerKind, container_kind};
use super::office::{docx, epub, odt, pptx};
#[cfg(feature = "pdf")]
use super::pdf;
use super::source::{NoText, Source};
use super::{latex, mail, rtf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormatWork {
    Latex,
    FlatOdt,
    Message,
    Mailbox,
    Rtf,
    Pdf,
    Container,
}

pub trait FormatReader: Send + Sync {
    fn reader_limits(&self) -> &Limits;

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<Extracted, Unreadable>;

    /// Returns a note for the user, once.
    fn note(&self) -> Option<&'static str> {
        None
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess {
    pub limits: Limits,
}

pub(crate) fn read_embedded(
    name: &Path,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, Unreadable> {
    // Word inserts a web page with pictures in this form.
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
    fn reader_limits(&self) -> &Limits {
        &self.limits
    }

    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        let limits = &self.limits;
        let extracted = match work {
            FormatWork::Latex => latex::read(&String::from_utf8_lossy(bytes), limits)?,
            FormatWork::FlatOdt => odt::read_flat_xml(bytes, limits)?,
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
        };
        limits.check_text_size(&extracted.text)?;
        Ok(extracted)
    }
}
