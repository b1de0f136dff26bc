//! Merges documents of a sketch file with documents that are read now.

use std::collections::{BTreeMap, btree_map::Entry};

use super::{Corpus, Numbered};
use crate::compare::Store;
use crate::pipeline::{Nodes, texts::record::DocWords};
use base::path::DocPath;

impl Corpus {
    pub fn into_entries_and_sketches(self) -> (BTreeMap<DocPath, DocWords>, (Nodes, Store)) {
        (self.entries, (self.nodes, self.store))
    }

    /// Adds documents that were sketched before, and whose texts are in this corpus already. Returns the names of
    /// documents that are in both with equal texts.
    ///
    /// # Errors
    /// The first name that both corpora have for different texts.
    pub fn add_sketched(
        &mut self,
        sketched: BTreeMap<DocPath, DocWords>,
    ) -> Result<Vec<DocPath>, DocPath> {
        let mut same = Vec::new();
        for (path, entry) in sketched {
            match self.entries.entry(path) {
                Entry::Vacant(place) => {
                    place.insert(entry);
                }
                Entry::Occupied(mut place) if place.get().node == entry.node => {
                    same.push(place.key().clone());
                    if let Some(node) = place.insert(entry).node {
                        self.nodes.remove_document(node);
                    }
                }
                Entry::Occupied(place) => return Err(place.key().clone()),
            }
        }
        self.numbered = Numbered::default();
        Ok(same)
    }
}
