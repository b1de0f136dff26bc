//! Opens two files side by side and explains their words. It reads the files itself, independently of the corpus. The
//! caller keeps what was read.

pub mod error;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use rayon::prelude::*;

use crate::base::guard::{Panicked, guarded};
use crate::base::path::DocPath;
use crate::compare::measure::Direction;
use crate::folder::read::{Unread, largest_file, read_within};
use crate::pipeline::document::Document;
use crate::pipeline::document::explain::Explained;
use crate::pipeline::document::left_out::Surroundings;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::parameters::Params;
use crate::pipeline::source::records::{LARGEST_RECORDS, RecordFile, RecordTroubles};
use crate::pipeline::source::{NoDocument, NoSource, catch_panic};
use crate::text::language::folder::Prior;

use self::error::SideBySideError;
use super::read_document;
use super::report::WordAsked;

/// Larger documents are not kept: that would take 50 MB and more.
const SMALL: usize = 1 << 18;

/// Two complete documents of the folder, as some parameters see them.
pub struct TwoDocuments {
    names: (DocPath, DocPath),
    params: Arc<Params>,
    surroundings: Surroundings,
    documents: (Document, Document),
}

impl TwoDocuments {
    /// Reads both documents under some parameters, without some shingles. If there is a `text`, it takes the place of
    /// the first file.
    ///
    /// # Errors
    /// [`SideBySideError`]: which file cannot be opened and why.
    pub fn read(
        root: &Path,
        (a, b): (&DocPath, &DocPath),
        text: Option<&str>,
        (params, surroundings): (&Arc<Params>, &Surroundings),
    ) -> Result<Self, SideBySideError> {
        if text.is_none()
            && let (Some(first), Some(second)) = (a.line(), b.line())
            && a.file() == b.file()
        {
            let documents = of_one_file(root, a, [first, second], (params, surroundings))?;
            return Ok(Self::of((a, b), documents, (params, surroundings)));
        }
        let first = || match text {
            Some(text) => Ok(of_text(a, text, params, &surroundings.languages)?),
            None => of_file(root, a, (params, surroundings)),
        };
        // The second document is read on a new thread, because the pool's threads may be busy with all documents.
        let (left, right) = thread::scope(|scope| {
            let right = scope.spawn(|| guarded(|| of_file(root, b, (params, surroundings))));
            (first(), right.join())
        });
        let gave_up = |panic| Err(SideBySideError::GaveUp { path: b.clone(), panic });
        // `guarded` catches panics within the thread, so it always ends normally.
        let right = right.unwrap_or_else(|_| Err(Panicked("no reason".to_string())));
        let right = right.unwrap_or_else(gave_up);
        Ok(Self::of((a, b), (left?, right?), (params, surroundings)))
    }

    /// Leaves out of two documents what the folder leaves out.
    fn of(
        (a, b): (&DocPath, &DocPath),
        mut documents: (Document, Document),
        (params, surroundings): (&Arc<Params>, &Surroundings),
    ) -> Self {
        documents.0.leave_out(&surroundings.left_out);
        documents.1.leave_out(&surroundings.left_out);
        let (params, surroundings) = (Arc::clone(params), surroundings.clone());
        Self { names: (a.clone(), b.clone()), params, surroundings, documents }
    }

    /// The two documents side by side.
    pub fn view(&self) -> PairView {
        let (a, b) = (&self.names.0, &self.names.1);
        let (left, right) = (&self.documents.0, &self.documents.1);
        beside((a, left), (b, right), &self.params)
    }

    /// Whether they are small enough to keep for the next question.
    pub fn is_small(&self) -> bool {
        self.documents.0.words.len().max(self.documents.1.words.len()) <= SMALL
    }

    /// Whether a question is about these two documents.
    pub fn answers(&self, asked: &WordAsked) -> bool {
        self.names == asked.names
            && self.params == asked.params
            && self.surroundings == asked.surroundings
    }

    /// What became of a word.
    ///
    /// # Errors
    /// [`SideBySideError::Changed`]: the word is not there, because its file changed since it was shown.
    pub fn explain(&self, asked: &WordAsked) -> Result<Explained, SideBySideError> {
        let (left, right) = (&self.documents.0, &self.documents.1);
        let (path, document, other) =
            if asked.second { (&self.names.1, right, left) } else { (&self.names.0, left, right) };
        let others = other.kept_keys().collect();
        Explained::new(document, &self.params, &others, asked.span)
            .ok_or_else(|| SideBySideError::Changed(path.clone()))
    }
}

/// Two documents of the folder as `params` see them, without what is left out.
///
/// # Errors
/// [`SideBySideError`]: which file cannot be opened and why.
pub fn open(
    root: &Path,
    a: &DocPath,
    b: &DocPath,
    seen: (&Arc<Params>, &Surroundings),
) -> Result<PairView, SideBySideError> {
    TwoDocuments::read(root, (a, b), None, seen).map(|both| both.view())
}

/// A text with the name `name`, and a document of the folder, as `params` see them.
///
/// # Errors
/// As [`open`].
pub fn open_text(
    root: &Path,
    (name, text): (&DocPath, &str),
    b: &DocPath,
    seen: (&Arc<Params>, &Surroundings),
) -> Result<PairView, SideBySideError> {
    TwoDocuments::read(root, (name, b), Some(text), seen).map(|both| both.view())
}

/// Documents of the folder, in the given order, as `params` see them, without what is left out. Each file is read once, on any
/// thread. All are in memory together.
pub fn documents(
    root: &Path,
    paths: &[&DocPath],
    (params, surroundings): (&Params, &Surroundings),
) -> Vec<Result<Document, SideBySideError>> {
    let mut files: BTreeMap<DocPath, Vec<usize>> = BTreeMap::new();
    for (place, path) in paths.iter().enumerate() {
        files.entry(path.file()).or_default().push(place);
    }
    let read = |(file, places): (DocPath, Vec<usize>)| {
        let of_file = places.iter().filter_map(|place| paths.get(*place).copied());
        let of_file: Vec<&DocPath> = of_file.collect();
        let seen = (params, surroundings);
        let all = guarded(|| of_one(root, &file, &of_file, seen)).unwrap_or_else(|panic| {
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
        document.leave_out(&surroundings.left_out);
        document
    };
    all.into_iter().map(|(_, read)| read.map(without)).collect()
}

/// The documents with these names, all of one file.
fn of_one(
    root: &Path,
    file: &DocPath,
    names: &[&DocPath],
    (params, surroundings): (&Params, &Surroundings),
) -> Vec<Result<Document, SideBySideError>> {
    let is_cut = names.iter().any(|name| name.line().is_some());
    if !is_cut {
        let read = |name: &&DocPath| of_file(root, name, (params, surroundings));
        return names.iter().map(read).collect();
    }
    let cut = bytes_of(root, file, LARGEST_RECORDS).and_then(|bytes| {
        let cut = read_document::records(file.as_path(), bytes, params);
        Ok(cut.map_err(|reason| NoDocument { path: file.clone(), reason })?)
    });
    let of_name = |name: &&DocPath| match &cut {
        Ok(cut) => Ok(of_record(cut, name, params, &surroundings.languages)?),
        Err(_) => of_file(root, name, (params, surroundings)),
    };
    names.iter().map(of_name).collect()
}

/// Two documents side by side, each with its name.
pub fn beside(
    a: (&DocPath, &Document),
    b: (&DocPath, &Document),
    params: &Arc<Params>,
) -> PairView {
    PairView::compare(a, b, params, Direction::Larger)
}

/// A document of the folder, with all its shingles.
///
/// # Errors
/// [`SideBySideError`]: why it cannot be opened.
pub(super) fn of_file(
    root: &Path,
    path: &DocPath,
    (params, surroundings): (&Params, &Surroundings),
) -> Result<Document, SideBySideError> {
    let bytes = bytes_of(root, path, most_bytes(path))?;
    Ok(document_or_record(path, bytes, params, &surroundings.languages)?)
}

/// The most bytes that the file of a document may have, or that of a record.
pub fn most_bytes(path: &DocPath) -> u64 {
    if path.line().is_some() { LARGEST_RECORDS } else { largest_file() }
}

/// Makes a document of a file, or of a record of it where `path` names one, given the bytes of the file.
///
/// # Errors
/// [`NoDocument`]: why it is none.
pub fn document_or_record(
    path: &DocPath,
    bytes: Vec<u8>,
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, NoDocument> {
    match path.line() {
        Some(_) => record(path, bytes, params, folder),
        None => document(path, &bytes, params, folder),
    }
}

/// Two records of one file, which is read once.
fn of_one_file(
    root: &Path,
    path: &DocPath,
    lines: [u32; 2],
    (params, surroundings): (&Params, &Surroundings),
) -> Result<(Document, Document), SideBySideError> {
    let bytes = bytes_of(root, path, LARGEST_RECORDS)?;
    let file = path.file();
    let cut = read_document::records(path.as_path(), bytes, params)
        .map_err(|reason| NoDocument { path: file.clone(), reason })?;
    let [a, b] =
        lines.map(|line| of_record(&cut, &file.at_line(line), params, &surroundings.languages));
    Ok((a?, b?))
}

fn bytes_of(root: &Path, path: &DocPath, limit: u64) -> Result<Vec<u8>, SideBySideError> {
    read_within(&root.join(path.as_path()), limit).map_err(|unread| match unread {
        Unread::Vanished => SideBySideError::Gone(path.clone()),
        unread => SideBySideError::Unread { path: path.clone(), unread },
    })
}

/// Makes a document of a record, given the bytes of its file.
///
/// # Errors
/// [`NoDocument`]: why it is none.
fn record(
    path: &DocPath,
    bytes: Vec<u8>,
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, NoDocument> {
    let cut = read_document::records(path.as_path(), bytes, params)
        .map_err(|reason| NoDocument { path: path.file(), reason })?;
    of_record(&cut, path, params, folder)
}

fn of_record(
    cut: &RecordFile,
    path: &DocPath,
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, NoDocument> {
    let line = path.line().unwrap_or(0);
    let source = cut.at(line).ok_or_else(|| no_record(params)).and_then(|at| {
        cut.source(at).map_err(|why| {
            let mut troubles = RecordTroubles::default();
            troubles.add(line, why);
            let told = troubles.told(path).into_iter().next();
            told.map_or_else(|| no_record(params), |(_, trouble)| trouble.into())
        })
    });
    source
        .and_then(|source| catch_panic(|| Ok(Document::from_source(source, params, folder))))
        .map_err(|reason| NoDocument { path: path.clone(), reason })
}

fn no_record(params: &Params) -> NoSource {
    NoSource::Refused(format!("no record begins at this line, by --records {}", params.records))
}

/// Makes a document of a text that is not from a file. The encoding in `params` does not apply to it.
///
/// # Errors
/// [`NoDocument`]: why it is none.
pub fn of_text(
    name: &DocPath,
    text: &str,
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, NoDocument> {
    let params = Params { encoding: None, ..params.clone() };
    document(name, text.as_bytes(), &params, folder)
}

/// Makes a document of a file's bytes. Open stretches are read in the languages of the folder.
///
/// # Errors
/// [`NoDocument`]: why it is none.
pub fn document(
    path: &DocPath,
    bytes: &[u8],
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, NoDocument> {
    read_document::source(path.as_path(), bytes, params.source_options())
        .and_then(|source| catch_panic(|| Ok(Document::from_source(source, params, folder))))
        .map_err(|reason| NoDocument { path: path.clone(), reason })
}
