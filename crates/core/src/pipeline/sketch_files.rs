//! The format of sketch files, and the versions that this program reads.
//!
//! A sketch file is, in this order: the eight bytes of `MAGIC`; [`FORMAT`] and the length of the head, each as four
//! bytes in little-endian order; the `Head` as JSON; the `Doc`s and then the `SavedProblem`s, as many as the head
//! counts, in the format of postcard; and the 128-bit XXH3 hash of all bytes before, in little-endian order.
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

/// The first bytes of every sketch file. Texts do not begin with them, and a conversion of line ends changes them.
const MAGIC: [u8; 8] = *b"\xd1shngl\r\n";

pub const FORMAT: u32 = 4;

/// The version of the stages that turn bytes into keys. It increases when the same file gets other words, stop words,
/// stems or hashes; a test notices this.
pub const STAGES: u32 = 4;

const BEFORE_HEAD: usize = 16;
/// Bytes of the checksum at the end.
const CHECKSUM: usize = 16;

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// The program that wrote it, with its version; for people.
    program: String,
    stages: u32,
    parameters: SketchShape,
    documents: u32,
    problems: u32,
    /// Stated facts of files, by the numbers of their documents, from 0. Missing in older files, ignored by older
    /// programs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<u32, Facts>,
    /// The modification days of files, counted from 1970-01-01, by the numbers of their documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    modified: BTreeMap<u32, i32>,
    /// Data that later runs must share; `None` in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<Collection>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Doc<'a> {
    /// Its path in the folder, as bytes of the operating system.
    path: &'a [u8],
    content: u128,
    encoding: &'a str,
    /// The name of another likely encoding; `None` if the encoding is sure.
    near: Option<&'a str>,
    undecoded: u64,
    mixed: u32,
    /// Its languages, by descending number of words.
    #[serde(borrow)]
    languages: Vec<LanguagePart<'a>>,
    #[serde(borrow)]
    text: SavedWords<'a>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LanguagePart<'a> {
    code: Option<&'a str>,
    /// Number of words, before any is dropped.
    words: u32,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedWords<'a> {
    Empty,
    /// The same words as an earlier document: the number of the text in the file, from 0.
    Known(u32),
    New {
        identity: u128,
        words: u32,
        shingles: u32,
        /// The keys of the sketch, ascending, each as eight bytes in little-endian order.
        keys: &'a [u8],
        /// The keys of the retained shingles in the same form, if saved for verification.
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
