//! Sketches as a file holds them: what stands where, and which files this program reads. It touches no disk.
//!
//! A sketch file is, in this order: the eight bytes of `MAGIC`; [`FORMAT`], and the length of what follows, each as four
//! bytes, the least first; that many bytes of JSON, the `Head`; as many `Doc`s, then as many `SavedProblem`s as the
//! head counts, in the format of postcard; the 128-bit XXH3 hash of all before, the least byte first.
//!
//! A text that several documents have stands with the first of them. Documents come in path order, keys in ascending order,
//! so that the same folder makes the same file.

pub mod error;
pub mod read;
pub mod shape;
pub mod write;

use serde::{Deserialize, Serialize};

use self::shape::SketchShape;

/// What every sketch file begins with: no text does, and a file that went through a conversion of line ends no longer does.
const MAGIC: [u8; 8] = *b"\xd1shngl\r\n";

/// The version of the layout.
pub const FORMAT: u32 = 2;

/// The version of what makes keys of bytes: other words, other stop words, stems or hashes of the same file need another
/// one. A test tells when.
pub const STAGES: u32 = 2;

/// Bytes before the head.
const BEFORE_HEAD: usize = 16;
/// Bytes behind everything.
const CHECKSUM: usize = 16;

/// What is told of a file before its documents.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    /// The program that made it, with its version; for people.
    program: String,
    /// Its [`STAGES`].
    stages: u32,
    /// The parameters that shaped the sketches.
    parameters: SketchShape,
    /// How many documents follow.
    documents: u32,
    /// How many problems follow these.
    problems: u32,
}

/// A document.
#[derive(Debug, Serialize, Deserialize)]
struct Doc<'a> {
    /// Its path in the folder, as the system's bytes.
    path: &'a [u8],
    /// The hash of the file's bytes.
    content: u128,
    /// The name of the encoding that it was read in.
    encoding: &'a str,
    /// The name of another encoding that is near; none where that one is sure.
    near: Option<&'a str>,
    /// Bytes that could not be decoded.
    undecoded: u64,
    /// Words that mix scripts.
    mixed: u32,
    /// Its languages, those of most words first.
    #[serde(borrow)]
    languages: Vec<LanguagePart<'a>>,
    #[serde(borrow)]
    text: SavedWords<'a>,
}

/// How much of a document is in a language.
#[derive(Debug, Serialize, Deserialize)]
struct LanguagePart<'a> {
    /// The language's code; none where nothing tells.
    code: Option<&'a str>,
    /// Its words, before any is dropped.
    words: u32,
    /// Whether these tell it themselves.
    is_sure: bool,
}

/// The canonical words of a document, and what stands for them.
#[derive(Debug, Serialize, Deserialize)]
enum SavedWords<'a> {
    /// There are none.
    Empty,
    /// Those of a document before: the how manieth new text, from 0.
    Known(u32),
    /// A text that no document before has.
    New {
        /// The identity of the words.
        identity: u128,
        /// How many they are.
        words: u32,
        /// The distinct kept shingles.
        shingles: u32,
        /// The keys of the sketch, ascending, eight bytes each, the least first.
        keys: &'a [u8],
        /// The keys of the kept shingles, alike, where they are kept beside the sketch to verify it.
        kept: &'a [u8],
    },
}

/// A problem with a file or folder.
#[derive(Debug, Serialize, Deserialize)]
struct SavedProblem<'a> {
    path: &'a [u8],
    kind: &'a str,
    reason: &'a str,
}

#[cfg(test)]
mod tests;
