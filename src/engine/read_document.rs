//! The only place where the bytes of a file become its text, for everything that reads files. A format that needs more
//! than this program's own code is added here.

#[cfg(unix)]
use std::ffi::OsString;
use std::path::Path;
use std::sync::OnceLock;

use crate::cache::cached_reader::CachedReader;
use crate::cache::notice::CacheNotice;
use crate::cache::text_cache::{CachePlace, TextCache};
#[cfg(unix)]
use crate::formats::extracted::Unreadable;
use crate::formats::limits::Limits;
use crate::formats::work::{FormatQueue, FormatReader, InProcess};
#[cfg(unix)]
use crate::isolation::converter::convert;
#[cfg(unix)]
use crate::isolation::pool::ReaderProcesses;
use crate::pipeline::parameters::Params;
use crate::pipeline::source::records::RecordFile;
use crate::pipeline::source::{AskedSource, NoSource, Source, SourceOptions, catch_panic};

#[cfg(unix)]
use super::converters::{COPY, Converter};

/// The processes that read formats; they serve the whole program, as the threads of rayon do.
#[cfg(unix)]
static READER: OnceLock<ReaderProcesses> = OnceLock::new();

/// The program itself, and the commands that turn files into text by way of it.
#[cfg(unix)]
static CONVERTERS: OnceLock<(OsString, Vec<Converter>)> = OnceLock::new();

/// From now on, these commands turn the files that match their patterns into text. Only the first call counts.
#[cfg(unix)]
pub fn use_converters(program: OsString, converters: Vec<Converter>) {
    let _ = CONVERTERS.set((program, converters));
}

/// What one file may become, where this process reads it.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// From now on, these limits hold where this process reads formats itself. Only the first call counts, and only before a
/// file is read.
pub fn use_limits(limits: Limits) {
    let _ = LIMITS.set(limits);
}

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
    #[cfg(unix)]
    if let Some(text) = converted(path, bytes) {
        return Ok(Source::converted(bytes, text?));
    }
    catch_panic(|| Source::read(path, bytes, options, reader()))
}

/// The text of a file that a converter takes; `None` where none does.
#[cfg(unix)]
fn converted(path: &Path, bytes: &[u8]) -> Option<Result<String, Unreadable>> {
    let (program, converter) = converter_of(path)?;
    let limits = reader().limits();
    let text = convert(program, &converter.command, COPY, (path, bytes), limits);
    Some(text.and_then(|text| limits.admit(&text).map(|()| text)))
}

/// The converter that takes a file, with the program that runs it.
#[cfg(unix)]
fn converter_of(path: &Path) -> Option<(&'static OsString, &'static Converter)> {
    let (program, converters) = CONVERTERS.get()?;
    // The last one wins: those of the command line come behind those of the config file.
    let converter = converters.iter().rfind(|converter| converter.converts(path))?;
    Some((program, converter))
}

/// Where a thread asks for the texts of files before their turn.
pub(super) fn queue() -> Box<dyn FormatQueue> {
    reader().queue()
}

/// Asks for the text of a file ahead. `None`: it is read when its turn comes.
pub(super) fn ask(
    path: &Path,
    bytes: &[u8],
    options: SourceOptions,
    queue: &mut dyn FormatQueue,
) -> Option<AskedSource> {
    #[cfg(unix)]
    if converter_of(path).is_some() {
        return None;
    }
    catch_panic(|| Ok(AskedSource::ask(path, bytes, options, queue))).ok().flatten()
}

/// The records of a file, as `params` cut them.
///
/// # Errors
/// [`NoSource`]: why the bytes have none, or that a library panicked on them.
pub fn records(path: &Path, bytes: Vec<u8>, params: &Params) -> Result<RecordFile, NoSource> {
    catch_panic(|| RecordFile::read(path, bytes, (&params.records, params.encoding), reader()))
}

/// Who reads formats, behind the cache if there is one.
fn reader() -> &'static dyn FormatReader {
    static CACHED: OnceLock<CachedReader<'_>> = OnceLock::new();
    match CACHE.get() {
        Some(cache) => CACHED.get_or_init(|| CachedReader { reader: uncached(), cache }),
        None => uncached(),
    }
}

/// Who reads formats that the cache does not have.
fn uncached() -> &'static dyn FormatReader {
    static HERE: OnceLock<InProcess> = OnceLock::new();
    #[cfg(unix)]
    if let Some(processes) = READER.get() {
        return processes;
    }
    HERE.get_or_init(|| InProcess { limits: LIMITS.get().copied().unwrap_or_default() })
}
