//! Reads and compares a whole folder once, for the commands. Also reads many files in parallel, which the worker
//! shares. It watches nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use documents::content_of;

use super::reader::{DocumentFolder, ReadAhead, log_unread};
use super::record_files::{pass_records, remember_records};
use crate::base::numbers::counted;
use crate::base::{cancel::Cancel, path::DocPath, problem::Problem, workers::share};
use crate::folder::names::{Names, names};
use crate::folder::{ListError, OpenFolder, SizeLimit, Stamp, Unread, WalkOptions};
use crate::pipeline::{Corpus, DocWords, DocWordsDraft, DocWordsReader, NoSource, OnePass, Params};
use crate::pipeline::{Progress, Stage};
use crate::text::RecordFormat;

/// A folder's corpus, and what the walk could not read.
pub struct Loaded {
    /// Which files of the folder were read; `None` of sketch files.
    pub walk: Option<WalkOptions>,
    /// The documents and their pairs.
    pub corpus: Corpus,
    /// The problems of the walk, in path order.
    pub listing: Vec<Problem>,
}

impl Loaded {
    /// The problems of the walk and of the documents, in path order.
    pub fn problems(&self) -> Vec<Problem> {
        self.corpus.problems(&self.listing)
    }
}

/// Reads and sketches every document of a folder. The caller joins the pairs.
///
/// # Errors
/// [`ListError`]: why the folder itself cannot be listed.
pub fn load(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, ListError> {
    sketched(folder, params, OnePass::new(params), progress)
}

/// The same for a sketch file, with what it needs beside other files.
///
/// # Errors
/// As [`load`].
pub fn load_for_file(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, ListError> {
    sketched(folder, params, OnePass::new(params).map(OnePass::keeping_evidence), progress)
}

fn sketched(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    passing: Option<OnePass<'_>>,
    progress: Progress<'_>,
) -> Result<Loaded, ListError> {
    progress(Stage::Read, 0, 0);
    let Names { files: paths, problems: listing, .. } = names(&folder.root, &folder.walk)?;
    let mut corpus = match passing {
        Some(passing) if params.records != RecordFormat::Off => {
            let passed = pass_records(folder, &paths, params, &passing, progress);
            Corpus::from_one_pass(Arc::clone(params), passing, passed.into_iter())
        }
        Some(passing) => pass_all(folder, paths, params, passing, progress),
        None => remember_all(folder, paths, params, progress),
    };
    // Never cancelled, so it always finishes.
    let _ = corpus.sketch(&Cancel::never(), progress);
    Ok(Loaded { walk: Some(folder.walk.clone()), corpus, listing })
}

/// Reads every document of a folder and keeps its words. Nothing is sketched.
///
/// # Errors
/// As [`load`].
pub fn load_words(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, ListError> {
    progress(Stage::Read, 0, 0);
    let Names { files: paths, problems: listing, .. } = names(&folder.root, &folder.walk)?;
    let mut corpus = remember_all(folder, paths, params, progress);
    corpus.settle_languages();
    Ok(Loaded { walk: Some(folder.walk.clone()), corpus, listing })
}

/// Takes every file from bytes to sketch in one pass. This is a third faster than keeping the words in between, and
/// needs no memory for them.
fn pass_all(
    folder: &DocumentFolder,
    paths: Vec<DocPath>,
    params: &Arc<Params>,
    passing: OnePass<'_>,
    progress: Progress<'_>,
) -> Corpus {
    let count = Count::new(paths.len(), progress);
    let (open, limit) = (OpenFolder::new(&folder.root), folder.reader.largest_file());
    let read = share(
        paths.len(),
        FILES_A_THREAD,
        &Cancel::never(),
        || (passing.thread(), ReadAhead::new(&folder.reader, params.source_options())),
        |(thread, ahead), range| {
            let mut passed = Vec::with_capacity(range.len());
            let read = |path: &DocPath, bytes: &mut Vec<u8>| {
                let read = open.read_into(path.as_path(), limit, bytes);
                log_unread(path, &read);
                let is_read = read.is_ok();
                (read, is_read)
            };
            ahead.each(&paths[range], read, |read, file| {
                passed.push(match read {
                    Err(Unread::Vanished | Unread::NotAFile(_)) => None,
                    Err(unread) => Some(Err(NoSource::Refused(unread.to_string()))),
                    Ok(stamp) => Some(file.source(stamp).and_then(|source| thread.pass(&source))),
                });
                count.one();
            });
            passed
        },
        |(thread, _)| thread.finish(),
    );
    let outcomes = read.unwrap_or_default().into_iter().flatten();
    let named = paths.into_iter().zip(outcomes).filter_map(|(path, read)| Some((path, read?)));
    Corpus::from_one_pass(Arc::clone(params), passing, named)
}

/// Reads all words first and makes the sketches then, where sketches need the words' text.
fn remember_all(
    folder: &DocumentFolder,
    paths: Vec<DocPath>,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Corpus {
    let mut corpus = Corpus::new(Arc::clone(params));
    if params.records != RecordFormat::Off {
        let read = remember_records(folder, &paths, &corpus, progress);
        corpus.fill(read.into_iter());
        return corpus;
    }
    let read = read_all(folder, &paths, &corpus, progress);
    corpus.fill(paths.into_iter().zip(read).filter_map(|(path, outcome)| match outcome {
        Outcome::Read(_, record) => Some((path, record)),
        Outcome::Refused(reason) => Some((path, Err(NoSource::Refused(reason)))),
        Outcome::Same(_) | Outcome::Vanished | Outcome::NoFile => None,
    }));
    corpus
}

/// Counts the files that threads have read.
struct Count<'a> {
    done: AtomicUsize,
    all: usize,
    progress: Progress<'a>,
}

impl<'a> Count<'a> {
    fn new(all: usize, progress: Progress<'a>) -> Self {
        progress(Stage::Read, 0, all);
        Self { done: AtomicUsize::new(0), all, progress }
    }

    fn one(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done == self.all {
            log::info!("read {}", counted(done as u64, "file"));
        }
        (self.progress)(Stage::Read, done, self.all);
    }
}

/// The outcome of reading one file.
pub enum Outcome {
    /// The file has the bytes that the corpus knows, but a new stamp.
    Same(Stamp),
    /// The document, or the reason why the file makes none.
    Read(Stamp, Result<DocWords, NoSource>),
    /// The file could not be read; the reason in one line.
    Refused(String),
    /// The file is gone.
    Vanished,
    /// It is not a file any more, but a folder, a link or something else. The next listing reports what.
    NoFile,
}

/// Files that a thread takes at a time in the one-pass way: few, so that no thread waits long for the last one.
const FILES_A_THREAD: usize = 16;
/// Files whose words one thread puts into one block.
const FILES_A_BLOCK: usize = 64;
/// A block with this many words is finished before it has all its files.
const LARGE_BLOCK: usize = 1 << 20;

/// Reads files in parallel, and returns their outcomes in the given order.
pub fn read_all(
    folder: &DocumentFolder,
    paths: &[DocPath],
    corpus: &Corpus,
    progress: Progress<'_>,
) -> Vec<Outcome> {
    let count = Count::new(paths.len(), progress);
    let open = (&OpenFolder::new(&folder.root), folder.reader.largest_file());
    let read = share(
        paths.len(),
        FILES_A_BLOCK,
        &Cancel::never(),
        || {
            let records = DocWordsReader::for_any_words(corpus.params(), &corpus.lexicon);
            (records, ReadAhead::new(&folder.reader, corpus.params().source_options()))
        },
        |(records, ahead), range| {
            read_block((open.0, open.1, &count), &paths[range], corpus, records, ahead)
        },
        drop,
    );
    read.unwrap_or_default().into_iter().flatten().collect()
}

/// The outcome of reading a file whose block is not finished yet.
enum ReadStep {
    Read(Stamp, Result<DocWordsDraft, NoSource>),
    Done(Outcome),
}

fn read_block(
    (open, limit, count): (&OpenFolder, SizeLimit, &Count<'_>),
    paths: &[DocPath],
    corpus: &Corpus,
    records: &mut DocWordsReader<'_>,
    ahead: &mut ReadAhead<'_>,
) -> Vec<Outcome> {
    let (mut outcomes, mut steps) = (Vec::with_capacity(paths.len()), Vec::new());
    let settle =
        |records: &mut DocWordsReader<'_>, steps: &mut Vec<ReadStep>, into: &mut Vec<Outcome>| {
            let block = records.finish();
            into.extend(steps.drain(..).map(|step| match step {
                ReadStep::Read(stamp, read) => {
                    Outcome::Read(stamp, read.map(|draft| draft.settle(&block)))
                }
                ReadStep::Done(outcome) => outcome,
            }));
        };
    let read = |path: &DocPath, bytes: &mut Vec<u8>| {
        let read = open.read_into(path.as_path(), limit, bytes);
        log_unread(path, &read);
        let found = match read {
            Err(Unread::Vanished) => Err(Outcome::Vanished),
            Err(Unread::NotAFile(_)) => Err(Outcome::NoFile),
            Err(unread) => Err(Outcome::Refused(unread.to_string())),
            Ok(stamp) if is_unchanged(corpus, path, bytes) => Err(Outcome::Same(stamp)),
            Ok(stamp) => Ok(stamp),
        };
        let needs_text = found.is_ok();
        (found, needs_text)
    };
    ahead.each(paths, read, |found, file| {
        steps.push(match found {
            Err(outcome) => ReadStep::Done(outcome),
            Ok(stamp) => {
                let draft = file.source(stamp).and_then(|source| records.read(&source));
                ReadStep::Read(stamp, draft)
            }
        });
        count.one();
        if records.block_len() > LARGE_BLOCK {
            settle(records, &mut steps, &mut outcomes);
        }
    });
    settle(records, &mut steps, &mut outcomes);
    outcomes
}

/// Whether the corpus has these bytes already. The bytes of a new file are not hashed here, because reading them does
/// that anyway.
fn is_unchanged(corpus: &Corpus, path: &DocPath, bytes: &[u8]) -> bool {
    corpus.content(path).is_some_and(|content| content == content_of(bytes))
}

/// Passes an outcome to the corpus. Returns the stamp that the document is now known by, and whether anything changed.
pub fn apply(corpus: &mut Corpus, path: &DocPath, outcome: Outcome) -> (Option<Stamp>, bool) {
    match outcome {
        Outcome::Same(stamp) => (Some(stamp), corpus.touch(path, stamp.day())),
        Outcome::Read(stamp, record) => {
            let news = corpus.put(path, record);
            (Some(stamp), news)
        }
        Outcome::Refused(reason) => {
            let news = corpus.put(path, Err(NoSource::Refused(reason)));
            (None, news)
        }
        Outcome::Vanished | Outcome::NoFile => {
            let was_there = corpus.has(path);
            corpus.remove(path);
            (None, was_there)
        }
    }
}
