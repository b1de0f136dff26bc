//! Documents that were sketched before, in one corpus with those that are read now. It reads and sketches nothing.

use std::collections::{BTreeMap, btree_map::Entry};

use super::Corpus;
use crate::base::path::DocPath;
use crate::compare::Store;
use crate::pipeline::{Nodes, texts::record::CorpusEntry};

impl Corpus {
    /// Its documents, and their texts for [`OnePass::beside`](crate::pipeline::OnePass::beside).
    pub fn into_sketched(self) -> (BTreeMap<DocPath, CorpusEntry>, (Nodes, Store)) {
        (self.entries, (self.nodes, self.store))
    }

    /// Adds documents that were sketched before, whose texts are among its own. Where it has a document of that name and text, this
    /// takes its place; returns these names.
    ///
    /// # Errors
    /// The first name that both have for different texts.
    pub fn add_sketched(
        &mut self,
        sketched: BTreeMap<DocPath, CorpusEntry>,
    ) -> Result<Vec<DocPath>, DocPath> {
        let mut same = Vec::new();
        for (path, entry) in sketched {
            match self.entries.entry(path) {
                Entry::Vacant(place) => {
                    self.languages.add(&entry.record);
                    place.insert(entry);
                }
                Entry::Occupied(mut place) if place.get().node == entry.node => {
                    same.push(place.key().clone());
                    if let Some(node) = place.insert(entry).node {
                        self.nodes.remove(node);
                    }
                }
                Entry::Occupied(place) => return Err(place.key().clone()),
            }
        }
        self.numbered.forget();
        Ok(same)
    }
}
