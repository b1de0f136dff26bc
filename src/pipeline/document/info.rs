//! What lists show of a document: its name, and how it was read. It holds none of its words.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::formats::extracted::Facts;
use crate::text::decode::Certainty;

use super::languages::Languages;

/// What lists show of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocInfo {
    /// Its name.
    pub path: DocPath,
    /// 128-bit hash of the bytes that it was read from.
    pub content: u128,
    /// The languages that its words were read in.
    pub languages: Languages,
    /// The encoding it was read in.
    pub encoding: &'static str,
    /// How sure that encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts with look-alike letters. `--confusables on` puts them into one script.
    pub mixed: u32,
    /// What the file says of itself; `None` where it says nothing.
    pub facts: Option<Arc<Facts>>,
    /// Canonical words, repetitions counted; 0 for an empty document.
    pub words: u32,
    /// Distinct kept shingles that are not left out.
    pub shingles: u32,
}
