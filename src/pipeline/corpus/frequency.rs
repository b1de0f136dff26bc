//! In how many documents of the corpus a shingle occurs. It changes nothing.

use rayon::prelude::*;

use crate::pipeline::texts::nodes::NodeId;

use super::{Corpus, Stale};

/// Texts that a thread takes at a time.
const TEXTS_A_PIECE: usize = 256;

impl Corpus {
    /// For each of some keys (distinct and ascending), the number of documents that keep it. `None` while the sketches
    /// are not up to date, and where they estimate and no shingles are kept beside them. Reads the partition of each
    /// key from end to end, or the kept shingles of all texts.
    pub fn documents_with(&self, keys: &[u64]) -> Option<Vec<u32>> {
        if self.stale != Stale::Nothing || !self.changed.is_empty() {
            return None;
        }
        if self.params.estimates() {
            return self.params.verifies().then(|| self.documents_keeping(keys));
        }
        let mut counts = vec![0_u32; keys.len()];
        for store in [&self.store, &self.leaving_out.store] {
            store.holders(keys, |key, holder| {
                // The store may still have texts that are gone.
                let documents = self.nodes.get(holder).map_or(0, |node| node.documents);
                if let Some(count) = counts.get_mut(key) {
                    *count += documents;
                }
            });
        }
        Some(counts)
    }

    /// The same, counted over the kept shingles of all texts.
    fn documents_keeping(&self, keys: &[u64]) -> Vec<u32> {
        let none = || vec![0_u32; keys.len()];
        let add = |mut counts: Vec<u32>, id: NodeId| {
            let documents = self.nodes.get(id).map_or(0, |node| node.documents);
            for key in self.nodes.kept(id) {
                if let Ok(place) = keys.binary_search(key) {
                    counts[place] += documents;
                }
            }
            counts
        };
        let texts = (0..self.nodes.limit() as NodeId).into_par_iter();
        texts.with_min_len(TEXTS_A_PIECE).fold(none, add).reduce(none, |mut all, some| {
            all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
            all
        })
    }
}
