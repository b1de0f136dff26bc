//! Reads whole folders for the commands, and many files in parallel for the commands and the worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use documents::hash_content;
use hashbrown::HashMap;
use rayon::prelude::*;
use thiserror::Error;

use super::reader::{DocumentFolder, ReadAhead};
use super::record_files::{PlacedRecord, read_records_in_one_pass, read_records_with_words};
use crate::folder::names::{Names, list_names};
use crate::folder::{ListError, OpenFolder, SizeLimit, Stamp, Unread, WalkOptions};
use base::{cancel::Cancel, path::DocPath, problem::Problem, workers::run_in_pieces};
use base::{ids::DocId, numbers::format_count};
use shingle_core::pipeline::{
    Corpus, DocWords, DocWordsDraft, DocWordsReader, NoSource, OnePass, Params,
};
use shingle_core::pipeline::{Progress, Stage};
use shingle_core::text::RecordFormat;

pub struct Loaded {
    pub walk: Option<WalkOptions>,
    pub corpus: Corpus,
    /// Problems found while listing the folder, in path order.
    pub listing: Vec<Problem>,
    /// With `--id`, the name of each record in reading order, with its file and line.
    pub places: Vec<(DocPath, DocPath)>,
}

#[derive(Debug, Error)]
pub enum LoadError {
    #[error(transparent)]
    List(#[from] ListError),
    #[error("{} and {} have one --id, {}; name a field that tells records apart", .places.0, .places.1, .id)]
    SameId { id: DocPath, places: Box<(DocPath, DocPath)> },
    #[error(
        "{0}: the file has another text under this name; name each batch differently, or use --id FIELD"
    )]
    OtherText(DocPath),
    #[error("an earlier batch has another text with the id {0}; give each record its own id")]
    OtherTextOfId(DocPath),
    #[error("--family md5 and hashes of texts cannot be added to sketches; remove these options")]
    NeedsWords,
}

impl Loaded {
    /// Passes the files and lines of records to the folder, if a field names the records.
    pub fn give_places_to(&self, folder: &mut DocumentFolder) {
        folder.places = Arc::new(self.places.iter().cloned().collect());
    }

    pub fn problems(&self) -> Vec<Problem> {
        self.corpus.all_problems(&self.listing)
    }
}

/// Reads and sketches all documents of a folder, without joining pairs.
pub fn sketch_whole_folder(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    sketch_folder(folder, params, OnePass::new(params), progress)
}

pub struct LoadedBeside {
    pub loaded: Loaded,
    /// Documents of the sketch file, then documents of the folder in reading order.
    pub order: Vec<DocId>,
    pub before: usize,
    /// Documents of the folder that the sketch file has too, with equal names and texts.
    pub same: Vec<DocPath>,
    pub troubles: Vec<Problem>,
}

/// Reads and sketches every document of a folder beside documents that were sketched before.
pub fn load_with_earlier(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    before: Option<Loaded>,
    progress: Progress<'_>,
) -> Result<LoadedBeside, LoadError> {
    let passing = OnePass::new(params);
    let (before, troubles, passing) = match (before, passing) {
        (None, passing) => (None, Vec::new(), passing),
        (Some(_), None) => return Err(LoadError::NeedsWords),
        (Some(Loaded { corpus, listing, .. }), Some(passing)) => {
            let (entries, texts) = corpus.into_entries_and_sketches();
            (Some(entries), listing, Some(passing.with_earlier_texts(texts)))
        }
    };
    let mut loaded = sketch_folder(folder, params, passing, progress)?;
    let is_new = |path: &DocPath, same: &[DocPath]| same.binary_search(path).is_err();
    let mut names: Vec<DocPath> = match &*loaded.places {
        [] => loaded.corpus.entries().keys().cloned().collect(),
        places => places.iter().map(|(id, _)| id.clone()).collect(),
    };
    let (mut order, mut same) = (Vec::new(), Vec::new());
    if let Some(before) = before {
        let old: Vec<DocPath> = before.keys().cloned().collect();
        same = loaded.corpus.add_sketched(before).map_err(|name| match folder.id {
            Some(_) => LoadError::OtherTextOfId(name),
            None => LoadError::OtherText(name),
        })?;
        names.retain(|name| is_new(name, &same));
        order = find_document_ids(&loaded.corpus, &old);
    }
    let before = order.len();
    order.extend(find_document_ids(&loaded.corpus, &names));
    Ok(LoadedBeside { loaded, order, before, same, troubles })
}

fn find_document_ids(corpus: &Corpus, names: &[DocPath]) -> Vec<DocId> {
    let numbering = corpus.numbering();
    names.par_iter().filter_map(|name| numbering.id_of(name)).collect()
}

fn sketch_folder(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    passing: Option<OnePass<'_>>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    progress(Stage::Read, 0, 0);
    let Names { files: paths, problems: listing, .. } = list_names(&folder.root, &folder.walk)?;
    let mut places = Vec::new();
    let mut corpus = match passing {
        Some(passing) if params.records != RecordFormat::Off => {
            let passed = read_records_in_one_pass(folder, &paths, params, &passing, progress);
            let named = name_records(passed, folder, &mut places)?;
            Corpus::from_one_pass(Arc::clone(params), passing, named.into_iter())
        }
        Some(passing) => sketch_in_one_pass(folder, paths, params, passing, progress),
        None => read_words_then_sketch(folder, paths, params, &mut places, progress)?,
    };
    let _ = corpus.refresh_sketches(&Cancel::never(), progress);
    Ok(Loaded { walk: Some(folder.walk.clone()), corpus, listing, places })
}

type NamedRecord<T> = (DocPath, Result<T, NoSource>);

fn name_records<T>(
    records: Vec<PlacedRecord<T>>,
    folder: &DocumentFolder,
    places: &mut Vec<(DocPath, DocPath)>,
) -> Result<Vec<NamedRecord<T>>, LoadError> {
    if folder.id.is_some() {
        let mut known: HashMap<&DocPath, &DocPath> = HashMap::with_capacity(records.len());
        for (id, place, _) in records.iter().filter(|(.., outcome)| outcome.is_ok()) {
            if let Some(first) = known.insert(id, place) {
                let places = Box::new((first.clone(), place.clone()));
                return Err(LoadError::SameId { id: id.clone(), places });
            }
            places.push((id.clone(), place.clone()));
        }
    }
    Ok(records.into_iter().map(|(name, _, outcome)| (name, outcome)).collect())
}

/// Reads every document of a folder into words, without sketching.
pub fn load_words(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    progress(Stage::Read, 0, 0);
    let Names { files: paths, problems: listing, .. } = list_names(&folder.root, &folder.walk)?;
    let mut places = Vec::new();
    let corpus = read_words_then_sketch(folder, paths, params, &mut places, progress)?;
    Ok(Loaded { walk: Some(folder.walk.clone()), corpus, listing, places })
}

/// Sketches each file right after reading it, without storing its words. Takes two thirds of the time of storing words
/// first.
fn sketch_in_one_pass(
    folder: &DocumentFolder,
    paths: Vec<DocPath>,
    params: &Arc<Params>,
    passing: OnePass<'_>,
    progress: Progress<'_>,
) -> Corpus {
    let count = FileCounter::new(paths.len(), progress);
    let (open, limit) = (OpenFolder::new(&folder.root), folder.reader.largest_file_size());
    let read = run_in_pieces(
        paths.len(),
        FILES_A_THREAD,
        &Cancel::never(),
        || (passing.new_thread(), ReadAhead::new(&folder.reader, params.encoding)),
        |(thread, ahead), range| {
            let mut passed = Vec::with_capacity(range.len());
            let read = |path: &DocPath, bytes: &mut Vec<u8>| {
                let read = open.read_into(path.as_path(), limit, bytes);
                let is_read = read.is_ok();
                (read, is_read)
            };
            ahead.read_files_ahead(&paths[range], read, |read, file| {
                passed.push(match read {
                    Err(Unread::Vanished | Unread::NotAFile(_)) => None,
                    Err(unread) => Some(Err(NoSource::Refused(unread.to_string()))),
                    Ok(stamp) => Some(
                        file.read_source(stamp).and_then(|source| thread.process_source(&source)),
                    ),
                });
                count.count_file();
            });
            passed
        },
        |(thread, _)| thread.finish(),
    );
    let outcomes = read.unwrap_or_default().into_iter().flatten();
    let named = paths.into_iter().zip(outcomes).filter_map(|(path, read)| Some((path, read?)));
    Corpus::from_one_pass(Arc::clone(params), passing, named)
}

/// Reads all words first and then sketches them, for sketches that need the text of words.
fn read_words_then_sketch(
    folder: &DocumentFolder,
    paths: Vec<DocPath>,
    params: &Arc<Params>,
    places: &mut Vec<(DocPath, DocPath)>,
    progress: Progress<'_>,
) -> Result<Corpus, LoadError> {
    let mut corpus = Corpus::new(Arc::clone(params));
    if params.records != RecordFormat::Off {
        let read = read_records_with_words(folder, &paths, &corpus, progress);
        corpus.add_documents(name_records(read, folder, places)?.into_iter());
        return Ok(corpus);
    }
    let read = read_all_files(folder, &paths, &corpus, progress);
    corpus.add_documents(paths.into_iter().zip(read).filter_map(|(path, outcome)| match outcome {
        Outcome::Read(_, record) => Some((path, record)),
        Outcome::Refused(reason) => Some((path, Err(NoSource::Refused(reason)))),
        Outcome::Same(_) | Outcome::Vanished | Outcome::NoFile => None,
    }));
    Ok(corpus)
}

struct FileCounter<'a> {
    done: AtomicUsize,
    all: usize,
    progress: Progress<'a>,
}

impl<'a> FileCounter<'a> {
    fn new(all: usize, progress: Progress<'a>) -> Self {
        progress(Stage::Read, 0, all);
        Self { done: AtomicUsize::new(0), all, progress }
    }

    fn count_file(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done == self.all {
            log::info!("read {}", format_count(done as u64, "file"));
        }
        (self.progress)(Stage::Read, done, self.all);
    }
}

pub enum Outcome {
    Same(Stamp),
    Read(Stamp, Result<DocWords, NoSource>),
    Refused(String),
    Vanished,
    /// The name now belongs to a folder, a link or another type. The next listing reports the change.
    NoFile,
}

/// Number of files per task, small so that threads do not wait long for the last task.
const FILES_A_THREAD: usize = 16;
const FILES_A_BLOCK: usize = 64;
/// Number of words at which a block ends early.
const LARGE_BLOCK: usize = 1 << 20;

pub fn read_all_files(
    folder: &DocumentFolder,
    paths: &[DocPath],
    corpus: &Corpus,
    progress: Progress<'_>,
) -> Vec<Outcome> {
    let count = FileCounter::new(paths.len(), progress);
    let open = (&OpenFolder::new(&folder.root), folder.reader.largest_file_size());
    let read = run_in_pieces(
        paths.len(),
        FILES_A_BLOCK,
        &Cancel::never(),
        || {
            let records = DocWordsReader::for_any_words(corpus.params(), &corpus.lexicon);
            (records, ReadAhead::new(&folder.reader, corpus.params().encoding))
        },
        |(records, ahead), range| {
            read_block((open.0, open.1, &count), &paths[range], corpus, records, ahead)
        },
        drop,
    );
    read.unwrap_or_default().into_iter().flatten().collect()
}

enum ReadStep {
    Read(Stamp, Result<DocWordsDraft, NoSource>),
    Done(Outcome),
}

fn read_block(
    (open, limit, count): (&OpenFolder, SizeLimit, &FileCounter<'_>),
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
                    Outcome::Read(stamp, read.map(|draft| draft.finish(&block)))
                }
                ReadStep::Done(outcome) => outcome,
            }));
        };
    let read = |path: &DocPath, bytes: &mut Vec<u8>| {
        let read = open.read_into(path.as_path(), limit, bytes);
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
    ahead.read_files_ahead(paths, read, |found, file| {
        steps.push(match found {
            Err(outcome) => ReadStep::Done(outcome),
            Ok(stamp) => {
                let draft = file.read_source(stamp).and_then(|source| records.read(&source));
                ReadStep::Read(stamp, draft)
            }
        });
        count.count_file();
        if records.block_len() > LARGE_BLOCK {
            settle(records, &mut steps, &mut outcomes);
        }
    });
    settle(records, &mut steps, &mut outcomes);
    outcomes
}

/// Returns true if the bytes equal those of the known document. Returns false for a new file without hashing, because
/// reading the document hashes the bytes anyway.
fn is_unchanged(corpus: &Corpus, path: &DocPath, bytes: &[u8]) -> bool {
    corpus.content_hash(path).is_some_and(|content| content == hash_content(bytes))
}

/// Stores the outcome in the corpus, and returns the stamp of the file, and true if the corpus changed.
pub fn apply_outcome(
    corpus: &mut Corpus,
    path: &DocPath,
    outcome: Outcome,
) -> (Option<Stamp>, bool) {
    match outcome {
        Outcome::Same(stamp) => (Some(stamp), corpus.set_modified(path, stamp.modified)),
        Outcome::Read(stamp, record) => {
            let news = corpus.put_document(path, record);
            (Some(stamp), news)
        }
        Outcome::Refused(reason) => {
            let news = corpus.put_document(path, Err(NoSource::Refused(reason)));
            (None, news)
        }
        Outcome::Vanished | Outcome::NoFile => {
            let was_there = corpus.contains(path);
            corpus.remove(path);
            (None, was_there)
        }
    }
}
