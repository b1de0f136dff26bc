//! The only place where the bytes of a file become its text, for everything that reads files. A format that needs more
//! than this program's own code is added here.

use std::path::Path;

use crate::pipeline::source::{NoSource, Source, careful};
use crate::text::decode::Charset;

/// The text of a file. `encoding` is the forced encoding, if there is one.
///
/// # Errors
/// [`NoSource`]: why the bytes have no text, or that a library panicked on them.
pub fn source<'a>(
    path: &Path,
    bytes: &'a [u8],
    encoding: Option<Charset>,
) -> Result<Source<'a>, NoSource> {
    careful(|| Source::read(path, bytes, encoding))
}
