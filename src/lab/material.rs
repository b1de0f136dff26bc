//! What the laboratory works on: the words of a folder's documents, shared with whoever read them. It sketches nothing.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::Params;
use crate::pipeline::texts::record::Record;
use crate::text::lexicon::Lexicon;

/// The documents as numbers of words, in path order. Costs a few words a document to make: the words are not copied.
#[derive(Debug, Clone)]
pub struct Material {
    /// What the documents were read with.
    pub params: Arc<Params>,
    /// The documents.
    pub paths: Vec<DocPath>,
    /// Their words.
    pub(super) records: Vec<Record>,
    /// What the numbers of the words mean.
    pub(super) lexicon: Arc<Lexicon>,
}

impl Material {
    /// The documents of a corpus that keeps their words.
    pub fn of(corpus: &Corpus) -> Self {
        let entries = corpus.entries();
        Self {
            params: Arc::clone(corpus.params()),
            paths: entries.keys().cloned().collect(),
            records: entries.values().map(|entry| entry.record.clone()).collect(),
            lexicon: Arc::clone(&corpus.lexicon),
        }
    }
}
