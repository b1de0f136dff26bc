//! Data that depends on the numbers of documents. Computed when needed, amended after few changes, cleared together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use super::{CorpusEntry, FEW, sampled::Sampled};
use crate::pipeline::{NodeId, Nodes, PairRules, Params};
use crate::{pipeline::ranking::Ranked, pipeline::texts::numbering::Numbering};
use base::{ids::DocId, path::DocPath};

#[derive(Debug, Default)]
pub(crate) struct Numbered {
    numbering: OnceLock<Numbering>,
    /// The rules on pairs, applied to this numbering; `None` without rules.
    rules: OnceLock<Option<Arc<PairRules>>>,
    /// The last numbering, while only a few changed documents make it differ.
    amendable: Option<Numbering>,
    /// Valid as long as the numbering is.
    pub(crate) sampled: OnceLock<Sampled>,
    pub(crate) ranked: Option<Ranked>,
    pub(crate) moved: OutdatedParts,
}

#[derive(Debug, Default)]
pub(crate) struct OutdatedParts {
    /// Texts that gained or lost documents.
    pub(crate) texts: BTreeSet<NodeId>,
    /// Moved documents, and all documents that had a text in `texts`.
    pub(crate) documents: BTreeSet<DocId>,
}

impl Numbered {
    pub(crate) fn numbering(
        &self,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> &Numbering {
        self.numbering.get_or_init(|| Numbering::new(entries, nodes))
    }

    pub(crate) fn existing_numbering(&self) -> Option<&Numbering> {
        self.numbering.get()
    }

    pub(crate) fn rules(
        &self,
        params: &Params,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<&Arc<PairRules>> {
        let numbering = self.numbering(entries, nodes);
        let records = entries.values().map(|entry| &entry.record);
        let rules = || PairRules::new(params, numbering, records, nodes.id_limit()).map(Arc::new);
        self.rules.get_or_init(rules).as_ref()
    }

    pub(crate) fn rules_changed(&mut self) {
        self.rules = OnceLock::new();
        self.ranked = None;
    }

    /// Clears the rules only: their result is the same, but they contain a date that changed.
    pub(crate) fn dates_changed(&mut self) {
        self.rules = OnceLock::new();
    }

    pub(crate) fn touch(&mut self, path: &DocPath, modified: Option<SystemTime>) {
        for numbering in self.numbering.get_mut().into_iter().chain(&mut self.amendable) {
            numbering.touch(path, modified);
        }
    }

    /// Clears all data, because documents came or went and all numbers change.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Saves the numbering for `amend`: a few documents are about to get other texts.
    pub(crate) fn save_for_amending(&mut self) {
        if let Some(numbering) = self.numbering.take() {
            self.amendable = Some(numbering);
            self.rules = OnceLock::new();
        }
    }

    /// Updates the numbering after all texts were sketched again and every document has the same text.
    pub(crate) fn sketched_again(&mut self, nodes: &Nodes) {
        let numbering = self.numbering.take();
        self.clear();
        if let Some(numbering) = numbering {
            self.numbering = OnceLock::from(numbering.with_sketches(nodes));
        }
    }

    /// Amends the numbering for documents that moved to another text. Clears all data if that is impossible.
    pub(crate) fn amend(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) {
        if self.try_to_amend(steps, entries, nodes).is_none() {
            self.clear();
        }
    }

    fn try_to_amend(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<()> {
        let mut numbering = self.amendable.take().filter(|_| steps.len() <= FEW)?;
        let mut changes = Vec::with_capacity(steps.len());
        for (path, old) in steps {
            let (id, entry) = (numbering.id(path)?, entries.get(path)?);
            if *old != entry.node {
                for node in [*old, entry.node].into_iter().flatten() {
                    self.moved.texts.insert(node);
                    self.moved.documents.extend(numbering.members(node));
                }
                self.moved.documents.insert(id);
            }
            changes.push((id, entry));
        }
        numbering.amend(nodes, &changes);
        self.numbering = OnceLock::from(numbering);
        self.rules = OnceLock::new();
        self.sampled = OnceLock::new();
        Some(())
    }
}
