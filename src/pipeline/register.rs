//! Who is who in one state of the corpus: numbers for documents, the members of each distinct text. It compares nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::base::ids::DocId;
use crate::base::path::DocPath;

use super::copies::{Twins, twins};
use super::corpus::Entry;
use super::nodes::{NodeId, Nodes};
use super::params::Params;
use super::snapshot::DocInfo;

/// The documents by number, and the way from texts to documents and back.
#[derive(Debug)]
pub struct Register {
    /// By [`DocId`], which is path order.
    pub docs: Arc<Vec<DocInfo>>,
    /// Documents with the same bytes whose words differ.
    pub twins: Twins,
    contents: Vec<u128>,
    nodes: Vec<Option<NodeId>>,
    /// By text, where its documents begin in `members`; one more at the end.
    starts: Vec<u32>,
    /// The documents of each text, in path order.
    members: Vec<DocId>,
}

impl Register {
    /// Numbers the documents in path order.
    pub fn of(params: &Params, entries: &BTreeMap<DocPath, Entry>, texts: &Nodes) -> Self {
        let mut docs = Vec::with_capacity(entries.len());
        let mut contents = Vec::with_capacity(entries.len());
        let mut nodes = Vec::with_capacity(entries.len());
        let mut starts = vec![0_u32; texts.limit() + 1];
        for (path, entry) in entries {
            let node = entry.node.and_then(|node| texts.get(node));
            docs.push(DocInfo {
                path: path.clone(),
                language: entry.record.about.language(params),
                encoding: entry.record.about.encoding,
                undecoded: entry.record.about.undecoded,
                words: node.map_or(0, |node| node.size.words),
                shingles: node.map_or(0, |node| node.size.shingles),
            });
            contents.push(entry.record.about.content);
            nodes.push(entry.node);
            if let Some(node) = entry.node {
                starts[node as usize + 1] += 1;
            }
        }
        for node in 0..texts.limit() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut members = vec![DocId(0); *next.last().unwrap_or(&0) as usize];
        for (id, node) in nodes.iter().enumerate() {
            if let Some(node) = *node {
                let slot = &mut next[node as usize];
                members[*slot as usize] = DocId(id as u32);
                *slot += 1;
            }
        }
        let twins = twins(&contents, &nodes);
        Self { docs: Arc::new(docs), twins, contents, nodes, starts, members }
    }

    /// The text of a document among the distinct ones; `None` for an empty document.
    pub fn node(&self, id: DocId) -> Option<NodeId> {
        self.nodes[id.index()]
    }

    /// The hash of the bytes that a document was read from.
    pub fn content(&self, id: DocId) -> u128 {
        self.contents[id.index()]
    }

    /// The documents of a text, in path order.
    pub fn members(&self, node: NodeId) -> &[DocId] {
        let node = node as usize;
        &self.members[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The documents with the same bytes as `id`, among those whose words differ.
    pub fn twins_of(&self, id: DocId) -> &[DocId] {
        self.twins.get(&self.contents[id.index()]).map_or(&[], Vec::as_slice)
    }

    /// The texts of all documents that have [twins](Self::twins_of).
    pub fn nodes_of_twins(&self) -> HashSet<NodeId> {
        self.twins.values().flatten().filter_map(|id| self.node(*id)).collect()
    }

    /// Same bytes or same canonical words, and neither empty.
    pub fn are_copies(&self, a: DocId, b: DocId) -> bool {
        match (self.node(a), self.node(b)) {
            (Some(left), Some(right)) => {
                left == right || self.contents[a.index()] == self.contents[b.index()]
            }
            _ => false,
        }
    }
}
