//! Opens two files side by side, from their bytes, apart from the corpus. It remembers nothing.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use crate::base::guard::guarded;
use crate::base::path::DocPath;
use crate::compare::measure::Direction;
use crate::folder::read::{Unread, read};
use crate::pipeline::document::Document;
use crate::pipeline::pair::PairView;
use crate::pipeline::params::Params;
use crate::pipeline::source::{NoSource, careful};

/// Two documents of the folder as `params` see them.
///
/// # Errors
/// One line that names the file that cannot be opened and why.
pub fn open(
    root: &Path,
    a: &DocPath,
    b: &DocPath,
    params: &Arc<Params>,
) -> Result<PairView, String> {
    beside(root, (a, || of_file(root, a, params)), b, params)
}

/// A text, called `name`, and a document of the folder as `params` see them.
///
/// # Errors
/// As [`open`].
pub fn open_text(
    root: &Path,
    (name, text): (&DocPath, &str),
    b: &DocPath,
    params: &Arc<Params>,
) -> Result<PairView, String> {
    beside(root, (name, || of_text(name, text, params)), b, params)
}

fn beside(
    root: &Path,
    (a, left): (&DocPath, impl FnOnce() -> Result<Document, String>),
    b: &DocPath,
    params: &Arc<Params>,
) -> Result<PairView, String> {
    // The second on a thread of its own: the pool's may be busy with all documents, and nobody waits for those.
    let (left, right) = thread::scope(|scope| {
        let right = scope.spawn(|| guarded(|| of_file(root, b, params)));
        (left(), right.join())
    });
    let gave_up =
        |panic| Err(format!("{b}: a library gave up on it ({panic}); please report the file"));
    // A panic is caught within the thread, so that it always ends in order.
    let right = right.unwrap_or_else(|_| Err("no reason".into())).unwrap_or_else(gave_up);
    let (left, right) = (left?, right?);
    Ok(PairView::of((a, &left), (b, &right), params, Direction::Larger))
}

fn of_file(root: &Path, path: &DocPath, params: &Params) -> Result<Document, String> {
    let content = read(&root.join(path.as_path())).map_err(|unread| match unread {
        Unread::Vanished => format!("{path}: it is gone"),
        Unread::Refused(reason) | Unread::NoFile(reason) => format!("{path}: {reason}"),
    })?;
    document(path, &content.bytes, params)
}

/// A document from a text that is no file: whatever encoding files are read in, it has none.
///
/// # Errors
/// One line that says why it is no document.
pub fn of_text(name: &DocPath, text: &str, params: &Params) -> Result<Document, String> {
    let params = Params { encoding: None, ..params.clone() };
    document(name, text.as_bytes(), &params)
}

/// A document from a file's bytes.
///
/// # Errors
/// One line that names the file and why it is no document.
pub fn document(path: &DocPath, bytes: &[u8], params: &Params) -> Result<Document, String> {
    careful(|| Document::read(path.as_path(), bytes, params)).map_err(|reason| match reason {
        NoSource::Binary(reason) | NoSource::Refused(reason) => format!("{path}: {reason}"),
    })
}
