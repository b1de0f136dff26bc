//! From the corpus to a snapshot: names to numbers, copies to groups, pairs to ranked rows. It joins nothing.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::base::ids::{DocId, Epoch};
use crate::base::problem::Problem;
use crate::compare::join::{Shared, shared};
use crate::compare::measure::{Direction, Overlap};

use super::copies::{Groups, Twins, twins};
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

    /// Documents with the same bytes whose words differ.
    pub fn twins(&self) -> Twins {
        twins(&self.contents, &self.nodes)
    }

    /// The documents with the same bytes as `id`.
    pub fn twins_of<'t>(&self, twins: &'t Twins, id: DocId) -> &'t [DocId] {
        twins.get(&self.contents[id.index()]).map_or(&[], Vec::as_slice)
    }

    /// How many keys two distinct texts share, counted afresh.
    pub fn shared(&self, a: NodeId, b: NodeId) -> u32 {
        let sketch = |id| self.corpus.nodes().get(id).map_or(&[][..], |node: &Node| &node.sketch);
        shared(sketch(a), sketch(b))
    }
}

/// The snapshot of a refreshed corpus. `listing` are the problems of the walk.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let roll = Roll::call(corpus);
    let params: &Arc<Params> = corpus.params();
    let mut pairs_found = corpus.left_out();
    // Pairs of copies that pass, and afterwards the best of each group.
    let (mut groups, mut copies) = (Groups::new(roll.members.len()), Vec::new());
    for (node, members) in roll.members.iter().enumerate() {
        if let [a, b, ..] = members[..] {
            let shingles =
                corpus.nodes().get(node as NodeId).map_or(0, |node| node.sketch.len() as u32);
            let pair = roll.pair(a, b, shingles);
            if roll.passes(&pair) {
                pairs_found += members.len() as u64 * (members.len() as u64 - 1) / 2;
                copies.push((node as NodeId, pair));
            }
        }
    }
    for twins in roll.twins().values() {
        for (left, right) in readings(&roll, twins) {
            groups.unite(left.node, right.node);
            let count = roll.shared(left.node, right.node);
            let pair = roll.pair(left.first, right.first, count);
            if roll.passes(&pair) {
                copies.push((left.node, pair));
                // Those that share a shingle are among the pairs of the corpus.
                pairs_found += if count == 0 { left.documents * right.documents } else { 0 };
            }
        }
    }
    let mut rows = Vec::new();
    for found in corpus.pairs() {
        if params.above.passes(
            overlap(corpus.nodes(), found).score(params.measure, Direction::Larger),
            params.threshold,
        ) {
            let (left, right) = (&roll.members[found.a as usize], &roll.members[found.b as usize]);
            pairs_found += left.len() as u64 * right.len() as u64;
            if groups.of(found.a) == groups.of(found.b) {
                copies.push((found.a, roll.pair(left[0], right[0], found.count)));
            } else {
                rows.push(row(&roll, found));
            }
        }
    }
    rows.extend(rows_of_copies(&roll, &mut groups, copies));
    rows.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
    let cut = corpus.is_cut() || rows.len() > ROWS_KEPT;
    rows.truncate(ROWS_KEPT);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        present: roll.docs.len(),
        docs: roll.docs,
        problems: corpus.problems(listing),
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

/// One way to read some bytes.
#[derive(Clone, Copy)]
struct Reading {
    node: NodeId,
    /// The first document read so, and how many are.
    first: DocId,
    documents: u64,
}

/// The ways in which documents with the same bytes are read, each with each other: as many as there are formats.
fn readings(roll: &Roll<'_>, twins: &[DocId]) -> Vec<(Reading, Reading)> {
    let mut ways: Vec<Reading> = Vec::new();
    for (id, node) in twins.iter().filter_map(|id| Some((*id, roll.node(*id)?))) {
        match ways.iter_mut().find(|way| way.node == node) {
            Some(way) => way.documents += 1,
            None => ways.push(Reading { node, first: id, documents: 1 }),
        }
    }
    let rest = |place: usize| ways[place + 1..].iter();
    ways.iter()
        .enumerate()
        .flat_map(|(place, left)| rest(place).map(|right| (*left, *right)))
        .collect()
}

/// One row for each group that has a pair among `copies`, opened by the best of them.
fn rows_of_copies(roll: &Roll<'_>, groups: &mut Groups, copies: Vec<(NodeId, Pair)>) -> Vec<Row> {
    let mut best: HashMap<NodeId, (Pair, Vec<DocId>)> = HashMap::new();
    for (node, pair) in copies {
        let (kept, _) = best.entry(groups.of(node)).or_insert((pair, Vec::new()));
        if rank(&pair, kept).is_lt() {
            *kept = pair;
        }
    }
    for (node, members) in roll.members.iter().enumerate() {
        if let Some((_, all)) = best.get_mut(&groups.of(node as NodeId)) {
            all.extend(members);
        }
    }
    best.into_values()
        .map(|(pair, mut members)| {
            members.sort_unstable();
            Row::Copies { pair, members, mark: Mark::None }
        })
        .collect()
}
