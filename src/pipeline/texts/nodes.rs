//! The distinct texts of the corpus: documents with the same canonical words share one node, sketched and joined once.
//! It knows no paths and no measure.

use hashbrown::HashMap;

use crate::compare::{IndexMember, Size, count_shared};

/// A node's number. It is not reused until all nodes are numbered anew.
pub type NodeId = u32;

/// A distinct text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The identity of its canonical words.
    pub identity: u128,
    /// Its canonical words and the keys of its sketch.
    pub size: Size,
    /// Its distinct kept shingles that count. Where they are the sketch, this is the number of keys.
    pub shingles: u32,
    /// Its distinct kept shingles that are left out of the comparison.
    pub left_out: u32,
    /// The number of documents that have this text; 0: it is gone.
    pub documents: u32,
}

/// The size of a text's sketch, and what is kept beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketched {
    /// Keys of the sketch.
    pub keys: u32,
    /// The number of distinct kept shingles that it was made of.
    pub shingles: u32,
    /// The keys of these shingles, in no order; empty where they will not be counted.
    pub shingle_keys: Box<[u64]>,
}

/// All distinct texts.
#[derive(Debug, Default)]
pub struct Nodes {
    all: Vec<Node>,
    /// The keys of the kept shingles by node, where estimates are verified. May be shorter than the list of nodes.
    shingle_keys: Vec<Box<[u64]>>,
    by_identity: HashMap<u128, NodeId>,
}

impl Nodes {
    /// Counts one more document with this text of so many canonical words. The flag says whether the text is new: then
    /// its sketch must follow ([`Self::set_sketched`]).
    pub fn add(&mut self, identity: u128, words: u32) -> (NodeId, bool) {
        let next = self.all.len() as NodeId;
        let id = *self.by_identity.entry(identity).or_insert(next);
        if id == next {
            let size = Size { shingles: 0, words };
            self.all.push(Node { identity, size, shingles: 0, left_out: 0, documents: 0 });
        }
        self.all[id as usize].documents += 1;
        (id, id == next)
    }

    /// Stores the size of a text's sketch.
    pub fn set_sketched(&mut self, id: NodeId, sketched: Sketched) {
        let at = id as usize;
        let node = &mut self.all[at];
        (node.size.shingles, node.shingles) = (sketched.keys, sketched.shingles);
        node.left_out = 0;
        if !sketched.shingle_keys.is_empty() && self.shingle_keys.len() <= at {
            self.shingle_keys.resize_with(at + 1, Box::default);
        }
        if let Some(shingle_keys) = self.shingle_keys.get_mut(at) {
            *shingle_keys = sketched.shingle_keys;
        }
    }

    /// Stores the number of remaining keys, for a sketch that consists of the kept shingles themselves.
    pub fn set_shingles(&mut self, id: NodeId, keys: u32) {
        self.set_sketched(id, Sketched { keys, shingles: keys, shingle_keys: Box::default() });
    }

    /// Stores that `keys` of the keys are left out, replacing the number left out before; for a sketch that consists of
    /// the kept shingles themselves.
    pub fn leave_out(&mut self, id: NodeId, keys: u32) {
        let node = &mut self.all[id as usize];
        node.shingles = (node.shingles + node.left_out).saturating_sub(keys);
        (node.size.shingles, node.left_out) = (node.shingles, keys);
    }

    /// The number of documents that have each text, by node; 0 for a text that is gone.
    pub fn documents(&self) -> Vec<u32> {
        self.all.iter().map(|node| node.documents).collect()
    }

    /// How many documents have at least one kept shingle, left out or not.
    pub fn with_shingles(&self) -> u32 {
        let has = |node: &&Node| node.shingles + node.left_out > 0;
        self.all.iter().filter(has).map(|node| node.documents).sum()
    }

    /// How many kept shingles two texts share, counted on demand; 0 where their keys were not kept.
    pub fn shared(&self, a: NodeId, b: NodeId) -> u32 {
        self.shared_with(a, self.shingle_keys(b))
    }

    /// How many of the distinct `keys` are kept shingles of a text; 0 where its keys were not kept.
    pub fn shared_with(&self, id: NodeId, keys: &[u64]) -> u32 {
        count_shared(self.shingle_keys(id), keys)
    }

    /// The keys of a text's kept shingles, in no order, where they are kept beside its sketch.
    pub fn shingle_keys(&self, id: NodeId) -> &[u64] {
        self.shingle_keys.get(id as usize).map_or(&[], |shingle_keys| shingle_keys)
    }

    /// Counts one document less. The flag says whether the text is gone now.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let node = &mut self.all[id as usize];
        node.documents -= 1;
        let is_gone = node.documents == 0;
        if is_gone {
            self.by_identity.remove(&node.identity);
            if let Some(shingle_keys) = self.shingle_keys.get_mut(id as usize) {
                *shingle_keys = Box::default();
            }
        }
        is_gone
    }

    /// The text with this number, unless it is gone.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.all.get(id as usize).filter(|node| node.documents > 0)
    }

    /// The size of the text with this number; 0 if it is gone.
    pub fn size(&self, id: NodeId) -> Size {
        self.get(id).map_or_else(Size::default, |node| node.size)
    }

    /// One more than the largest number in use.
    pub fn limit(&self) -> usize {
        self.all.len()
    }

    /// The number of texts that are not gone.
    pub fn len(&self) -> usize {
        self.by_identity.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_identity.is_empty()
    }

    /// How many canonical words they have together.
    pub fn words(&self) -> u64 {
        let there = self.all.iter().filter(|node| node.documents > 0);
        there.map(|node| u64::from(node.size.words)).sum()
    }

    /// The texts with at least one shingle, ready to be indexed.
    pub fn members(&self) -> Vec<IndexMember> {
        let member =
            |(id, node): (usize, &Node)| IndexMember { holder: id as u32, size: node.size };
        let there = |(_, node): &(usize, &Node)| node.documents > 0 && node.size.shingles > 0;
        self.all.iter().enumerate().filter(there).map(member).collect()
    }
}
