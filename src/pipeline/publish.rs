//! From the corpus to a snapshot: names to numbers, copies to groups, pairs to ranked rows. It joins nothing.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::base::ids::{DocId, Epoch};
use crate::base::problem::Problem;
use crate::compare::join::Shared;
use crate::compare::join::shared;
use crate::compare::measure::{Direction, Overlap};

use super::corpus::{Corpus, overlap};
use super::nodes::{Node, NodeId};
use super::params::Params;
use super::ranking::rank;
use super::snapshot::{DocInfo, Mark, Pair, ROWS_KEPT, Row, Snapshot};

/// Who is who in one state of the corpus: numbers for documents, the members of each distinct text, and groups of copies.
pub struct Roll<'a> {
    /// The corpus it was taken from.
    pub corpus: &'a Corpus,
    /// By [`DocId`].
    pub docs: Vec<DocInfo>,
    /// By [`NodeId`], its documents in path order.
    pub members: Vec<Vec<DocId>>,
    contents: Vec<u128>,
    nodes: Vec<Option<NodeId>>,
}

impl<'a> Roll<'a> {
    /// Numbers the documents of a refreshed corpus in path order.
    pub fn call(corpus: &'a Corpus) -> Self {
        let params = corpus.params();
        let mut members = vec![Vec::new(); corpus.nodes().limit()];
        let (mut docs, mut contents, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for (path, entry) in corpus.entries() {
            if let Some(node) = entry.node {
                members[node as usize].push(DocId(docs.len() as u32));
            }
            let node = entry.node.and_then(|node| corpus.nodes().get(node));
            docs.push(DocInfo {
                path: path.clone(),
                language: entry.record.language(params),
                encoding: entry.record.encoding,
                undecoded: entry.record.undecoded,
                words: node.map_or(0, |node| node.words),
                shingles: node.map_or(0, |node| node.sketch.len() as u32),
            });
            contents.push(entry.record.content);
            nodes.push(entry.node);
        }
        Self { corpus, docs, members, contents, nodes }
    }

    /// The text of a document among the distinct ones; `None` for an empty document.
    pub fn node(&self, id: DocId) -> Option<NodeId> {
        self.nodes[id.index()]
    }

    /// Two documents as a pair, `a` before `b`, given how many keys their texts share.
    pub fn pair(&self, one: DocId, other: DocId, count: u32) -> Pair {
        let (a, b) = (one.min(other), one.max(other));
        let (left, right) = (&self.docs[a.index()], &self.docs[b.index()]);
        let overlap = Overlap {
            shared: count,
            a_shingles: left.shingles,
            b_shingles: right.shingles,
            a_words: left.words,
            b_words: right.words,
            exact_copy: self.are_copies(a, b),
        };
        Pair {
            a,
            b,
            overlap,
            score: overlap.score(self.corpus.params().measure, Direction::Larger),
        }
    }

    /// Whether a pair passes the threshold.
    pub fn passes(&self, pair: &Pair) -> bool {
        let params = self.corpus.params();
        params.above.passes(pair.score, params.threshold)
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

    /// Distinct texts whose documents have the same bytes, as a `.txt` and an `.html` of one content have: pairs of nodes
    /// with the smaller first. Their words differ, so the join alone would not know them as copies.
    pub fn same_bytes(&self) -> Vec<(NodeId, NodeId)> {
        let mut first: HashMap<u128, NodeId> = HashMap::new();
        let mut found = HashSet::new();
        for (place, node) in self.nodes.iter().enumerate() {
            let Some(node) = *node else { continue };
            let other = *first.entry(self.contents[place]).or_insert(node);
            if other != node {
                found.insert((other.min(node), other.max(node)));
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// How many keys two distinct texts share, counted afresh.
    pub fn shared(&self, a: NodeId, b: NodeId) -> u32 {
        let sketch = |id| self.corpus.nodes().get(id).map_or(&[][..], |node: &Node| &node.sketch);
        shared(sketch(a), sketch(b))
    }

    /// Groups of at least two documents that are copies of each other, directly or through others, each in path order.
    fn groups(&self, same_bytes: &[(NodeId, NodeId)]) -> (Vec<Vec<DocId>>, Vec<NodeId>) {
        let mut leader: Vec<NodeId> = (0..self.members.len() as NodeId).collect();
        let find = |leader: &[NodeId], mut node: NodeId| {
            while leader[node as usize] != node {
                node = leader[node as usize];
            }
            node
        };
        for (a, b) in same_bytes {
            let (left, right) = (find(&leader, *a), find(&leader, *b));
            leader[left.max(right) as usize] = left.min(right);
        }
        let leader: Vec<NodeId> =
            (0..leader.len() as NodeId).map(|node| find(&leader, node)).collect();
        let mut groups: Vec<Vec<DocId>> = vec![Vec::new(); self.members.len()];
        for (node, members) in self.members.iter().enumerate() {
            groups[leader[node] as usize].extend(members);
        }
        groups.retain(|group| group.len() > 1);
        for group in &mut groups {
            group.sort_unstable();
        }
        (groups, leader)
    }
}

/// The snapshot of a refreshed corpus. `listing` are the problems of the walk, in path order.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let roll = Roll::call(corpus);
    let params: &Arc<Params> = corpus.params();
    let same_bytes = roll.same_bytes();
    let (groups, leader) = roll.groups(&same_bytes);

    let mut rows = Vec::new();
    let (mut of_copies, mut of_different) = (0_u64, 0_u64);
    for group in groups {
        let (a, b) = (group[0], group[1]);
        let count = match (roll.node(a), roll.node(b)) {
            (Some(left), Some(right)) => roll.shared(left, right),
            _ => 0,
        };
        let pair = roll.pair(a, b, count);
        if roll.passes(&pair) {
            rows.push(Row::Copies { pair, members: group, mark: Mark::None });
        }
    }
    for (node, members) in roll.members.iter().enumerate() {
        if let [a, b, ..] = members[..] {
            let shingles =
                corpus.nodes().get(node as NodeId).map_or(0, |node| node.sketch.len() as u32);
            if roll.passes(&roll.pair(a, b, shingles)) {
                of_copies += members.len() as u64 * (members.len() as u64 - 1) / 2;
            }
        }
    }
    for found in corpus.pairs() {
        if params.above.passes(
            overlap(corpus.nodes(), found).score(params.measure, Direction::Larger),
            params.threshold,
        ) {
            let (left, right) = (&roll.members[found.a as usize], &roll.members[found.b as usize]);
            of_different += left.len() as u64 * right.len() as u64;
            if leader[found.a as usize] != leader[found.b as usize] {
                rows.push(row(&roll, found));
            }
        }
    }
    rows.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
    let pairs_found = of_copies + corpus.cut().unwrap_or(of_different);
    let cut = corpus.cut().is_some() || rows.len() > ROWS_KEPT;
    rows.truncate(ROWS_KEPT);

    let mut problems: Vec<Problem> = listing.iter().chain(corpus.problems()).cloned().collect();
    problems.sort_by(|left, right| left.path.cmp(&right.path));
    Snapshot {
        epoch,
        params: Arc::clone(params),
        present: roll.docs.len(),
        docs: roll.docs,
        problems,
        rows,
        pairs_found,
        cut,
    }
}

fn row(roll: &Roll<'_>, found: &Shared) -> Row {
    let (left, right) = (&roll.members[found.a as usize], &roll.members[found.b as usize]);
    let pair = roll.pair(left[0], right[0], found.count);
    let more = (left.len() as u32 - 1, right.len() as u32 - 1);
    // The pair is in path order, its nodes need not be.
    Row::Pair {
        pair,
        more: if pair.a == left[0] { more } else { (more.1, more.0) },
        mark: Mark::None,
    }
}
