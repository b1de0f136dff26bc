//! The one door for documents: here the bytes of a file become its text, for all that read files. A format that needs more
//! than this program's own code is added behind it.

use std::path::Path;

use crate::pipeline::source::{NoSource, Source, careful};
use crate::text::decode::Charset;

/// The text of a file, in the encoding that is forced, if one is.
///
/// # Errors
/// [`NoSource`]: why its bytes give none; also where a library gave up on them.
pub fn source<'a>(
    path: &Path,
    bytes: &'a [u8],
    encoding: Option<Charset>,
) -> Result<Source<'a>, NoSource> {
    careful(|| Source::read(path, bytes, encoding))
}
