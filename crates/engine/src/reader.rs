//! Converts the bytes of files to texts and documents. No other module does this, so code for further formats belongs
//! here.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{ffi::OsString, fmt, sync::Arc};

use documents::cache::{CachePlace, CachedReader, TextCache};
use documents::{Charset, FormatReader, InProcess, Limits, Source, hash_content, unpack_records};
#[cfg(unix)]
use documents::{Decoding, Unreadable};

use hashbrown::HashMap;

use super::converters::Converter;
use crate::folder::{Gone, OpenFolder, SizeLimit, Stamp, WalkOptions, read::LARGEST_FILE};
use base::{cancel::Cancel, numbers::format_count, path::DocPath, workers::run_in_pieces};
use shingle_core::pipeline::source::{catch_panic, records::LARGEST_RECORDS};
use shingle_core::pipeline::{
    Corpus, DocWords, Document, NewReader, NoDocument, NoSource, Params, Progress, RecordFile,
    RecordTroubles, Stage, ThreadReader,
};

#[cfg(unix)]
use documents::processes::{ReaderProcesses, run_converter};

#[cfg(unix)]
use super::converters::COPY;

pub const RECORDS_LIMIT: SizeLimit = SizeLimit::fixed_limit(LARGEST_RECORDS);

#[derive(Debug, Clone, Default)]
pub struct DocumentFolder {
    pub root: PathBuf,
    pub walk: WalkOptions,
    pub reader: DocumentReader,
    /// Value of `--id`: the field that names records, or `None` if file and line name a record.
    pub id: Option<Arc<str>>,
    /// File and line of each record, by the name that its `id` field gives. Filled by loading.
    pub places: Arc<HashMap<DocPath, DocPath>>,
}

impl DocumentFolder {
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), ..Self::default() }
    }

    /// Returns the input paths, which the program must never write: the folder, or the named files.
    pub fn input_paths(&self) -> Vec<PathBuf> {
        let only = self.walk.only.as_deref();
        let files = |only: &[DocPath]| only.iter().map(|it| self.root.join(it.as_path())).collect();
        only.map_or_else(|| vec![self.root.clone()], files)
    }

    pub(super) fn path_on_disk<'a>(&'a self, name: &'a DocPath) -> &'a DocPath {
        self.places.get(name).unwrap_or(name)
    }

    /// Returns the lines of the named records of a file, or `None` if every record is a document.
    pub(super) fn lines_of_named_records(&self, file: &DocPath) -> Option<Vec<u32>> {
        let named = self.walk.only.iter().flat_map(|only| only.iter());
        let lines = named.filter(|record| record.as_path() == file.as_path()).map(DocPath::line);
        lines.collect::<Option<Vec<u32>>>().filter(|lines| !lines.is_empty())
    }
}

#[derive(Debug, Clone)]
pub struct ReaderSettings {
    pub largest_file: SizeLimit,
    pub limits: Limits,
    /// Program of the child processes that read formats such as PDF, and start converters.
    /// `None`: this process reads formats, without converters.
    pub program: Option<OsString>,
    pub converters: Vec<Converter>,
    pub cache: Option<CachePlace>,
}

impl Default for ReaderSettings {
    fn default() -> Self {
        let (largest_file, limits) = (LARGEST_FILE, Limits::DEFAULT);
        Self { largest_file, limits, program: None, converters: Vec::new(), cache: None }
    }
}

/// Reads documents. Clones share reader processes and cache.
#[derive(Clone)]
pub struct DocumentReader {
    settings: Arc<ReaderSettings>,
    formats: Arc<dyn FormatReader>,
    cache: Option<Arc<TextCache>>,
}

impl fmt::Debug for DocumentReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DocumentReader").field(&self.settings).finish()
    }
}

impl Default for DocumentReader {
    fn default() -> Self {
        Self::new(ReaderSettings::default())
    }
}

impl DocumentReader {
    /// Creates a reader. Processes and cache start with the first file.
    pub fn new(settings: ReaderSettings) -> Self {
        let limits = settings.limits;
        #[cfg(unix)]
        let formats: Arc<dyn FormatReader> = match settings.program.clone() {
            Some(program) => Arc::new(ReaderProcesses::new(program, limits)),
            None => Arc::new(InProcess { limits }),
        };
        #[cfg(not(unix))]
        let formats: Arc<dyn FormatReader> = Arc::new(InProcess { limits });
        let cache = settings.cache.clone().map(|place| Arc::new(TextCache::new(place)));
        let formats = match &cache {
            Some(cache) => Arc::new(CachedReader { reader: formats, cache: Arc::clone(cache) }),
            None => formats,
        };
        Self { settings: Arc::new(settings), formats, cache }
    }

    /// Returns new notices of reader processes and cache since the last call, a sentence each.
    pub fn notices(&self) -> Vec<String> {
        let of_readers = self.formats.note().into_iter().map(str::to_string);
        let of_cache = self.cache.as_ref().map_or_else(Vec::new, |cache| cache.notices());
        of_readers.chain(of_cache.iter().map(ToString::to_string)).collect()
    }

    pub fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    pub fn largest_file_size(&self) -> SizeLimit {
        self.settings.largest_file
    }

    pub fn largest_file_size_of_document(&self, path: &DocPath) -> SizeLimit {
        if path.line().is_some() { RECORDS_LIMIT } else { self.largest_file_size() }
    }

    /// Returns the text of a file, decoded with `encoding` if set.
    ///
    /// # Errors
    /// [`NoSource`]: why the bytes have no text, or that a library panicked on them.
    pub fn read_source<'a>(
        &self,
        path: &Path,
        bytes: &'a [u8],
        encoding: Option<Charset>,
    ) -> Result<Source<'a>, NoSource> {
        #[cfg(unix)]
        if let Some(text) = self.convert_file(path, bytes) {
            return Ok(Source::from_file(bytes, text?.into(), Decoding::UTF_8));
        }
        Ok(Source::read(path, bytes, encoding, &*self.formats)?)
    }

    /// Returns the records of a file, cut by `params`, and named by their field `id` or their lines.
    ///
    /// # Errors
    /// [`NoSource`]: why the bytes have no records, or that a library panicked on them.
    pub fn split_records(
        &self,
        path: &Path,
        bytes: Vec<u8>,
        params: &Params,
        id: Option<&str>,
    ) -> Result<RecordFile, NoSource> {
        let how = (&params.records, id, params.encoding);
        catch_panic(|| RecordFile::read(path, bytes, how, self.limits()))
    }

    pub fn unpack_records_file(&self, bytes: Vec<u8>) -> Result<Vec<u8>, NoSource> {
        Ok(unpack_records(bytes, self.limits())?)
    }

    pub fn read_document(
        &self,
        path: &DocPath,
        bytes: Vec<u8>,
        params: &Params,
    ) -> Result<Document, NoDocument> {
        if path.line().is_some() {
            let cut = self.split_records(path.as_path(), bytes, params, None);
            let cut = cut.map_err(|reason| NoDocument { path: path.path_of_file(), reason })?;
            return document_of_record(&cut, path, params);
        }
        self.read_source(path.as_path(), &bytes, params.encoding)
            .and_then(|source| catch_panic(|| Ok(Document::from_source(source, params))))
            .map_err(|reason| NoDocument { path: path.clone(), reason })
    }

    /// Makes a document of a text that is not a file, and ignores the encoding in `params`.
    pub fn document_of_text(
        &self,
        name: &DocPath,
        text: &str,
        params: &Params,
    ) -> Result<Document, NoDocument> {
        let params = Params { encoding: None, ..params.clone() };
        self.read_document(name, text.as_bytes().to_vec(), &params)
    }

    #[cfg(unix)]
    fn convert_file(&self, path: &Path, bytes: &[u8]) -> Option<Result<String, Unreadable>> {
        let (program, converter) = self.converter_for(path)?;
        let limits = &self.settings.limits;
        let text = run_converter(program, &converter.command, COPY, (path, bytes), limits);
        Some(text.and_then(|text| limits.check_text_size(&text).map(|()| text)))
    }

    pub fn has_converter(&self, path: &DocPath) -> bool {
        cfg!(unix) && self.converter_for(path.as_path()).is_some()
    }

    fn converter_for(&self, path: &Path) -> Option<(&OsString, &Converter)> {
        let program = self.settings.program.as_ref()?;
        // The last converter wins: typed converters follow those of the config file.
        let mut converters = self.settings.converters.iter();
        Some((program, converters.rfind(|converter| converter.converts_file(path))?))
    }
}

pub(super) fn document_of_record(
    cut: &RecordFile,
    path: &DocPath,
    params: &Params,
) -> Result<Document, NoDocument> {
    let line = path.line().unwrap_or(0);
    let source = cut.record_at_line(line).ok_or_else(|| no_record_error(params)).and_then(|at| {
        cut.source_of_record(at).map_err(|why| {
            let mut troubles = RecordTroubles::default();
            troubles.add_trouble(line, why);
            let trouble = troubles.list_troubles(path, || None).into_iter().next();
            trouble.map_or_else(|| no_record_error(params), |(_, trouble)| trouble)
        })
    });
    source
        .and_then(|source| catch_panic(|| Ok(Document::from_source(source, params))))
        .map_err(|reason| NoDocument { path: path.clone(), reason })
}

fn no_record_error(params: &Params) -> NoSource {
    NoSource::Refused(format!("no record starts at this line with --records {}", params.records))
}

pub(super) struct ReadFile {
    /// State of the file when it was read, or `None` if unread.
    pub(super) stamp: Option<Stamp>,
    pub(super) gone: Option<Gone>,
    /// `None` if the file is gone or its bytes are known.
    pub(super) document: Option<Result<DocWords, NoSource>>,
}

/// Number of files per task, small so that threads do not wait long for the last task.
const FILES_A_THREAD: usize = 16;

/// Reads files, except those whose bytes are `known`.
pub(super) fn read_all_files(
    folder: &DocumentFolder,
    paths: &[DocPath],
    encoding: Option<Charset>,
    known: Option<&Corpus>,
    new_reader: &NewReader<'_>,
    progress: Progress<'_>,
) -> Vec<ReadFile> {
    progress(Stage::Read, 0, paths.len());
    let done = AtomicUsize::new(0);
    let (open, limit) = (OpenFolder::new(&folder.root), folder.reader.largest_file_size());
    let read_file = |path: &DocPath, reader: &mut ThreadReader<'_>, bytes: &mut Vec<u8>| {
        let stamp = match open.read_file_into(path.as_path(), limit, bytes) {
            Ok(stamp) => stamp,
            Err(unread) => {
                let gone = unread.gone();
                let document = gone.is_none().then(|| Err(NoSource::Refused(unread.to_string())));
                return ReadFile { stamp: None, gone, document };
            }
        };
        // The bytes of a new file are not hashed here, because reading the document hashes them anyway.
        let content = known.and_then(|corpus| corpus.content_hash(path));
        let is_known = content.is_some_and(|content| content == hash_content(bytes));
        let document = (!is_known).then(|| {
            let source = folder.reader.read_source(path.as_path(), bytes, encoding)?;
            reader.read(&Source { modified: stamp.modified, ..source })
        });
        ReadFile { stamp: Some(stamp), gone: None, document }
    };
    let read = run_in_pieces(
        paths.len(),
        FILES_A_THREAD,
        &Cancel::never_cancelled(),
        || (new_reader(), Vec::new()),
        |(reader, bytes), range| {
            let read = |path: &DocPath| {
                let outcome = read_file(path, reader, bytes);
                progress(Stage::Read, done.fetch_add(1, Ordering::Relaxed) + 1, paths.len());
                outcome
            };
            paths[range].iter().map(read).collect::<Vec<_>>()
        },
        |(reader, _)| reader.finish(),
    );
    log::info!("read {}", format_count(paths.len() as u64, "file"));
    read.into_iter().flatten().flatten().collect()
}
