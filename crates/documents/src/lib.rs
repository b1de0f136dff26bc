//! Documents of many formats to plain text: bytes in; the text with its sections out, or why there is none.
//!
//! [`Source::read`] recognises the format of a file by its name and first bytes, decodes and extracts. Whatever needs
//! more than linear code is done by a [`FormatReader`]: in this process ([`InProcess`]), in child processes that have
//! given up all that they do not need ([`processes::ReaderProcesses`]), or, before either, by a cache of earlier texts
//! ([`cache::CachedReader`]). Nothing here opens a file of the user's.
//!
//! **Formats.** A reader is a pure function from bytes to `Extracted`: text, sections (pages, chapters, slides,
//! messages) and what the file says of itself. `Facts` are one pointer, empty for most documents. `documents::moment`
//! gives all dates one form. `FormatWork` names every kind of work.
//!
//! **Roles.** A reader says what a piece of text is (ruby, hidden, raised); `documents::roles` decides what becomes of it, for
//! every format. All readers but that of PDF write through one `TextBuilder`.
//!
//! **Encodings.** chardetng guesses an encoding that no mark identifies. `documents::decode::legacy` says whether the guess
//! is sure, and `decode::multibyte` whether it may be Chinese, Japanese or Korean. `--encoding` also reads pages of DOS and
//! Macintosh (`decode::pages`).
//!
//! **Child processes.** The program makes a `DocumentReader` of child processes in `main` and hands it to whoever
//! reads. A child is the program itself with an argument of its own (`documents::processes::child`); there are as many
//! as threads ask at once. Bytes go through pipes, so a child opens nothing. Before it reads the first byte, it gives
//! up files, network and new programs (Landlock, seccomp, limits of resources: `documents::processes::confine`). Each
//! is best effort: where a system lacks one, the others hold; a child that can still open something says so. A child
//! that dies or does not answer costs one file. If an older child dies, the file is tried once more in a new one,
//! because earlier files may be at fault; if a fresh one dies, the reason is remembered by the hash of the file's bytes. A thread that reads many files asks about small ones
//! ahead (`documents::work::FormatQueue`), so the child reads one while the thread counts the words of another. What
//! was asked behind a crash is read again, one by one.
//!
//! A command of the user's may turn a file into text instead. `documents::processes::converter` runs it by way of the
//! program itself, which takes on the limits, runs the command, and ends it with all that it started.
//!
//! **Cache.** `documents::cache::cached_reader` is a `FormatReader` around another. An entry is one outcome: a text, or
//! why there is none, if the same bytes always give it. Its key is made of the bytes, the work, the limits and the
//! version of the readers (`documents::cache::entry::READERS`; a test says when to raise it). One file holds one entry,
//! with its key and a checksum. There is no index and no lock: a file is written elsewhere and moved to its place
//! (`base::storage::directory`), so readers see whole entries or none, and processes need not know of each other. A
//! thread writes (`documents::cache::writer`) and syncs nothing, because whatever a loss of power leaves fails its
//! checksum. The time of a file's last change says when it was used. The directory is opened when the first entry is
//! asked for, so a folder of plain text never touches it.

pub mod cache;
mod decode;
mod extract;
mod extracted;
mod file_format;
mod front_matter;
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
