//! Data that depends on the numbering of documents. Computed when first used, and cleared when documents
//! come, go or change.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{DocWords, sampled::Sampled};
use crate::pipeline::{Nodes, PairRules, Params};
use crate::{pipeline::ranking::Ranked, pipeline::texts::numbering::Numbering};
use base::path::DocPath;

#[derive(Debug, Default)]
pub(crate) struct Numbered {
    numbering: OnceLock<Numbering>,
    /// Rules on pairs for this numbering; `None` without rules.
    rules: OnceLock<Option<Arc<PairRules>>>,
    pub(crate) sampled: OnceLock<Sampled>,
    pub(crate) ranked: Option<Ranked>,
}

impl Numbered {
    pub(crate) fn current_numbering(
        &self,
        entries: &BTreeMap<DocPath, DocWords>,
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
        entries: &BTreeMap<DocPath, DocWords>,
        nodes: &Nodes,
    ) -> Option<&Arc<PairRules>> {
        let numbering = self.current_numbering(entries, nodes);
        let rules =
            || PairRules::new(params, numbering, entries.values(), nodes.id_limit()).map(Arc::new);
        self.rules.get_or_init(rules).as_ref()
    }

    pub(crate) fn drop_rules_and_ranking(&mut self) {
        self.rules = OnceLock::new();
        self.ranked = None;
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
