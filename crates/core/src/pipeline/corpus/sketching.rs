//! Refreshes a corpus: sketches all or changed documents, joins pairs, and ranks them.

use super::{Corpus, Numbered, leaving::remove_ignored_keys};
use crate::pipeline::ranking::Ranked;
use crate::pipeline::texts::sketches::Progress;
use crate::pipeline::{Criteria, DocWords, NodeId, Sketches};
use base::{cancel::Cancel, ratio::Ratio};

impl Corpus {
    /// Updates sketches and pairs after changes of parameters and documents. `None` when cancelled; the next refresh
    /// then continues from the finished steps.
    pub fn refresh(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        self.refresh_sketches(cancel, progress)?;
        let mut pairs = std::mem::take(&mut self.pairs);
        let joined = pairs.refresh(self, cancel, progress);
        self.pairs = pairs;
        if joined? {
            self.numbered.ranked = None;
        }
        self.rank_pairs(cancel, progress)
    }

    /// Like `refresh`, but if a key has more than `long` texts, finds only pairs with high scores. Returns the score
    /// from which on all pairs were found. `None` when cancelled.
    pub fn refresh_best_pairs(
        &mut self,
        long: u64,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Option<Ratio>> {
        self.refresh_sketches(cancel, progress)?;
        let mut pairs = std::mem::take(&mut self.pairs);
        let from = pairs.refresh_best_pairs(self, long, cancel, progress);
        self.pairs = pairs;
        let from = from?;
        if from.is_some() {
            self.numbered.ranked = None;
            self.rank_pairs(cancel, progress)?;
        }
        Some(from)
    }

    /// First half of [`Self::refresh`]: updates sketches and distinct texts, without joining pairs.
    pub fn refresh_sketches(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        // Numbers of removed texts are not reused. If they are the majority, all texts are numbered again.
        let worn = self.nodes.id_limit() > 2 * self.nodes.len() + 4096;
        if self.is_outdated || worn {
            self.sketch_all(cancel, progress)?;
        } else {
            self.sketch_changed_documents(cancel)?;
        }
        self.update_ignored_shingles(cancel)
    }

    fn sketch_all(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        // If this is cancelled, the store is incomplete.
        self.is_outdated = true;
        self.store.clear();
        self.ignored.clear();
        let records: Vec<&DocWords> = self.entries.values().collect();
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        let (nodes, placed) = sketches.sketch_all(&records, &self.store, cancel, progress)?;
        for (entry, node) in self.entries.values_mut().zip(placed) {
            entry.node = node;
        }
        self.nodes = nodes;
        self.pairs.clear();
        self.passages.clear();
        self.changed.clear();
        self.numbered = Numbered::default();
        self.is_outdated = false;
        Some(())
    }

    fn sketch_changed_documents(&mut self, cancel: &Cancel) -> Option<()> {
        if self.changed.is_empty() {
            return Some(());
        }
        let records = self.changed.iter().filter_map(|path| self.entries.get(path));
        let records: Vec<&DocWords> = records.collect();
        let sketches =
            Sketches::new(&self.params, &self.lexicon, &mut self.canon, records.iter().copied());
        let drafts = sketches.sketch_documents(&records, cancel)?;
        let changed = std::mem::take(&mut self.changed);
        // Removes old texts last, because another document may get such a text. Example: lines of a record file move.
        let mut given_up = Vec::new();
        for (path, draft) in changed.into_iter().zip(drafts) {
            let Some(entry) = self.entries.get_mut(&path) else { continue };
            let old = entry.node;
            let identity = old.and_then(|node| self.nodes.get(node)).map(|node| node.identity);
            if identity != draft.identity {
                self.pairs.require_recount();
                self.ignored.mark_documents_changed();
                entry.node = draft.identity.map(|identity| {
                    let (id, is_new) = self.nodes.add_document(identity, draft.words);
                    if is_new {
                        self.nodes.set_sketch_sizes(id, draft.sketched);
                        self.store.add_sketch(id, &draft.keys);
                        let (left_out, all) = (&self.ignored.shingles, draft.keys.len());
                        let keys = remove_ignored_keys(draft.keys, left_out);
                        if !left_out.is_empty() {
                            self.nodes.set_ignored_count(id, (all - keys.len()) as u32);
                        }
                        self.pairs.add_text(id, keys);
                    }
                    id
                });
                given_up.extend(old);
            }
            for text in [old, entry.node].into_iter().flatten() {
                self.passages.mark_text_changed(text);
            }
        }
        for node in given_up {
            self.release_text(node);
        }
        self.numbered = Numbered::default();
        Some(())
    }

    /// Ranks the found pairs, unless the last ranking serves. `None` when cancelled.
    fn rank_pairs(&mut self, cancel: &Cancel, progress: Progress<'_>) -> Option<()> {
        if let Some(least) = self.params.passage {
            let mut passages = std::mem::take(&mut self.passages);
            let corpus = &*self;
            let input = |text, is_second| corpus.text_input(text, is_second);
            let first = |text| corpus.numbering().first_document_and_count(text);
            // Numbers of texts depend on the order of reading, those of documents do not.
            let in_order = |(a, b)| if first(a) <= first(b) { (a, b) } else { (b, a) };
            let pairs = corpus.pairs.found_pairs().iter().map(|pair| in_order((pair.a, pair.b)));
            let found = passages.find_longest_passages(pairs, &input, least, cancel, progress);
            self.passages = passages;
            found?;
        }
        let criteria = Criteria::for_pairs(&self.params);
        let before = self.numbered.ranked.take();
        let serves = before.filter(|ranked| ranked.filter_by_criteria(criteria).is_some());
        self.numbered.ranked = Some(serves.unwrap_or_else(|| Ranked::new(self)));
        Some(())
    }

    pub(crate) fn release_text(&mut self, node: NodeId) {
        self.pairs.require_recount();
        self.passages.mark_text_changed(node);
        self.ignored.mark_documents_changed();
        if self.nodes.remove_document(node) {
            self.pairs.has_gone = true;
        }
    }
}
