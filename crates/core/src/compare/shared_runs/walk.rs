//! Visits the nodes of the suffix tree in the order of suffixes, deepest first.

use super::{SharedRun, SharedRuns};

const SUFFIXES_A_LOOK: usize = 1 << 12;

/// A node of the tree: all suffixes with a common prefix.
#[derive(Debug, Clone, Copy)]
struct TreeNode {
    length: u32,
    start: u32,
    first: u32,
    /// Number of suffixes beyond the first of each text; `documents_again` is the number of documents of these
    /// suffixes.
    again: u32,
    documents_again: u64,
    child: u32,
}

impl TreeNode {
    const fn new(length: u32, start: u32, first: u32) -> Self {
        Self { length, start, first, again: 0, documents_again: 0, child: 0 }
    }

    fn add_child(&mut self, child: Self, texts: u32) {
        self.first = self.first.min(child.first);
        self.again += child.again;
        self.documents_again += child.documents_again;
        self.child = self.child.max(texts);
    }
}

pub(super) struct TreeWalk<'a> {
    documents: &'a [u32],
    open: Vec<TreeNode>,
    last: Vec<Option<u32>>,
    before: Vec<u64>,
    found: Vec<SharedRun>,
}

impl<'a> TreeWalk<'a> {
    pub(super) fn new(documents: &'a [u32]) -> Self {
        let last = vec![None; documents.len()];
        let open = vec![TreeNode::new(0, 0, u32::MAX)];
        Self { documents, open, last, before: vec![0], found: Vec::new() }
    }

    /// Finds the runs of at least the required length that at least two texts have. Skips a run if a longer run has the
    /// same texts. `None` if stopped.
    pub(super) fn find_runs(
        mut self,
        all: &SharedRuns,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<SharedRun>> {
        let (common, least) = (&all.common, all.least);
        for at in 0..=common.len() {
            if at.is_multiple_of(SUFFIXES_A_LOOK) && stop() {
                return None;
            }
            let length = common.get(at).copied().unwrap_or(0);
            // This suffix and the previous one may begin a new common node.
            let mut start = (at as u32).saturating_sub(1);
            let mut first = at.checked_sub(1).map_or(u32::MAX, |before| all.order[before]);
            while let Some(node) = self.open.pop_if(|node| node.length > length) {
                (start, first) = (node.start, node.first);
                let texts = self.close_node(node, at as u32, least);
                if let Some(parent) = self.open.last_mut().filter(|open| open.length >= length) {
                    parent.add_child(node, texts);
                } else {
                    let mut parent = TreeNode::new(length, start, first);
                    parent.add_child(node, texts);
                    self.open.push(parent);
                }
            }
            if self.open.last().is_none_or(|node| node.length < length) {
                self.open.push(TreeNode::new(length, start, first));
            }
            if let Some(place) = all.order.get(at) {
                self.add_suffix(at as u32, *place, all.row.texts[*place as usize]);
            }
        }
        Some(self.found)
    }

    fn add_suffix(&mut self, at: u32, place: u32, text: u32) {
        let documents = u64::from(self.documents[text as usize]);
        if let Some(last) = self.last[text as usize].replace(at) {
            // The deepest node that contains both suffixes of this text.
            let node = self.open.partition_point(|node| node.start <= last).saturating_sub(1);
            if let Some(node) = self.open.get_mut(node) {
                node.again += 1;
                node.documents_again += documents;
            }
        }
        if let Some(node) = self.open.last_mut() {
            node.first = node.first.min(place);
        }
        let before = self.before.last().copied().unwrap_or_default();
        self.before.push(before + documents);
    }

    /// Records a complete node as a run, unless a longer run has the same texts, and returns its number of texts.
    fn close_node(&mut self, node: TreeNode, end: u32, least: u32) -> u32 {
        let texts = end - node.start - node.again;
        if texts > 1 && node.child < texts && node.length >= least {
            let all = self.before[end as usize] - self.before[node.start as usize];
            let documents = u32::try_from(all - node.documents_again).unwrap_or(u32::MAX);
            let places = node.start..end;
            let (length, first) = (node.length, node.first);
            self.found.push(SharedRun { length, texts, documents, first, places });
        }
        texts
    }
}
