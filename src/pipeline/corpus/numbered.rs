//! What depends on the numbers of a corpus's documents. It is made when asked for, amended where few documents changed,
//! and forgotten together. It numbers nothing itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use super::{CorpusEntry, FEW, sampled::Sampled};
use crate::base::{ids::DocId, path::DocPath};
use crate::pipeline::{NodeId, Nodes, PairRules, Params};
use crate::{pipeline::ranking::Ranked, pipeline::texts::numbering::Numbering};

/// What depends on the numbers of documents.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    numbering: OnceLock<Numbering>,
    /// The rules on pairs, applied to this numbering; `None` where there are none.
    rules: OnceLock<Option<Arc<PairRules>>>,
    /// The last numbering, while it is right but for a few changed documents.
    amendable: Option<Numbering>,
    /// Valid as long as the numbering is.
    pub(crate) sampled: OnceLock<Sampled>,
    /// The ranking of the last refresh.
    pub(crate) ranked: Option<Ranked>,
    /// The rows of the ranking that are no longer right.
    pub(crate) moved: Moved,
}

/// The parts of a ranking that are no longer right.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    /// Texts that gained or lost documents.
    pub(crate) texts: BTreeSet<NodeId>,
    /// These documents, and all that had one of these texts.
    pub(crate) documents: BTreeSet<DocId>,
}

impl Numbered {
    /// The numbering of these documents, made when it is first asked for.
    pub(crate) fn numbering(
        &self,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> &Numbering {
        self.numbering.get_or_init(|| Numbering::new(entries, nodes))
    }

    /// The numbering, if it is known.
    pub(crate) fn known(&self) -> Option<&Numbering> {
        self.numbering.get()
    }

    /// The rules of these parameters, applied to the numbering when they are first asked for.
    pub(crate) fn rules(
        &self,
        params: &Params,
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) -> Option<&Arc<PairRules>> {
        let numbering = self.numbering(entries, nodes);
        let records = entries.values().map(|entry| &entry.record);
        let rules = || PairRules::new(params, numbering, records, nodes.limit()).map(Arc::new);
        self.rules.get_or_init(rules).as_ref()
    }

    /// Forgets what depends on the rules.
    pub(crate) fn rules_changed(&mut self) {
        self.rules = OnceLock::new();
        self.ranked = None;
    }

    /// Forgets the rules, which judge every document as before, by another date.
    pub(crate) fn dates_changed(&mut self) {
        self.rules = OnceLock::new();
    }

    /// Takes the time at which the file of a document was changed last.
    pub(crate) fn touch(&mut self, path: &DocPath, modified: Option<SystemTime>) {
        for numbering in self.numbering.get_mut().into_iter().chain(&mut self.amendable) {
            numbering.touch(path, modified);
        }
    }

    /// Forgets everything, because documents came or went and all get new numbers.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Keeps the numbering to [amend](Self::amend) it: a few documents are about to get other texts.
    pub(crate) fn keep_for_amending(&mut self) {
        if let Some(numbering) = self.numbering.take() {
            self.amendable = Some(numbering);
            self.rules = OnceLock::new();
        }
    }

    /// Takes over the numbering where all texts were sketched anew and every document kept its text.
    pub(crate) fn sketched_again(&mut self, nodes: &Nodes) {
        let numbering = self.numbering.take();
        self.forget();
        if let Some(numbering) = numbering {
            self.numbering = OnceLock::from(numbering.with_sketches(nodes));
        }
    }

    /// Amends the numbering for documents that moved from one text to another. Where that is impossible, forgets
    /// everything.
    pub(crate) fn amend(
        &mut self,
        steps: &[(DocPath, Option<NodeId>)],
        entries: &BTreeMap<DocPath, CorpusEntry>,
        nodes: &Nodes,
    ) {
        if self.try_to_amend(steps, entries, nodes).is_none() {
            self.forget();
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
