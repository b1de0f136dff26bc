//! Treats a part of a corpus as a corpus, to show its pairs before all documents are sketched again.

use std::{collections::BTreeMap, mem::take};

use super::Corpus;
use crate::pipeline::texts::{nodes::Numbering, record::DocWords};
use base::{cancel::Cancel, path::DocPath};

const DOCUMENTS: usize = 2048;
/// Approximate number of words in a part, whose sketches take 50 ms on two cores.
const WORDS: usize = 1 << 21;

impl Corpus {
    /// Returns true if the next refresh must sketch more than `words` canonical words.
    pub fn is_refresh_long(&self, words: u64) -> bool {
        self.keeps_words && self.is_outdated && self.nodes.count_words() > words
    }

    /// Calls `look` with a refreshed corpus of the documents in `names` and their copies, up to the size of a part. The
    /// pairs of the part are the same as in the whole corpus. Returns `None` if they might differ: if common shingles
    /// are ignored, or documents were added or removed. Also `None` when cancelled.
    pub fn run_on_documents<'n, T>(
        &mut self,
        names: impl Iterator<Item = &'n DocPath>,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        if !self.changed.is_empty() {
            return None;
        }
        let entries = self.entries_with_copies(self.numbered.numbering.get()?, names);
        self.run_on_part(entries, cancel, look)
    }

    /// Like [`Self::run_on_documents`], but with the first documents in path order that have `words` words together.
    /// Gives a first result before all documents are read.
    pub fn run_on_first_words<T>(
        &mut self,
        words: usize,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let mut budget = words;
        let has_room = |(_, entry): &(&DocPath, &DocWords)| {
            let has_room = budget > 0;
            budget = budget.saturating_sub(entry.words().len());
            has_room
        };
        let first = self.entries.iter().take_while(has_room);
        let first = first.map(|(name, entry)| (name.clone(), without_node(entry))).collect();
        self.run_on_part(first, cancel, look)
    }

    fn run_on_part<T>(
        &mut self,
        entries: BTreeMap<DocPath, DocWords>,
        cancel: &Cancel,
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        let counts_common = self.params.ignores_shingles() && self.params.common.is_some();
        if entries.is_empty() || counts_common {
            return None;
        }
        // Moves large data into the part and back, instead of copying.
        let mut part = Self {
            lexicon: self.lexicon.clone(),
            canon: take(&mut self.canon),
            entries,
            problems: take(&mut self.problems),
            is_outdated: true,
            ..Self::new(self.params.clone())
        };
        let refreshed = part.refresh(cancel, &|_, _, _| ());
        let found = refreshed.map(|()| look(&part));
        (self.canon, self.problems) = (part.canon, part.problems);
        found
    }

    fn entries_with_copies<'n>(
        &self,
        numbering: &Numbering,
        names: impl Iterator<Item = &'n DocPath>,
    ) -> BTreeMap<DocPath, DocWords> {
        let mut chosen = BTreeMap::new();
        let mut words = 0;
        for id in names.filter_map(|name| numbering.id_of(name)) {
            let same =
                numbering.node_of(id).map_or_else(Default::default, |node| numbering.members(node));
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

fn without_node(entry: &DocWords) -> DocWords {
    DocWords { node: None, ..entry.clone() }
}
