//! The input of the laboratory: the words of a folder's documents, shared with their reader.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::Params;
use crate::pipeline::texts::record::DocWords;
use crate::text::lexicon::Lexicon;

/// The documents as numbers of words, in path order. The words are shared, so making it costs only a few machine words
/// per document.
#[derive(Debug, Clone)]
pub struct Material {
    /// The parameters that the documents were read with.
    pub params: Arc<Params>,
    /// The paths of the documents.
    pub paths: Vec<DocPath>,
    /// The words of the documents.
    pub(super) records: Vec<DocWords>,
    /// Maps numbers to words.
    pub(super) lexicon: Arc<Lexicon>,
}

impl Material {
    /// The material of a corpus that keeps its words.
    pub fn of(corpus: &Corpus) -> Self {
        Self::without(corpus, |_| false)
    }

    /// The same without some documents, such as the file of labels itself.
    pub fn without(corpus: &Corpus, is_left_out: impl Fn(&DocPath) -> bool) -> Self {
        let entries = corpus.entries().iter().filter(|(path, _)| !is_left_out(path));
        let (paths, records) =
            entries.map(|(path, entry)| (path.clone(), entry.record.clone())).unzip();
        Self {
            params: Arc::clone(corpus.params()),
            paths,
            records,
            lexicon: Arc::clone(&corpus.lexicon),
        }
    }
}
