//! The numbers of documents at one state of the corpus, and the documents of each distinct text.

use std::{collections::BTreeMap, sync::Arc};

use rayon::prelude::*;

use super::nodes::{NodeId, Nodes};
use super::record::CorpusEntry;
use crate::pipeline::DocInfo;
use base::{ids::DocId, path::DocPath};

const DOCUMENTS_A_PIECE: usize = 4096;

#[derive(Debug)]
pub struct Numbering {
    /// Documents by [`DocId`], which is the path order.
    pub docs: Arc<Vec<DocInfo>>,
    nodes: Vec<Option<NodeId>>,
    /// For each text, the start of its documents in `members`, and their number.
    ranges: Vec<(u32, u32)>,
    /// Documents of each text in path order.
    members: Vec<DocId>,
}

impl Numbering {
    pub fn new(entries: &BTreeMap<DocPath, CorpusEntry>, texts: &Nodes) -> Self {
        let nodes: Vec<Option<NodeId>> = entries.values().map(|entry| entry.node).collect();
        let mut ranges = vec![(0_u32, 0_u32); texts.id_limit()];
        nodes.iter().flatten().for_each(|node| ranges[*node as usize].1 += 1);
        let entries: Vec<(&DocPath, &CorpusEntry)> = entries.iter().collect();
        let docs = entries.par_iter().with_min_len(DOCUMENTS_A_PIECE);
        let docs = docs.map(|(path, entry)| build_doc_info(path, entry, texts)).collect();
        let mut end = 0;
        for (start, count) in &mut ranges {
            *start = end;
            end += std::mem::take(count);
        }
        let mut members = vec![DocId(0); end as usize];
        for (id, node) in nodes.iter().enumerate() {
            if let Some(node) = *node {
                let (start, count) = &mut ranges[node as usize];
                members[(*start + *count) as usize] = DocId(id as u32);
                *count += 1;
            }
        }
        Self { docs: Arc::new(docs), nodes, ranges, members }
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
        self.ranges.get(node as usize).map_or(&[], |range| &self.members[range_of(*range)])
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

const fn range_of((start, count): (u32, u32)) -> std::ops::Range<usize> {
    start as usize..(start + count) as usize
}

fn build_doc_info(path: &DocPath, entry: &CorpusEntry, texts: &Nodes) -> DocInfo {
    let node = entry.node.and_then(|node| texts.get(node));
    let (words, shingles) = node.map_or((0, 0), |node| (node.size.words, node.shingles));
    entry.record.build_info(path.clone(), words, shingles)
}
