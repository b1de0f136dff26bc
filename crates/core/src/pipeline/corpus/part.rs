//! A part of a corpus as a corpus, so the user sees its pairs before all documents are sketched again.

use std::{collections::BTreeMap, mem::take};

use super::{Corpus, Stale};
use crate::pipeline::texts::{numbering::Numbering, record::CorpusEntry};
use base::{cancel::Cancel, path::DocPath};

const DOCUMENTS: usize = 2048;
/// Approximate limit of the words of a part; sketching them takes 50 ms on two cores.
const WORDS: usize = 1 << 21;

impl Corpus {
    /// Returns true if the next refresh sketches texts with more than `words` canonical words in all.
    pub fn is_long(&self, words: u64) -> bool {
        self.keeps_words && self.stale != Stale::Nothing && self.nodes.words() > words
    }

    /// Calls `look` with a refreshed corpus of the documents in `names` and their copies, up to the size of a part. The
    /// pairs of the part are the same as in the whole corpus. Returns `None` if common shingles are ignored or
    /// documents came and went, because then the pairs may differ. `None` also when cancelled.
    pub fn run_with_part<'n, T>(
        &mut self,
        names: impl Iterator<Item = &'n DocPath>,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        if !self.changed.is_empty() {
            return None;
        }
        let entries = self.entries_of(self.numbered.existing_numbering()?, names);
        self.run_on_part(entries, cancel, look)
    }

    /// Like `with_part`, with the first documents in path order that have `words` words together. Their pairs are right
    /// while no other documents are known.
    pub fn run_with_first<T>(
        &mut self,
        words: usize,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let mut budget = words;
        let has_room = |(_, entry): &(&DocPath, &CorpusEntry)| {
            let has_room = budget > 0;
            budget = budget.saturating_sub(entry.record.words().len());
            has_room
        };
        let first = self.entries.iter().take_while(has_room);
        let first = first.map(|(name, entry)| (name.clone(), without_node(entry))).collect();
        self.run_on_part(first, cancel, look)
    }

    fn run_on_part<T>(
        &mut self,
        entries: BTreeMap<DocPath, CorpusEntry>,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let counts_common = self.params.ignores_shingles() && self.params.common.is_some();
        if entries.is_empty() || counts_common {
            return None;
        }
        // Expensive data is moved into the part and back.
        let mut part = Self {
            lexicon: self.lexicon.clone(),
            canon: take(&mut self.canon),
            entries,
            problems: take(&mut self.problems),
            stale: Stale::Words,
            ..Self::new(self.params.clone())
        };
        let refreshed = part.refresh(cancel, &|_, _, _| ());
        let found = refreshed.map(|()| look(&part));
        (self.canon, self.problems) = (part.canon, part.problems);
        found
    }

    fn entries_of<'n>(
        &self,
        numbering: &Numbering,
        names: impl Iterator<Item = &'n DocPath>,
    ) -> BTreeMap<DocPath, CorpusEntry> {
        let mut chosen = BTreeMap::new();
        let mut words = 0;
        for id in names.filter_map(|name| numbering.id(name)) {
            let same =
                numbering.node(id).map_or_else(Default::default, |node| numbering.members(node));
            for id in [id].iter().chain(same) {
                let doc = &numbering.docs[id.index()];
                if chosen.contains_key(&doc.path) {
                    continue;
                }
                let Some(entry) = self.entries.get(&doc.path) else { continue };
                words += doc.words as usize;
                if chosen.len() >= DOCUMENTS || words > WORDS {
                    return chosen;
                }
                chosen.insert(doc.path.clone(), without_node(entry));
            }
        }
        chosen
    }
}

fn without_node(entry: &CorpusEntry) -> CorpusEntry {
    CorpusEntry { record: entry.record.clone(), node: None }
}
