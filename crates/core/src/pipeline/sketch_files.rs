//! The format of sketch files, and the versions that this program reads.
//!
//! A sketch file consists of these parts: the eight bytes of `MAGIC`; [`FORMAT`] and the length of the head, each as
//! four bytes; the `Head` as JSON; the `Doc`s and then the `SavedProblem`s, as many as the head says, in the format of
//! postcard; and the 128-bit XXH3 hash of all bytes before. Numbers are little-endian.
//!
//! A text of several documents is written with the first document. Documents are in path order and keys ascend, so the
//! same folder makes the same file.

pub mod error;
pub mod read;
pub mod shape;
pub mod write;

use std::collections::BTreeMap;

use documents::Facts;
use serde::{Deserialize, Serialize};

use self::shape::{Collection, SketchShape};

/// First bytes of every sketch file. No text begins with them, and a conversion of line ends changes them.
pub const MAGIC: [u8; 8] = *b"\xd1shngl\r\n";

pub const FORMAT: u32 = 4;

/// Version of the stages from bytes to keys. It must increase when the same file gets other words, stop words, stems or
/// hashes; a test checks this.
pub const STAGES: u32 = 4;

const BEFORE_HEAD: usize = 16;
/// Number of bytes of the checksum at the end.
const CHECKSUM: usize = 16;

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// Name and version of the program that wrote the file, for information only.
    program: String,
    stages: u32,
    parameters: SketchShape,
    documents: u32,
    problems: u32,
    /// Metadata of files, by number of document from 0. Absent in older files; older programs ignore it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<u32, Facts>,
    /// Modification days of files since 1970-01-01, by number of document.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    modified: BTreeMap<u32, i32>,
    /// Settings that later runs of `dedup` must use. `None` in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<Collection>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Doc<'a> {
    /// Path within the folder, as bytes of the operating system.
    path: &'a [u8],
    content: u128,
    encoding: &'a str,
    /// Another likely encoding; `None` if the encoding is sure.
    near: Option<&'a str>,
    undecoded: u64,
    mixed: u32,
    /// Languages by descending number of words.
    #[serde(borrow)]
    languages: Vec<LanguagePart<'a>>,
    #[serde(borrow)]
    text: SavedWords<'a>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LanguagePart<'a> {
    code: Option<&'a str>,
    /// Number of words, including stop words.
    words: u32,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedWords<'a> {
    Empty,
    /// Same words as an earlier document, whose text has this number in the file, from 0.
    Known(u32),
    New {
        identity: u128,
        words: u32,
        shingles: u32,
        /// Keys of the sketch, ascending, each as eight little-endian bytes.
        keys: &'a [u8],
        /// Keys of the retained shingles, packed like `keys`. Empty without verification.
        shingle_keys: &'a [u8],
    },
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedProblem<'a> {
    path: &'a [u8],
    kind: &'a str,
    reason: &'a str,
}

#[cfg(test)]
mod tests;
