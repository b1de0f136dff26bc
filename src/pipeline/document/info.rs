//! What is told of a document in lists: its name, and how it was read. It holds none of its words.

use crate::base::path::DocPath;
use crate::text::decode::Certainty;

use super::languages::Languages;

/// A document as the lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocInfo {
    /// Its name.
    pub path: DocPath,
    /// The languages that its words were read in.
    pub languages: Languages,
    /// The encoding it was read in.
    pub encoding: &'static str,
    /// How sure that encoding is.
    pub certainty: Certainty,
    /// Bytes that could not be decoded.
    pub undecoded: u64,
    /// Words that mix scripts by look-alikes, which `--confusables on` puts into one script.
    pub mixed: u32,
    /// Canonical words, repetitions counted; 0 for an empty document.
    pub words: u32,
    /// Distinct kept shingles that are not left out.
    pub shingles: u32,
}
