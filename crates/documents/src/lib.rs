//! Documents of many formats to plain text: bytes in; the text with its sections out, or why there is none.
//!
//! [`Source::read`] recognises the format of a file by its name and first bytes, decodes and extracts. What needs more than
//! linear code is done by a [`FormatReader`]: in this process ([`InProcess`]), in child processes that have given up all that
//! they do not need ([`processes::ReaderProcesses`]), and before either, by a cache of earlier texts
//! ([`cache::CachedReader`]). Nothing here opens a file of the user's.

pub mod cache;
mod decode;
mod extract;
mod extracted;
mod file_format;
mod flow;
mod front_matter;
mod gzip;
mod html;
mod latex;
mod limits;
mod mail;
#[cfg(feature = "readability")]
mod main_text;
mod markdown;
mod moment;
mod office;
mod one_line;
mod page;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(unix)]
pub mod processes;
mod rtf;
mod source;
mod text_gap;
mod work;
mod writer;

pub use decode::{Certainty, Charset, Decoded, NotText, decode};
pub use extract::{HtmlText, extract};
pub use extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable, section_at};
pub use file_format::{BinaryFormat, Format};
pub use limits::Limits;
pub use source::{
    AskedSource, Decoding, NoText, Source, SourceOptions, content_of, plain_text, whole_text,
};
pub use work::{FormatOutcome, FormatQueue, FormatReader, FormatWork, InProcess, QueueTicket};
