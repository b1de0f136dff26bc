//! Opens two files side by side and explains their words. It reads the files itself, independently of the corpus. The
//! caller keeps what was read.

pub mod error;

use std::path::Path;
use std::sync::Arc;
use std::thread;

use crate::base::guard::{Panicked, guarded};
use crate::base::path::DocPath;
use crate::compare::measure::Direction;
use crate::folder::read::{Unread, read};
use crate::pipeline::document::Document;
use crate::pipeline::document::explain::Explained;
use crate::pipeline::document::pair::PairView;
use crate::pipeline::document::surroundings::Surroundings;
use crate::pipeline::parameters::Params;
use crate::pipeline::source::{NoDocument, careful};
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
        let mut documents = (left?, right?);
        documents.0.leave_out(&surroundings.left_out);
        documents.1.leave_out(&surroundings.left_out);
        let (params, surroundings) = (Arc::clone(params), surroundings.clone());
        Ok(Self { names: (a.clone(), b.clone()), params, surroundings, documents })
    }

    /// The two documents side by side.
    pub fn view(&self) -> PairView {
        let (a, b) = (&self.names.0, &self.names.1);
        let (left, right) = (&self.documents.0, &self.documents.1);
        PairView::of((a, left), (b, right), &self.params, Direction::Larger)
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
        Explained::of(document, &self.params, &others, asked.span)
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

fn of_file(
    root: &Path,
    path: &DocPath,
    (params, surroundings): (&Params, &Surroundings),
) -> Result<Document, SideBySideError> {
    let content = read(&root.join(path.as_path())).map_err(|unread| match unread {
        Unread::Vanished => SideBySideError::Gone(path.clone()),
        unread => SideBySideError::Unread { path: path.clone(), unread },
    })?;
    Ok(document(path, &content.bytes, params, &surroundings.languages)?)
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
        .and_then(|source| careful(|| Ok(Document::of(source, params, folder))))
        .map_err(|reason| NoDocument { path: path.clone(), reason })
}
