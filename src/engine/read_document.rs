//! The only place where the bytes of a file become its text, for everything that reads files. A format that needs more
//! than this program's own code is added here.

#[cfg(unix)]
use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use crate::cache::cached_reader::CachedReader;
use crate::cache::notice::CacheNotice;
use crate::cache::text_cache::{CachePlace, TextCache};
use crate::formats::limits::Limits;
use crate::formats::work::{FormatReader, InProcess};
#[cfg(unix)]
use crate::isolation::pool::ReaderProcesses;
use crate::pipeline::source::{NoSource, Source, SourceOptions, careful};

/// The processes that read formats; they serve the whole program, as the threads of rayon do.
#[cfg(unix)]
static READER: OnceLock<ReaderProcesses> = OnceLock::new();

/// Texts of earlier runs; they serve the whole program too.
static CACHE: OnceLock<TextCache> = OnceLock::new();

/// From now on, child processes of `program` read all formats but plain text and Markdown. Before, and without, this process
/// does it itself. Only the first call counts.
#[cfg(unix)]
pub fn use_reader_processes(program: OsString, limits: Limits) {
    let _ = READER.set(ReaderProcesses::new(program, limits));
}

/// From now on, texts that were expensive to read are kept at this place, and taken from it. Only the first call counts.
pub fn use_cache(place: CachePlace) {
    let _ = CACHE.set(TextCache::new(place));
}

/// What went wrong with the cache since this was asked last.
pub fn cache_notices() -> Vec<CacheNotice> {
    CACHE.get().map_or_else(Vec::new, TextCache::notices)
}

/// Waits until the cache has what was read. Returns what went wrong with it since this was asked last.
pub fn finish_cache() -> Vec<CacheNotice> {
    if let Some(cache) = CACHE.get() {
        cache.finish();
    }
    cache_notices()
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
    static HERE: InProcess = InProcess { limits: Limits::DEFAULT };
    let (reader, limits) = (&HERE as &dyn FormatReader, HERE.limits);
    #[cfg(unix)]
    let (reader, limits) =
        READER.get().map_or((reader, limits), |processes| (processes, processes.limits));
    careful(|| match CACHE.get() {
        Some(cache) => Source::read(path, bytes, options, &CachedReader { reader, limits, cache }),
        None => Source::read(path, bytes, options, reader),
    })
}
