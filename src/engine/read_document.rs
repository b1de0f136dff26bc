//! The only place where the bytes of a file become its text, for everything that reads files. A format that needs more
//! than this program's own code is added here.

#[cfg(unix)]
use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use crate::formats::limits::Limits;
use crate::formats::work::{FormatQueue, FormatReader, InProcess};
#[cfg(unix)]
use crate::isolation::pool::ReaderProcesses;
use crate::pipeline::source::{AskedSource, NoSource, Source, careful};
use crate::text::decode::Charset;

/// The processes that read formats; they serve the whole program, as the threads of rayon do.
#[cfg(unix)]
static READER: OnceLock<ReaderProcesses> = OnceLock::new();

/// What one file may become, where this process reads it.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// From now on, these limits hold where this process reads formats itself. Only the first call counts, and only before a
/// file is read.
pub fn use_limits(limits: Limits) {
    let _ = LIMITS.set(limits);
}

/// From now on, child processes of `program` read all formats but plain text and Markdown. Before, and without, this process
/// does it itself. Only the first call counts.
#[cfg(unix)]
pub fn use_reader_processes(program: OsString, limits: Limits) {
    let _ = READER.set(ReaderProcesses::new(program, limits));
}

/// The text of a file. `encoding` is the forced encoding, if there is one.
///
/// # Errors
/// [`NoSource`]: why the bytes have no text, or that a library panicked on them.
pub fn source<'a>(
    path: &Path,
    bytes: &'a [u8],
    encoding: Option<Charset>,
) -> Result<Source<'a>, NoSource> {
    careful(|| Source::read(path, bytes, encoding, reader()))
}

/// Where a thread asks for the texts of files before their turn.
pub(super) fn queue() -> Box<dyn FormatQueue> {
    reader().queue()
}

/// Asks for the text of a file ahead. `None`: it is read when its turn comes.
pub(super) fn ask(
    path: &Path,
    bytes: &[u8],
    encoding: Option<Charset>,
    queue: &mut dyn FormatQueue,
) -> Option<AskedSource> {
    careful(|| Ok(AskedSource::ask(path, bytes, encoding, queue))).ok().flatten()
}

/// Who reads formats.
fn reader() -> &'static dyn FormatReader {
    static HERE: OnceLock<InProcess> = OnceLock::new();
    #[cfg(unix)]
    if let Some(processes) = READER.get() {
        return processes;
    }
    HERE.get_or_init(|| InProcess { limits: LIMITS.get().copied().unwrap_or_default() })
}
