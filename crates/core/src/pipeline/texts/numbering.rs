//! The numbers of documents at one state of the corpus, and the documents of each distinct text.

use std::{collections::BTreeMap, sync::Arc};

use rayon::prelude::*;

use super::nodes::{NodeId, Nodes};
use super::record::DocWords;
use crate::{compare::rows::Rows, pipeline::DocInfo};
use base::{ids::DocId, path::DocPath};

const DOCUMENTS_A_PIECE: usize = 4096;

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
        let docs = docs.map(|(path, entry)| build_doc_info(path, entry, texts)).collect();
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

fn build_doc_info(path: &DocPath, entry: &DocWords, texts: &Nodes) -> DocInfo {
    let node = entry.node.and_then(|node| texts.get(node));
    let (words, shingles) = node.map_or((0, 0), |node| (node.size.words, node.shingles));
    entry.build_info(path.clone(), words, shingles)
}
