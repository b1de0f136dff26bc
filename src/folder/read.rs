//! Reads one file, whole and only if it is a regular one. It decodes nothing.

use std::path::Path;

use super::walk::Stamp;

/// Files larger than this many bytes are refused: 256 MiB.
pub const LARGEST_FILE: u64 = 256 << 20;

/// A file's bytes and the stamp they belong to.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The state of the file before and after the read, which was the same.
    pub stamp: Stamp,
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It is gone.
    Vanished,
    /// One line, lower case: what is wrong and what to do.
    Refused(String),
}

/// Reads the file at `path` without following a link, without blocking on a pipe.
///
/// # Errors
/// [`Unread`], see there. A file that keeps changing while it is read is refused as such after three tries.
pub fn read(_path: &Path) -> Result<Content, Unread> {
    todo!()
}
