//! The request to count in how many documents some shingles are, until the corpus can answer it. Only the newest is
//! kept.

use std::sync::Arc;

use crate::pipeline::corpus::Corpus;
use crate::pipeline::parameters::Params;

use super::report::Counted;

/// A request that may be open.
#[derive(Debug, Default)]
pub(super) struct Counting {
    open: Option<(Vec<u64>, Arc<Params>)>,
}

impl Counting {
    /// Asks about keys (distinct and ascending) of documents that were read with `params`.
    pub(super) fn ask(&mut self, keys: Vec<u64>, params: Arc<Params>) {
        self.open = Some((keys, params));
    }

    /// Whether a request is open.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Answers the open request. A request with other parameters than the corpus has is dropped: it comes again when
    /// the documents are opened again.
    pub(super) fn answer(&mut self, corpus: &Corpus) -> Option<Counted> {
        let (keys, params) = self.open.take()?;
        if *corpus.params() != params {
            return None;
        }
        let counts = corpus.documents_with(&keys)?;
        let documents = corpus.entries().len();
        Some(Counted { params, documents, counts: keys.into_iter().zip(counts).collect() })
    }
}
