//! The distinct texts of the corpus: documents with the same canonical words share one node, sketched and joined once.
//! It knows no paths and no measure.

use hashbrown::HashMap;

use crate::compare::bounds::Size;
use crate::compare::index::Member;

/// A node's number. It is never given to another text until all are numbered anew.
pub type NodeId = u32;

/// A distinct text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The identity of its canonical words.
    pub identity: u128,
    /// Its canonical words and its distinct kept shingles.
    pub size: Size,
    /// Documents that have this text; none: it is gone.
    pub documents: u32,
}

/// All distinct texts.
#[derive(Debug, Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    by_identity: HashMap<u128, NodeId>,
}

impl Nodes {
    /// Counts one more document with this text of so many canonical words; the flag says whether the text is new. The
    /// shingles of a new one are still to be [set](Self::set_shingles).
    pub fn add(&mut self, identity: u128, words: u32) -> (NodeId, bool) {
        let next = self.nodes.len() as NodeId;
        let id = *self.by_identity.entry(identity).or_insert(next);
        if id == next {
            let size = Size { shingles: 0, words };
            self.nodes.push(Node { identity, size, documents: 0 });
        }
        self.nodes[id as usize].documents += 1;
        (id, id == next)
    }

    /// Sets how many distinct kept shingles a text has.
    pub fn set_shingles(&mut self, id: NodeId, shingles: u32) {
        self.nodes[id as usize].size.shingles = shingles;
    }

    /// Counts one document less; the flag says whether the text is gone with it.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let node = &mut self.nodes[id as usize];
        node.documents -= 1;
        if node.documents == 0 {
            self.by_identity.remove(&node.identity);
        }
        node.documents == 0
    }

    /// The text of a number, unless it is gone.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize).filter(|node| node.documents > 0)
    }

    /// One more than the largest number given.
    pub fn limit(&self) -> usize {
        self.nodes.len()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.by_identity.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_identity.is_empty()
    }

    /// The texts with at least one shingle, ready to be indexed.
    pub fn members(&self) -> Vec<Member> {
        let member = |(id, node): (usize, &Node)| Member { holder: id as u32, size: node.size };
        let there = |(_, node): &(usize, &Node)| node.documents > 0 && node.size.shingles > 0;
        self.nodes.iter().enumerate().filter(there).map(member).collect()
    }
}
