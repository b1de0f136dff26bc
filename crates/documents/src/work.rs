use std::path::Path;

use memchr::memmem;

use super::extracted::{CUT_OFF, Extracted, Unreadable};
use super::limits::Limits;
use super::office::kind::{ContainerKind, container_kind};
use super::office::{docx, epub, odt, pptx};
#[cfg(feature = "pdf")]
use super::pdf;
use super::{file_format::Format, latex, mail, rtf, source::Source};

pub trait FormatReader: Send + Sync {
    fn reader_limits(&self) -> &Limits;

    /// Extracts the text of a format other than plain text, whose bytes are a whole file. LaTeX must be UTF-8.
    fn read(&self, format: Format, bytes: &[u8]) -> Result<Extracted, Unreadable>;

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
    let read = read.map_err(|why| match why {
        // Otherwise the outer document would be skipped like a picture.
        Unreadable::Foreign(what) => {
            Unreadable::damaged_error("document", format!("{}: {what}", name.display()))
        }
        why => why,
    })?;
    Ok(Extracted { text: read.text.into_owned(), hidden: read.hidden, ..Extracted::default() })
}

impl FormatReader for InProcess {
    fn reader_limits(&self) -> &Limits {
        &self.limits
    }

    fn read(&self, format: Format, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        let limits = &self.limits;
        let extracted = match format {
            Format::Latex => latex::read(&String::from_utf8_lossy(bytes), limits)?,
            Format::FlatOdt => odt::read_flat_xml(bytes, limits)?,
            Format::Mailbox if mail::is_mailbox(bytes) => mail::read_mailbox(bytes, limits)?,
            Format::Message | Format::Mailbox => mail::read_message(bytes, limits)?,
            Format::Rtf => rtf::read(bytes, limits)?,
            #[cfg(feature = "pdf")]
            Format::Pdf => pdf::read(bytes, limits)?,
            #[cfg(not(feature = "pdf"))]
            Format::Pdf => return Err(Unreadable::NotBuilt),
            Format::Container => match container_kind(bytes) {
                Some(ContainerKind::Docx) => docx::read(bytes, limits)?,
                Some(ContainerKind::Pptx) => pptx::read(bytes, limits)?,
                Some(ContainerKind::Odt) => odt::read(bytes, limits)?,
                Some(ContainerKind::Epub) => epub::read(bytes, limits)?,
                // The list of files is at the end, so a document without it is not recognised.
                None if memmem::rfind(bytes, b"PK\x05\x06").is_none() => {
                    return Err(Unreadable::damaged_error("ZIP file", CUT_OFF));
                }
                None => return Err(Unreadable::binary_error("ZIP archive")),
            },
            _ => return Err(Unreadable::binary_error("no document")),
        };
        limits.check_text_size(&extracted.text)?;
        Ok(extracted)
    }
}
