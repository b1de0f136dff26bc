//! The only place where the bytes of a file become its text, for everything that reads files. A format that needs more
//! than this program's own code is added here.

#[cfg(unix)]
use std::ffi::OsString;
use std::path::Path;
#[cfg(unix)]
use std::sync::OnceLock;

use crate::formats::limits::Limits;
use crate::formats::work::{FormatReader, InProcess};
#[cfg(unix)]
use crate::isolation::pool::ReaderProcesses;
use crate::pipeline::parameters::Params;
use crate::pipeline::source::records::RecordFile;
use crate::pipeline::source::{NoSource, Source, SourceOptions, careful};

/// The processes that read formats; they serve the whole program, as the threads of rayon do.
#[cfg(unix)]
static READER: OnceLock<ReaderProcesses> = OnceLock::new();

/// From now on, child processes of `program` read all formats but plain text and Markdown. Before, and without, this process
/// does it itself. Only the first call counts.
#[cfg(unix)]
pub fn use_reader_processes(program: OsString, limits: Limits) {
    let _ = READER.set(ReaderProcesses::new(program, limits));
}

/// The text of a file. `options` are those of the run.
///
/// # Errors
/// [`NoSource`]: why the bytes have no text, or that a library panicked on them.
pub fn source<'a>(
    path: &Path,
    bytes: &'a [u8],
    options: SourceOptions,
) -> Result<Source<'a>, NoSource> {
    careful(|| Source::read(path, bytes, options, reader()))
}

/// The records of a file, as `params` cut them.
///
/// # Errors
/// [`NoSource`]: why the bytes have none, or that a library panicked on them.
pub fn records(path: &Path, bytes: Vec<u8>, params: &Params) -> Result<RecordFile, NoSource> {
    careful(|| RecordFile::read(path, bytes, (&params.records, params.encoding), reader()))
}

fn reader() -> &'static dyn FormatReader {
    static HERE: InProcess = InProcess { limits: Limits::DEFAULT };
    READER.get().map_or(&HERE as &dyn FormatReader, |processes| processes)
}
