//! What a corpus leaves out of the comparison: found anew when documents or parameters have changed, and kept apart from
//! what counts. It joins nothing.

use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::compare::store::Store;
use crate::pipeline::document::left_out::LeftOut;
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::texts::nodes::{NodeId, Nodes};

use super::Corpus;
use super::boilerplate::{most_documents, template_keys};

/// Keys that are not compared, with their holders: out of the store, but not forgotten.
#[derive(Default)]
pub(crate) struct LeavingOut {
    /// Who holds them.
    pub(crate) store: Store,
    /// Which they are, and why.
    pub(crate) left_out: Arc<LeftOut>,
    /// The shingles of the templates, while the parameters stay that they were made by.
    templates: Option<Vec<(u64, u32)>>,
    /// What is left out was found for the documents and parameters as they are.
    is_settled: bool,
}

impl LeavingOut {
    /// The store is filled anew.
    pub(crate) fn clear(&mut self) {
        self.store = Store::default();
        self.left_out = Arc::default();
        self.is_settled = false;
    }

    /// Documents came, went or changed.
    pub(crate) const fn documents_changed(&mut self) {
        self.is_settled = false;
    }

    /// The parameters change.
    pub(crate) fn expect(&mut self, before: &Params, now: &Params) {
        let stage = before.first_difference(now);
        if stage.is_some_and(|stage| stage < Stage::LeaveOut) || before.template != now.template {
            self.templates = None;
        }
        if stage.is_some_and(|stage| stage <= Stage::LeaveOut) {
            self.is_settled = false;
        }
    }

    /// Takes from the keys of a new text those that are left out; the others come back.
    pub(crate) fn take(&mut self, id: NodeId, keys: Box<[u64]>, nodes: &mut Nodes) -> Box<[u64]> {
        if self.left_out.is_empty() {
            return keys;
        }
        let leaves = keys.iter().copied().filter(|key| self.left_out.has(*key));
        let leaves: Vec<u64> = leaves.collect();
        self.store.add(id, &leaves);
        nodes.leave_out(id, leaves.len() as u32);
        that_count(keys, &self.left_out)
    }
}

/// Those of some keys that are not left out.
pub(crate) fn that_count(keys: Box<[u64]>, left_out: &LeftOut) -> Box<[u64]> {
    if left_out.is_empty() {
        return keys;
    }
    keys.iter().copied().filter(|key| !left_out.has(*key)).collect()
}

impl Corpus {
    /// Brings up to documents and parameters what is left out. `None` when cancelled.
    pub(crate) fn leave_out(&mut self, cancel: &Cancel) -> Option<()> {
        if self.aside.is_settled {
            return Some(());
        }
        let next = self.find_left_out(cancel)?;
        if !next.takes_the_same(&self.aside.left_out) {
            self.part(&next);
            self.pairs.forget();
            self.numbered.forget();
        }
        self.aside.left_out = Arc::new(next);
        if !self.aside.left_out.is_empty() {
            let none = Store::default();
            let held = self.aside.store.common(&none, &self.nodes.documents(), 0, cancel)?;
            Arc::make_mut(&mut self.aside.left_out).count(held.into_iter().map(|(key, _)| key));
        }
        self.aside.is_settled = true;
        Some(())
    }

    /// Everything counts again.
    pub(crate) fn leave_nothing_out(&mut self) {
        if !self.aside.left_out.is_empty() {
            self.part(&LeftOut::default());
        }
        self.aside.clear();
    }

    fn find_left_out(&mut self, cancel: &Cancel) -> Option<LeftOut> {
        if !self.params.leaves_out() {
            return Some(LeftOut::default());
        }
        let params = &self.params;
        let templates = self.aside.templates.get_or_insert_with(|| template_keys(params));
        let documents = self.nodes.with_shingles();
        let common = match params.common {
            None => Vec::new(),
            Some(share) => {
                let most = most_documents(share, documents);
                self.store.common(&self.aside.store, &self.nodes.documents(), most, cancel)?
            }
        };
        Some(LeftOut::new(templates, &common, documents))
    }

    /// Moves keys between the store and what is aside. Never cancelled halfway: 6 million keys take 20 ms.
    fn part(&mut self, next: &LeftOut) {
        let limit = self.nodes.limit();
        let mut counting = std::mem::take(&mut self.aside.store);
        // The one that was aside keeps what counts again.
        let kept = counting.take_out(|key| next.has(key), &self.aside.store, limit);
        self.store.put_back(&counting, limit);
        let taken = self.store.take_out(|key| next.has(key), &self.aside.store, limit);
        for (id, (kept, taken)) in kept.into_iter().zip(taken).enumerate() {
            self.nodes.leave_out(id as NodeId, kept + taken);
        }
    }
}
