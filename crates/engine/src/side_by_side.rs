//! Compares two files and explains their words. Needs no corpus.

use std::{collections::BTreeMap, sync::Arc, thread};

use rayon::prelude::*;
use thiserror::Error;

use super::question::{PairQuestion, WordQuestion};
use super::reader::{DocumentFolder, document_of_record};
use crate::folder::{Unread, read::read_file};
use base::guard::{Panicked, run_catching_panic};
use base::path::DocPath;
use shingle_core::compare::Direction;
use shingle_core::pipeline::{Document, Explained, IgnoredShingles, NoDocument, PairView, Params};

/// Documents with at most this many words stay in memory for the next question. Larger documents would take 50 MB and
/// more.
const SMALL: usize = 1 << 18;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SideBySideError {
    #[error("{0}: it is gone")]
    Gone(DocPath),
    #[error("{path}: {unread}")]
    Unread {
        path: DocPath,
        #[source]
        unread: Unread,
    },
    #[error(transparent)]
    NoDocument(#[from] NoDocument),
    #[error("{path}: a library failed ({panic}); please report the file")]
    GaveUp {
        path: DocPath,
        #[source]
        panic: Panicked,
    },
    #[error("{a} and {b}: cannot be aligned ({panic}); please report them")]
    Unaligned {
        a: DocPath,
        b: DocPath,
        #[source]
        panic: Panicked,
    },
    #[error("{0}: it has changed since it was opened")]
    Changed(DocPath),
    #[error("cannot be explained ({0}); please report the files")]
    Unexplained(#[source] Panicked),
}

impl SideBySideError {
    pub fn reason(&self) -> String {
        match self {
            Self::Gone(_) => "it is gone".to_string(),
            Self::Unread { unread, .. } => unread.to_string(),
            Self::NoDocument(no_document) => no_document.reason.to_string(),
            Self::GaveUp { panic, .. } => {
                format!("a library failed ({panic}); please report the file")
            }
            Self::Changed(_) => "it has changed since it was read; try again".to_string(),
            other => other.to_string(),
        }
    }
}

pub struct TwoDocuments {
    pub(super) question: PairQuestion,
    documents: (Document, Document),
}

impl TwoDocuments {
    pub fn read(folder: &DocumentFolder, question: &PairQuestion) -> Result<Self, SideBySideError> {
        let PairQuestion { names: (a, b), text, params, ignored } = question;
        let mut documents = if text.is_none()
            && a.line().is_some()
            && b.line().is_some()
            && a.path_of_file() == b.path_of_file()
        {
            let both = documents_of_file(folder, &a.path_of_file(), &[a, b], params).into_iter();
            let mut both = both.collect::<Result<Vec<Document>, SideBySideError>>()?;
            let second = both.swap_remove(1);
            (both.swap_remove(0), second)
        } else {
            let first = || match text {
                Some(text) => Ok(folder.reader.document_of_text(a, text, params)?),
                None => read_document(folder, a, params),
            };
            // Uses a new thread, because the threads of the pool may be busy.
            let second = || run_catching_panic(|| read_document(folder, b, params));
            let (one, other) =
                thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, second) {
                    Ok(other) => (first(), other.join()),
                    Err(_) => (first(), Ok(second())),
                });
            let gave_up = |panic| Err(SideBySideError::GaveUp { path: b.clone(), panic });
            // Joining the thread never fails, because `guarded` catches its panics.
            let other = other.unwrap_or_else(|_| Err(Panicked("no reason".to_string())));
            (one?, other.unwrap_or_else(gave_up)?)
        };
        documents.0.set_ignored_shingles(ignored);
        documents.1.set_ignored_shingles(ignored);
        Ok(Self { question: question.clone(), documents })
    }

    pub fn view(&self) -> PairView {
        let (a, b) = (&self.question.names.0, &self.question.names.1);
        let (first, second) = (&self.documents.0, &self.documents.1);
        compare_documents((a, first), (b, second), &self.question.params)
    }

    pub fn is_small_pair(&self) -> bool {
        self.documents.0.words.len().max(self.documents.1.words.len()) <= SMALL
    }

    /// Explains a word.
    ///
    /// # Errors
    /// [`SideBySideError::Changed`]: the word is missing, because its file changed since it was shown.
    pub fn explain_word(&self, word: &WordQuestion) -> Result<Explained, SideBySideError> {
        let (a, b) = (&self.question.names.0, &self.question.names.1);
        let (first, second) = (&self.documents.0, &self.documents.1);
        let (path, document, other) =
            if word.second { (b, second, first) } else { (a, first, second) };
        let others = other.retained_keys().collect();
        Explained::new(document, &self.question.params, &others, word.span)
            .ok_or_else(|| SideBySideError::Changed(path.clone()))
    }
}

/// Reads documents of the folder in the given order and marks their ignored shingles. Reads each file once. All
/// documents are in memory together.
pub fn read_documents(
    folder: &DocumentFolder,
    paths: &[&DocPath],
    (params, ignored): (&Params, &Arc<IgnoredShingles>),
) -> Vec<Result<Document, SideBySideError>> {
    let paths: Vec<&DocPath> = paths.iter().map(|path| folder.path_on_disk(path)).collect();
    let mut files: BTreeMap<DocPath, Vec<usize>> = BTreeMap::new();
    for (place, path) in paths.iter().enumerate() {
        files.entry(path.path_of_file()).or_default().push(place);
    }
    let read = |(file, places): (DocPath, Vec<usize>)| {
        let of_file = places.iter().filter_map(|place| paths.get(*place).copied());
        let of_file: Vec<&DocPath> = of_file.collect();
        let all = run_catching_panic(|| documents_of_file(folder, &file, &of_file, params))
            .unwrap_or_else(|panic| {
                let gave_up = |path: &&DocPath| SideBySideError::GaveUp {
                    path: (*path).clone(),
                    panic: panic.clone(),
                };
                of_file.iter().map(|path| Err(gave_up(path))).collect()
            });
        places.into_iter().zip(all).collect::<Vec<_>>()
    };
    let files: Vec<(DocPath, Vec<usize>)> = files.into_iter().collect();
    let read = files.into_par_iter().with_max_len(1).map(read);
    let mut all: Vec<(usize, Result<Document, SideBySideError>)> = read.flatten_iter().collect();
    all.sort_by_key(|(place, _)| *place);
    let without = |mut document: Document| {
        document.set_ignored_shingles(ignored);
        document
    };
    all.into_iter().map(|(_, read)| read.map(without)).collect()
}

fn documents_of_file(
    folder: &DocumentFolder,
    file: &DocPath,
    names: &[&DocPath],
    params: &Params,
) -> Vec<Result<Document, SideBySideError>> {
    let is_cut = names.iter().any(|name| name.line().is_some());
    if !is_cut {
        let read = |name: &&DocPath| read_document(folder, name, params);
        return names.iter().map(read).collect();
    }
    let cut = read_bytes(folder, file).and_then(|bytes| {
        let cut = folder.reader.split_records(file.as_path(), bytes, params, None);
        Ok(cut.map_err(|reason| NoDocument { path: file.clone(), reason })?)
    });
    let of_name = |name: &&DocPath| match &cut {
        Ok(cut) => Ok(document_of_record(cut, name, params)?),
        Err(_) => read_document(folder, name, params),
    };
    names.iter().map(of_name).collect()
}

pub fn compare_documents(
    a: (&DocPath, &Document),
    b: (&DocPath, &Document),
    params: &Arc<Params>,
) -> PairView {
    PairView::compare(a, b, params, Direction::Larger)
}

pub(super) fn read_document(
    folder: &DocumentFolder,
    path: &DocPath,
    params: &Params,
) -> Result<Document, SideBySideError> {
    let place = folder.path_on_disk(path);
    Ok(folder.reader.read_document(place, read_bytes(folder, place)?, params)?)
}

fn read_bytes(folder: &DocumentFolder, path: &DocPath) -> Result<Vec<u8>, SideBySideError> {
    let read = read_file(
        &folder.root.join(path.as_path()),
        folder.reader.largest_file_size_of_document(path),
    );
    read.map(|content| content.bytes).map_err(|unread| match unread {
        Unread::Vanished => SideBySideError::Gone(path.clone()),
        unread => SideBySideError::Unread { path: path.clone(), unread },
    })
}
