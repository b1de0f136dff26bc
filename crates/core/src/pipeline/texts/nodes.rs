//! The distinct texts of a corpus, called nodes. Documents with the same canonical words share a node, which is
//! sketched and joined once.

use std::{collections::BTreeMap, sync::Arc};

use hashbrown::HashMap;
use rayon::prelude::*;

use super::record::DocWords;
use crate::compare::{IndexMember, Size, count_common_numbers, rows::Rows};
use crate::pipeline::DocInfo;
use base::{ids::DocId, path::DocPath};

/// Number of a node, which another node gets only after all texts are numbered again.
pub type NodeId = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub identity: u128,
    pub size: Size,
    /// Number of distinct retained shingles that count. Equals the number of keys if these shingles are the sketch.
    pub shingles: u32,
    /// Number of distinct retained shingles that are ignored.
    pub ignored: u32,
    /// Number of documents with this text; 0 if it was removed.
    pub documents: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketched {
    pub keys: u32,
    pub shingles: u32,
    /// Keys of the shingles, ascending; empty if they will not be counted.
    pub shingle_keys: Box<[u64]>,
}

#[derive(Debug, Default)]
pub struct Nodes {
    all: Vec<Node>,
    /// Keys of the retained shingles of each node, for verification. May be shorter than the list of nodes.
    shingle_keys: Vec<Box<[u64]>>,
    by_identity: HashMap<u128, NodeId>,
}

impl Nodes {
    /// Adds a document with this text of `words` canonical words, and returns true for a new text, which must then get
    /// a sketch ([`Self::set_sketch_sizes`]).
    pub fn add_document(&mut self, identity: u128, words: u32) -> (NodeId, bool) {
        let next = self.all.len() as NodeId;
        let id = *self.by_identity.entry(identity).or_insert(next);
        if id == next {
            let size = Size { shingles: 0, words };
            self.all.push(Node { identity, size, shingles: 0, ignored: 0, documents: 0 });
        }
        self.all[id as usize].documents += 1;
        (id, id == next)
    }

    pub fn set_sketch_sizes(&mut self, id: NodeId, sketched: Sketched) {
        let at = id as usize;
        let node = &mut self.all[at];
        (node.size.shingles, node.shingles) = (sketched.keys, sketched.shingles);
        node.ignored = 0;
        if !sketched.shingle_keys.is_empty() && self.shingle_keys.len() <= at {
            self.shingle_keys.resize_with(at + 1, Box::default);
        }
        if let Some(shingle_keys) = self.shingle_keys.get_mut(at) {
            *shingle_keys = sketched.shingle_keys;
        }
    }

    /// Sets the number of keys that remain, if the sketch consists of the retained shingles.
    pub fn set_shingle_count(&mut self, id: NodeId, keys: u32) {
        self.set_sketch_sizes(id, Sketched { keys, shingles: keys, shingle_keys: Box::default() });
    }

    /// Sets the number of ignored keys, if the sketch consists of the retained shingles.
    pub fn set_ignored_count(&mut self, id: NodeId, keys: u32) {
        let node = &mut self.all[id as usize];
        node.shingles = (node.shingles + node.ignored).saturating_sub(keys);
        (node.size.shingles, node.ignored) = (node.shingles, keys);
    }

    pub fn document_counts(&self) -> Vec<u32> {
        self.all.iter().map(|node| node.documents).collect()
    }

    /// Counts the documents with at least one retained shingle, ignored or not.
    pub fn count_documents_with_shingles(&self) -> u32 {
        let has = |node: &&Node| node.shingles + node.ignored > 0;
        self.all.iter().filter(has).map(|node| node.documents).sum()
    }

    /// Counts the retained shingles that two texts share; 0 if their keys are not stored.
    pub fn count_shared_shingles(&self, a: NodeId, b: NodeId) -> u32 {
        self.count_shingles_among_keys(a, self.shingle_keys(b))
    }

    /// Counts the ascending `keys` that the text has as retained shingles; 0 if its keys are not stored.
    pub fn count_shingles_among_keys(&self, id: NodeId, keys: &[u64]) -> u32 {
        count_common_numbers(self.shingle_keys(id), keys)
    }

    /// Returns the keys of the text's retained shingles, ascending; empty if not stored.
    pub fn shingle_keys(&self, id: NodeId) -> &[u64] {
        self.shingle_keys.get(id as usize).map_or(&[], |shingle_keys| shingle_keys)
    }

    /// Removes a document, and returns true if it was the last with this text.
    pub fn remove_document(&mut self, id: NodeId) -> bool {
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

    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.all.get(id as usize).filter(|node| node.documents > 0)
    }

    pub fn size(&self, id: NodeId) -> Size {
        self.get(id).map_or_else(Size::default, |node| node.size)
    }

    /// Returns the number of nodes, including removed texts.
    pub fn id_limit(&self) -> usize {
        self.all.len()
    }

    pub fn len(&self) -> usize {
        self.by_identity.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_identity.is_empty()
    }

    pub fn count_words(&self) -> u64 {
        let there = self.all.iter().filter(|node| node.documents > 0);
        there.map(|node| u64::from(node.size.words)).sum()
    }

    /// Returns the texts with at least one shingle, ready for an index.
    pub fn index_members(&self) -> Vec<IndexMember> {
        let member =
            |(id, node): (usize, &Node)| IndexMember { holder: id as u32, size: node.size };
        let there = |(_, node): &(usize, &Node)| node.documents > 0 && node.size.shingles > 0;
        self.all.iter().enumerate().filter(there).map(member).collect()
    }
}

const DOCUMENTS_A_PIECE: usize = 4096;

/// The numbers of documents at one state of the corpus, and the documents of each distinct text.
#[derive(Debug)]
pub struct Numbering {
    /// Documents by [`DocId`], which is the path order.
    pub docs: Arc<Vec<DocInfo>>,
    nodes: Vec<Option<NodeId>>,
    /// Documents of each text in path order.
    members: Rows<DocId>,
}

impl Numbering {
    pub fn new(entries: &BTreeMap<DocPath, DocWords>, texts: &Nodes) -> Self {
        let nodes: Vec<Option<NodeId>> = entries.values().map(|entry| entry.node).collect();
        let mut lengths = vec![0_u32; texts.id_limit()];
        nodes.iter().flatten().for_each(|node| lengths[*node as usize] += 1);
        let entries: Vec<(&DocPath, &DocWords)> = entries.iter().collect();
        let docs = entries.par_iter().with_min_len(DOCUMENTS_A_PIECE);
        let build_info = |(path, entry): &(&DocPath, &DocWords)| {
            let node = entry.node.and_then(|node| texts.get(node));
            let (words, shingles) = node.map_or((0, 0), |node| (node.size.words, node.shingles));
            entry.build_info(DocPath::clone(path), words, shingles)
        };
        let docs = docs.map(build_info).collect();
        let mut members = Rows::with_lengths(&lengths);
        for (id, node) in (0..).zip(&nodes) {
            if let Some(node) = *node {
                members.push(node as usize, DocId(id));
            }
        }
        Self { docs: Arc::new(docs), nodes, members }
    }

    /// Returns the distinct text of a document. `None` for a document without words.
    pub fn node_of(&self, id: DocId) -> Option<NodeId> {
        self.nodes[id.index()]
    }

    pub fn content_hash(&self, id: DocId) -> u128 {
        self.docs[id.index()].file.content
    }

    pub fn id_of(&self, path: &DocPath) -> Option<DocId> {
        self.docs.binary_search_by(|doc| doc.path.cmp(path)).ok().map(|place| DocId(place as u32))
    }

    pub fn members(&self, node: NodeId) -> &[DocId] {
        self.members.row(node as usize)
    }

    /// Returns the first document of a text by path, and the number of its documents.
    pub fn first_document_and_count(&self, node: NodeId) -> Option<(DocId, u32)> {
        let members = self.members(node);
        Some((*members.first()?, members.len() as u32))
    }

    pub fn are_copies(&self, a: DocId, b: DocId) -> bool {
        self.node_of(a).is_some() && self.node_of(a) == self.node_of(b)
    }
}
