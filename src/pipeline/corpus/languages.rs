//! The languages of a corpus: what its documents surely are, and how those are read that leave it open. It judges no word.

use std::sync::Arc;

use super::{Corpus, FEW, Stale};
use crate::base::path::DocPath;
use crate::pipeline::texts::{one_pass::OpenDocument, record::CorpusEntry};
use crate::pipeline::{DocWords, OnePass};
use crate::text::{Prior, Tally};

/// What is detected in the documents: the folder's languages.
#[derive(Debug, Clone, Default)]
pub(crate) struct FolderLanguages {
    tally: Tally,
    /// As the documents are read by it.
    prior: Arc<Prior>,
    /// How many documents leave something open.
    open: usize,
}

impl FolderLanguages {
    /// Of documents that were counted before, and that nothing is read by again.
    pub(crate) fn counted(tally: Tally) -> Self {
        let prior = Arc::new(Prior::from_tally(&tally));
        Self { tally, prior, open: 0 }
    }

    /// How many words are surely in which language.
    pub(crate) const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// A document came.
    pub(crate) fn add(&mut self, record: &DocWords) {
        if let Some(detected) = &record.info.detected {
            self.tally.add(detected);
            self.open += usize::from(detected.is_open());
        }
    }

    /// A document went.
    pub(crate) fn remove(&mut self, record: &DocWords) {
        if let Some(detected) = &record.info.detected {
            self.tally.remove(detected);
            self.open -= usize::from(detected.is_open());
        }
    }

    /// The languages that documents are read by.
    pub(crate) const fn prior(&self) -> &Arc<Prior> {
        &self.prior
    }

    /// Brings the languages up to the documents. Whether that changes any document that leaves something open.
    pub(crate) fn settle(&mut self) -> bool {
        let next = Prior::from_tally(&self.tally);
        if next == *self.prior {
            return false;
        }
        self.prior = Arc::new(next);
        self.open > 0
    }
}

impl Corpus {
    /// Reads the open stretches of all documents by the languages that the folder has now. Documents whose words are other
    /// ones then are to be sketched anew.
    pub fn settle_languages(&mut self) {
        if !self.keeps_words || !self.languages.settle() {
            return;
        }
        let mut moved: Vec<(DocPath, DocWords)> = Vec::new();
        for (path, entry) in &mut self.entries {
            let record = &mut entry.record;
            if !record.info.is_open(&self.params) {
                continue;
            }
            let before = record.reading().clone();
            let was = (moved.len() < FEW).then(|| record.clone());
            record.settle(&self.params, self.languages.prior(), &self.lexicon);
            if *record.reading() != before {
                match was {
                    Some(was) => moved.push((path.clone(), was)),
                    None => self.stale = Stale::Words,
                }
            }
        }
        if self.stale == Stale::Words || moved.is_empty() {
            return;
        }
        self.numbered.keep_for_amending();
        for (path, was) in moved {
            self.expect(&path, Some(was));
        }
        if self.changed.len() > FEW {
            self.numbered.forget();
        }
    }

    /// Takes in the documents that waited for the languages of all.
    pub(crate) fn take_waiting(
        &mut self,
        passing: &OnePass<'_>,
        waiting: &[(DocPath, Box<OpenDocument>)],
    ) {
        self.languages.settle();
        let passed = passing.pass_open(waiting, self.languages.prior());
        for ((path, _), (reading, node)) in waiting.iter().zip(passed) {
            if let Some(entry) = self.entries.get_mut(path) {
                let info = entry.record.info.clone();
                *entry = CorpusEntry { record: DocWords::without_words(info, reading), node };
            }
        }
    }
}
