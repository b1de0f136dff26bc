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
    let document = |path: &DocPath| {
        let content = read(&root.join(path.as_path())).map_err(|unread| match unread {
            Unread::Vanished => format!("{path}: it is gone"),
            Unread::Refused(reason) | Unread::NoFile(reason) => format!("{path}: {reason}"),
        })?;
        document(path, &content.bytes, params)
    };
    // The second on a thread of its own: the pool's may be busy with all documents, and nobody waits for those.
    let (left, right) = thread::scope(|scope| {
        let right = scope.spawn(|| guarded(|| document(b)));
        (document(a), right.join())
    });
    let gave_up =
        |panic| Err(format!("{b}: a library gave up on it ({panic}); please report the file"));
    // A panic is caught within the thread, so that it always ends in order.
    let right = right.unwrap_or_else(|_| Err("no reason".into())).unwrap_or_else(gave_up);
    let (left, right) = (left?, right?);
    Ok(PairView::of((a, &left), (b, &right), params, Direction::Larger))
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
