//! Converts documents of many formats to plain text with sections, or returns the reason for failure.
//!
//! [`Source::read`] recognises the format by name and first bytes, decodes and extracts. Formats that need more than
//! linear code go to a [`FormatReader`]. It runs in this process ([`InProcess`]) or in confined child processes
//! ([`processes::ReaderProcesses`]). A cache of earlier texts can precede both ([`cache::CachedReader`]).

pub mod cache;
mod decode;
mod extract;
mod extracted;
mod file_format;
mod front_matter;
#[cfg(test)]
mod hostile_tests;
mod html;
mod json;
mod latex;
mod limits;
mod list_number;
mod mail;
mod markdown;
mod moment;
mod office;
mod one_line;
mod packed;
#[cfg(feature = "pdf")]
mod pdf;
mod plain;
#[cfg(unix)]
pub mod processes;
mod roles;
mod rtf;
mod source;
mod subtitles;
mod text_builder;
mod work;

pub use decode::{Certainty, Charset, Decoded, Decoding, decode};
pub use extract::extract;
pub use extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable, section_at};
pub use file_format::Format;
pub use limits::Limits;
pub use source::{Source, decode_plain_text, hash_content, read_whole_text, unpack_records};
pub use work::{FormatReader, InProcess};
