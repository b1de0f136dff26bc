//! In how many documents of the corpus a shingle is. It changes nothing.

use super::{Corpus, Stale};

impl Corpus {
    /// For each of some keys, distinct and ascending, the documents that keep it; `None` while the sketches are not up to
    /// date. Reads the partition of each key from end to end.
    pub fn documents_with(&self, keys: &[u64]) -> Option<Vec<u32>> {
        if self.stale != Stale::Nothing || !self.changed.is_empty() {
            return None;
        }
        let mut counts = vec![0_u32; keys.len()];
        for store in [&self.store, &self.aside.store] {
            store.holders(keys, |key, holder| {
                // A text that is gone may still be in the store.
                let documents = self.nodes.get(holder).map_or(0, |node| node.documents);
                if let Some(count) = counts.get_mut(key) {
                    *count += documents;
                }
            });
        }
        Some(counts)
    }
}
