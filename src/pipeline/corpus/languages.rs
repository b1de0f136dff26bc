//! The languages of a corpus: what its documents surely are, and how those are read that leave it open. It judges no word.

use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::pipeline::texts::canonical_table::Canon;
use crate::pipeline::texts::record::Record;
use crate::pipeline::texts::sketches::Sketches;
use crate::text::language::folder::{Prior, Tally};

use super::{Corpus, FEW, Stale};

/// What the documents tell of the folder's languages.
#[derive(Debug, Default)]
pub(crate) struct FolderLanguages {
    tally: Tally,
    /// As the documents are read by it.
    prior: Arc<Prior>,
    /// How many documents leave something open.
    open: usize,
}

impl FolderLanguages {
    /// A document came.
    pub(crate) fn add(&mut self, record: &Record) {
        if let Some(detected) = &record.about.detected {
            self.tally.add(detected);
            self.open += usize::from(detected.is_open());
        }
    }

    /// A document went.
    pub(crate) fn remove(&mut self, record: &Record) {
        if let Some(detected) = &record.about.detected {
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
        let next = Prior::of(&self.tally);
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
        if !self.keeps_words || !self.spoken.settle() {
            return;
        }
        let mut moved: Vec<(DocPath, Record)> = Vec::new();
        for (path, entry) in &mut self.entries {
            let record = &mut entry.record;
            if !record.about.is_open(&self.params) {
                continue;
            }
            let before = record.reading().clone();
            let was = (moved.len() < FEW).then(|| record.clone());
            record.settle(&self.params, self.spoken.prior(), &self.lexicon);
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

    /// Sketches the documents that waited for the languages of all, and forgets their words.
    pub(crate) fn take_waiting(&mut self) {
        self.spoken.settle();
        let mut waiting: Vec<(DocPath, Record)> = Vec::new();
        for (path, entry) in &mut self.entries {
            if entry.record.about.is_open(&self.params) {
                entry.record.settle(&self.params, self.spoken.prior(), &self.lexicon);
                let without = Record::without_words(
                    entry.record.about.clone(),
                    entry.record.reading().clone(),
                );
                waiting.push((path.clone(), std::mem::replace(&mut entry.record, without)));
            }
        }
        let records: Vec<&Record> = waiting.iter().map(|(_, record)| record).collect();
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        // Never cancelled, so it always comes to its end.
        let drafts = sketches.few(&records, &Cancel::never()).unwrap_or_default();
        for ((path, _), draft) in waiting.iter().zip(drafts) {
            let node = draft.identity.map(|identity| {
                let (id, is_new) = self.nodes.add(identity, draft.words);
                if is_new {
                    self.store.add(id, &draft.keys);
                    self.nodes.set_sketched(id, draft.sketched);
                }
                id
            });
            if let Some(entry) = self.entries.get_mut(path) {
                entry.node = node;
            }
        }
        self.canon = Canon::default();
        self.lexicon = Arc::default();
    }
}
