//! Data that depends on the numbering of documents. Computed when first used, amended after a few changes, and cleared
//! when documents come or go.

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
    /// Rules on pairs for this numbering; `None` without rules.
    rules: OnceLock<Option<Arc<PairRules>>>,
    /// Last numbering, if only a few documents changed since.
    amendable: Option<Numbering>,
    pub(crate) sampled: OnceLock<Sampled>,
    pub(crate) ranked: Option<Ranked>,
    pub(crate) moved: OutdatedParts,
}

#[derive(Debug, Default)]
pub(crate) struct OutdatedParts {
    /// Texts to which documents were added, or from which documents were removed.
    pub(crate) texts: BTreeSet<NodeId>,
    /// Documents with another text than before, and all documents of `texts`.
    pub(crate) documents: BTreeSet<DocId>,
}

impl Numbered {
    pub(crate) fn current_numbering(
        &self,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> &Numbering {
        self.numbering.get_or_init(|| Numbering::new(entries, nodes))
    }

    pub(crate) fn existing_numbering(&self) -> Option<&Numbering> {
        self.numbering.get()
    }

    pub(crate) fn current_rules(
        &self,
        params: &Params,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<&Arc<PairRules>> {
        let numbering = self.current_numbering(entries, nodes);
        let records = entries.values().map(|entry| &entry.record);
        let rules = || PairRules::new(params, numbering, records, nodes.id_limit()).map(Arc::new);
        self.rules.get_or_init(rules).as_ref()
    }

    pub(crate) fn drop_rules_and_ranking(&mut self) {
        self.rules = OnceLock::new();
        self.ranked = None;
    }

    /// Clears the rules after a date in them changed. The rules still hide the same pairs.
    pub(crate) fn drop_rules(&mut self) {
        self.rules = OnceLock::new();
    }

    pub(crate) fn set_modified_time(&mut self, path: &DocPath, modified: Option<SystemTime>) {
        for numbering in self.numbering.get_mut().into_iter().chain(&mut self.amendable) {
            numbering.set_modified_time(path, modified);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Keeps the numbering for `amend`, before a few documents get other texts.
    pub(crate) fn save_numbering_for_amending(&mut self) {
        if let Some(numbering) = self.numbering.take() {
            self.amendable = Some(numbering);
            self.rules = OnceLock::new();
        }
    }

    /// Updates the numbering for documents that have another text now. If that is impossible, clears all data.
    pub(crate) fn amend_numbering(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) {
        if self.try_to_amend_numbering(steps, entries, nodes).is_none() {
            self.clear();
        }
    }

    fn try_to_amend_numbering(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<()> {
        let mut numbering = self.amendable.take().filter(|_| steps.len() <= FEW)?;
        let mut changes = Vec::with_capacity(steps.len());
        for (path, old) in steps {
            let (id, entry) = (numbering.id_of(path)?, entries.get(path)?);
            if *old != entry.node {
                for node in [*old, entry.node].into_iter().flatten() {
                    self.moved.texts.insert(node);
                    self.moved.documents.extend(numbering.members(node));
                }
                self.moved.documents.insert(id);
            }
            changes.push((id, entry));
        }
        numbering.amend_documents(nodes, &changes);
        self.numbering = OnceLock::from(numbering);
        self.rules = OnceLock::new();
        self.sampled = OnceLock::new();
        Some(())
    }
}
