//! The keys that a corpus leaves out of the comparison. They are found anew when documents or parameters change, and
//! kept in a store of their own. It joins nothing.

use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::compare::store::Store;
use crate::pipeline::document::left_out::{LeftOut, LeftOutReason};
use crate::pipeline::parameters::{Params, Stage};
use crate::pipeline::texts::nodes::{NodeId, Nodes};

use super::Corpus;
use super::boilerplate::{most_documents, named_keys};

/// Keys that are left out of the comparison, with their holders. They are not in the corpus's store, but can be put
/// back.
#[derive(Default)]
pub(crate) struct LeavingOut {
    /// The left-out keys with their holders.
    pub(crate) store: Store,
    /// The left-out keys with their reasons.
    pub(crate) left_out: Arc<LeftOut>,
    /// The shingles of templates and phrases, valid for the parameters that made them.
    named: Option<Vec<(u64, LeftOutReason)>>,
    /// Whether `left_out` is right for the present documents and parameters.
    is_settled: bool,
}

impl LeavingOut {
    /// Forgets the left-out keys, because the store is filled anew.
    pub(crate) fn clear(&mut self) {
        self.store = Store::default();
        self.left_out = Arc::default();
        self.is_settled = false;
    }

    /// Notes that documents came, went or changed.
    pub(crate) const fn documents_changed(&mut self) {
        self.is_settled = false;
    }

    /// Notes a change of parameters.
    pub(crate) fn expect(&mut self, before: &Params, now: &Params) {
        let stage = before.first_difference(now);
        let names_others = before.template != now.template || before.phrases != now.phrases;
        if stage.is_some_and(|stage| stage < Stage::LeaveOut) || names_others {
            self.named = None;
        }
        if stage.is_some_and(|stage| stage <= Stage::LeaveOut) {
            self.is_settled = false;
        }
    }

    /// Splits the keys of a new text: stores those that are left out, and returns the others.
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

/// The keys that are not left out.
pub(crate) fn that_count(keys: Box<[u64]>, left_out: &LeftOut) -> Box<[u64]> {
    if left_out.is_empty() {
        return keys;
    }
    keys.iter().copied().filter(|key| !left_out.has(*key)).collect()
}

impl Corpus {
    /// Finds what to leave out for the present documents and parameters, and moves keys accordingly. `None` when
    /// cancelled.
    pub(crate) fn leave_out(&mut self, cancel: &Cancel) -> Option<()> {
        if self.leaving_out.is_settled {
            return Some(());
        }
        let next = self.find_left_out(cancel)?;
        if !next.takes_the_same(&self.leaving_out.left_out) {
            self.part(&next);
            self.pairs.forget();
            self.numbered.forget();
        }
        self.leaving_out.left_out = Arc::new(next);
        if !self.leaving_out.left_out.is_empty() {
            let none = Store::default();
            let held = self.leaving_out.store.common(&none, &self.nodes.documents(), 0, cancel)?;
            Arc::make_mut(&mut self.leaving_out.left_out)
                .count(held.into_iter().map(|(key, _)| key));
        }
        self.leaving_out.is_settled = true;
        Some(())
    }

    /// Puts everything back that was left out.
    pub(crate) fn leave_nothing_out(&mut self) {
        if !self.leaving_out.left_out.is_empty() {
            self.part(&LeftOut::default());
        }
        self.leaving_out.clear();
    }

    fn find_left_out(&mut self, cancel: &Cancel) -> Option<LeftOut> {
        if !self.params.leaves_out() {
            return Some(LeftOut::default());
        }
        let params = &self.params;
        let named = self.leaving_out.named.get_or_insert_with(|| named_keys(params));
        let documents = self.nodes.with_shingles();
        let common = match params.common {
            None => Vec::new(),
            Some(share) => {
                let most = most_documents(share, documents);
                self.store.common(&self.leaving_out.store, &self.nodes.documents(), most, cancel)?
            }
        };
        Some(LeftOut::new(named, &common, documents))
    }

    /// Moves keys between the two stores. It cannot be cancelled, but 6 million keys take only 20 ms.
    fn part(&mut self, next: &LeftOut) {
        let limit = self.nodes.limit();
        let mut counting = std::mem::take(&mut self.leaving_out.store);
        // What stays in `counting` counts again.
        let kept = counting.take_out(|key| next.has(key), &self.leaving_out.store, limit);
        self.store.put_back(&counting, limit);
        let taken = self.store.take_out(|key| next.has(key), &self.leaving_out.store, limit);
        for (id, (kept, taken)) in kept.into_iter().zip(taken).enumerate() {
            self.nodes.leave_out(id as NodeId, kept + taken);
        }
    }
}
