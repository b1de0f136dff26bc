//! Converts documents of many formats to plain text with sections, or gives the reason for failure.
//!
//! [`Source::read`] recognises the format by name and first bytes, decodes and extracts. A [`FormatReader`] does the
//! work that needs more than linear code. It runs in this process ([`InProcess`]) or in confined child processes
//! ([`processes::ReaderProcesses`]). A cache of earlier texts can precede both ([`cache::CachedReader`]). This crate
//! opens no file of the user.
//!
//! **Formats.** A reader is a pure function from bytes to `Extracted`: text, sections (pages, chapters, slides,
//! messages) and metadata. `Facts` take one pointer, because most documents have none. `documents::moment` normalises
//! dates. `FormatWork` names every kind of work.
//!
//! **Roles.** A reader names the role of a text (ruby, hidden, raised); `documents::roles` maps roles to output for
//! every format. All readers except PDF write through a `TextBuilder`.
//!
//! **Encodings.** chardetng guesses an encoding without a mark. `documents::decode::legacy` rates the guess, and
//! `decode::multibyte` tests for Chinese, Japanese and Korean. `--encoding` also supports DOS and Macintosh pages
//! (`decode::pages`).
//!
//! **Child processes.** The program creates a `DocumentReader` of child processes in `main`. A child is the program
//! itself with an extra argument (`documents::processes::child`); concurrent requests determine the number of
//! children. Bytes go through pipes, so a child opens nothing. Before the first byte, the child gives up files,
//! network and new programs (Landlock, seccomp, resource limits: `documents::processes::confine`). Each confinement
//! is best effort: if a system lacks one, the others hold. A child that can still open something reports that.
//!
//! A child that dies or hangs costs one file. If an older child dies, a new child retries the file, because earlier
//! files may be the cause. If a new child dies, the reason is stored by the hash of the file's bytes. A thread with
//! many files sends small ones ahead (`documents::work::FormatQueue`). The child then reads a file while the thread
//! counts the words of another. After a crash, the pending files are read again one by one.
//!
//! A command of the user can convert a file instead. `documents::processes::converter` runs the command through the
//! program itself, which sets the limits and ends all descendants.
//!
//! **Cache.** `documents::cache::cached_reader` is a `FormatReader` around another one. An entry is one outcome,
//! text or error, that the same bytes always give. The key combines the bytes, the work, the limits and the version
//! of the readers (`documents::cache::entry::READERS`). One file holds one entry with its key and a checksum. No
//! index and no lock exist: a finished file is moved into place (`base::storage::directory`), so processes see whole
//! entries or none. A thread writes without syncing (`documents::cache::writer`), because a checksum detects remains
//! of a power loss. The modification time records the last use. The first request opens the directory, so a folder of
//! plain text never touches the cache.

pub mod cache;
mod decode;
mod extract;
mod extracted;
mod file_format;
mod front_matter;
#[cfg(test)]
mod hostile;
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
mod page;
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
mod text_gap;
mod work;

pub use decode::{Certainty, Charset, Decoded, NotText, decode};
pub use extract::extract;
pub use extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable, section_at};
pub use file_format::{Format, OtherFormat};
pub use limits::Limits;
pub use source::{
    AskedSource, Decoding, NoText, Source, content_of, plain_text, unpacked_records, whole_text,
};
pub use work::{
    FormatOutcome, FormatQueue, FormatReader, FormatWork, InProcess, QueueTicket, ReaderNotice,
};
