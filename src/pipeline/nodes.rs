//! The distinct texts of the corpus: documents with the same canonical words share one node, sketched and joined once.
//! It knows no paths and no measure.

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::compare::index::Index;
use crate::compare::join::{Counter, Shared};

/// A node's place; freed places are used again.
pub type NodeId = u32;

/// A distinct text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The identity of its canonical words.
    pub identity: u128,
    /// Canonical words.
    pub words: u32,
    /// Distinct kept keys, ascending.
    pub sketch: Box<[u64]>,
    /// Documents that have this text.
    pub documents: u32,
}

/// All distinct texts.
#[derive(Debug, Default)]
pub struct Nodes {
    slots: Vec<Option<Node>>,
    free: Vec<NodeId>,
    by_identity: HashMap<u128, NodeId>,
}

impl Nodes {
    /// Counts one more document with this text; the flag says whether the text is new.
    pub fn add(
        &mut self,
        identity: u128,
        words: u32,
        sketch: impl FnOnce() -> Vec<u64>,
    ) -> (NodeId, bool) {
        if let Some(id) = self.by_identity.get(&identity) {
            if let Some(node) = &mut self.slots[*id as usize] {
                node.documents += 1;
            }
            return (*id, false);
        }
        let node = Node { identity, words, sketch: sketch().into(), documents: 1 };
        let id = if let Some(id) = self.free.pop() {
            self.slots[id as usize] = Some(node);
            id
        } else {
            self.slots.push(Some(node));
            self.slots.len() as NodeId - 1
        };
        self.by_identity.insert(identity, id);
        (id, true)
    }

    /// Counts one document less; the flag says whether the text is gone with it.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let slot = &mut self.slots[id as usize];
        let Some(node) = slot else { return false };
        node.documents -= 1;
        if node.documents > 0 {
            return false;
        }
        self.by_identity.remove(&node.identity);
        *slot = None;
        self.free.push(id);
        true
    }

    /// The node at a place, if one is there.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.slots.get(id as usize).and_then(Option::as_ref)
    }

    /// One more than the largest place in use.
    pub fn limit(&self) -> usize {
        self.slots.len()
    }

    /// The sketches of all nodes with their places.
    pub fn sketches(&self) -> Vec<(NodeId, &[u64])> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(id, node)| Some((id as NodeId, &*node.as_ref()?.sketch)))
            .collect()
    }

    /// Every pair of nodes that shares a key, in pieces: `keep` filters, `piece` takes each piece and the number of nodes
    /// done. The order of pieces and pairs depends on the places only. `None` when cancelled.
    pub fn join_all(
        &self,
        cancel: &Cancel,
        keep: impl Fn(&Shared) -> bool + Sync,
        mut piece: impl FnMut(Vec<Shared>, usize),
    ) -> Option<()> {
        const NODES_A_PIECE: usize = 1024;
        let sketches = self.sketches();
        let index = Index::build(&sketches, 2);
        let mut done = 0;
        for chunk in sketches.chunks(NODES_A_PIECE) {
            let found: Vec<Vec<Shared>> = chunk
                .par_iter()
                .map_init(
                    || Counter::new(self.limit()),
                    |counter, (a, keys)| {
                        let mut found = Vec::new();
                        if !cancel.is_cancelled() {
                            counter.partners(
                                &index,
                                keys,
                                |b| b > *a,
                                |b, count| found.push(Shared { a: *a, b, count }),
                            );
                            found.retain(&keep);
                        }
                        found
                    },
                )
                .collect();
            if cancel.is_cancelled() {
                return None;
            }
            done += chunk.len();
            piece(found.concat(), done);
        }
        Some(())
    }

    /// Every pair that shares a key and has at least one node in `fresh`, once each. `None` when cancelled.
    pub fn join_fresh(
        &self,
        fresh: &[NodeId],
        cancel: &Cancel,
        keep: impl Fn(&Shared) -> bool + Sync,
    ) -> Option<Vec<Shared>> {
        let mut is_fresh = vec![false; self.limit()];
        for id in fresh {
            is_fresh[*id as usize] = true;
        }
        let indexed: Vec<(NodeId, &[u64])> =
            fresh.iter().filter_map(|id| Some((*id, &*self.get(*id)?.sketch))).collect();
        let index = Index::build(&indexed, 1);
        let found: Vec<Vec<Shared>> = self
            .sketches()
            .par_iter()
            .map_init(
                || Counter::new(self.limit()),
                |counter, (probe, keys)| {
                    let mut found = Vec::new();
                    if !cancel.is_cancelled() {
                        // A pair of two fresh nodes is met from both sides: the smaller one reports it.
                        let wanted = |other: NodeId| {
                            other != *probe && (!is_fresh[*probe as usize] || *probe < other)
                        };
                        counter.partners(&index, keys, wanted, |other, count| {
                            found.push(Shared {
                                a: other.min(*probe),
                                b: other.max(*probe),
                                count,
                            });
                        });
                        found.retain(&keep);
                    }
                    found
                },
            )
            .collect();
        if cancel.is_cancelled() { None } else { Some(found.concat()) }
    }
}
