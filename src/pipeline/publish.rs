//! From the corpus to a snapshot: names to numbers, copies to groups, pairs to ranked rows. It joins nothing.

use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;

use crate::base::ids::{DocId, Epoch};
use crate::base::problem::Problem;
use crate::compare::join::Shared;
use crate::compare::measure::{Direction, Overlap};

use super::copies::Groups;
use super::corpus::Corpus;
use super::nodes::NodeId;
use super::pairs::{bar, passes};
use super::params::Params;
use super::ranking::rank;
use super::register::Register;
use super::snapshot::{DocInfo, Mark, Pair, ROWS_KEPT, Row, Snapshot};

/// Pairs that a thread makes rows of at once.
const PAIRS_A_PIECE: usize = 4096;

/// A corpus with its register: documents by number, and what two of them are to each other.
pub struct Roll<'a> {
    /// The corpus it was taken from.
    pub corpus: &'a Corpus,
    /// Who is who in it.
    pub register: &'a Register,
    /// By [`DocId`].
    pub docs: &'a Arc<Vec<DocInfo>>,
}

impl<'a> Roll<'a> {
    /// Of a sketched corpus.
    pub fn call(corpus: &'a Corpus) -> Self {
        let register = corpus.register();
        Self { corpus, register, docs: &register.docs }
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
            exact_copy: self.register.are_copies(a, b),
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

    /// How many keys the texts of two documents share, counted afresh.
    pub fn shared(&self, a: DocId, b: DocId) -> u32 {
        self.corpus.shared(&self.docs[a.index()].path, &self.docs[b.index()].path)
    }
}

/// The snapshot of a refreshed corpus. `listing` are the problems of the walk.
pub fn publish(corpus: &Corpus, listing: &[Problem], epoch: Epoch) -> Snapshot {
    let roll = Roll::call(corpus);
    let params: &Arc<Params> = corpus.params();
    let mut pairs_found = corpus.pairs().left_out().unwrap_or(0);
    let texts = 0..corpus.nodes().limit() as NodeId;
    // Pairs of copies that pass, and afterwards the best of each group.
    let (mut groups, mut copies) = (Groups::new(texts.len()), Vec::new());
    for node in texts {
        let members = roll.register.members(node);
        if let [a, b, ..] = members[..] {
            let pair = roll.pair(a, b, roll.docs[a.index()].shingles);
            if roll.passes(&pair) {
                pairs_found += members.len() as u64 * (members.len() as u64 - 1) / 2;
                copies.push((node, pair));
            }
        }
    }
    for twins in roll.register.twins.values() {
        for (left, right) in readings(&roll, twins) {
            groups.unite(left.node, right.node);
            let count = roll.shared(left.first, right.first);
            let pair = roll.pair(left.first, right.first, count);
            if roll.passes(&pair) {
                copies.push((left.node, pair));
                // Those that share a shingle are among the pairs of the corpus.
                pairs_found += if count == 0 { left.documents * right.documents } else { 0 };
            }
        }
    }
    let (mut rows, in_groups, found) = rows_of_pairs(&roll, &groups.named());
    copies.extend(in_groups);
    pairs_found += found;
    rows.extend(rows_of_copies(&roll, &mut groups, copies));
    rows.par_sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
    let cut = corpus.pairs().left_out().is_some() || rows.len() > ROWS_KEPT;
    rows.truncate(ROWS_KEPT);

    Snapshot {
        epoch,
        params: Arc::clone(params),
        present: roll.docs.len(),
        docs: Arc::clone(roll.docs),
        problems: corpus.problems(listing),
        rows,
        pairs_found,
        cut,
        complete_from: corpus.pairs().complete_from(bar(params)),
    }
}

/// The pairs found that pass: a row for each, but those within a group of copies with the group's name; and how many pairs
/// of documents they all stand for. `groups` names the group of each text.
///
/// Every row is made anew whenever a threshold moves: on all threads 90,000 of them take 5 ms instead of 10.
fn rows_of_pairs(roll: &Roll<'_>, groups: &[NodeId]) -> (Vec<Row>, Vec<(NodeId, Pair)>, u64) {
    let bar = bar(roll.corpus.params());
    let nodes = roll.corpus.nodes();
    let of_piece = |piece: &[Shared]| {
        let (mut rows, mut copies, mut documents) = (Vec::new(), Vec::new(), 0);
        for found in piece.iter().filter(|found| passes(nodes, found, bar)) {
            let (left, right) = (roll.register.members(found.a), roll.register.members(found.b));
            documents += left.len() as u64 * right.len() as u64;
            if groups[found.a as usize] == groups[found.b as usize] {
                copies.push((found.a, roll.pair(left[0], right[0], found.count)));
            } else {
                rows.push(row(roll, found));
            }
        }
        (rows, copies, documents)
    };
    let pieces: Vec<_> =
        roll.corpus.pairs().found().par_chunks(PAIRS_A_PIECE).map(of_piece).collect();
    let mut rows = Vec::with_capacity(pieces.iter().map(|(rows, _, _)| rows.len()).sum());
    let (mut copies, mut documents) = (Vec::new(), 0);
    for (mut some, in_groups, of_these) in pieces {
        rows.append(&mut some);
        copies.extend(in_groups);
        documents += of_these;
    }
    (rows, copies, documents)
}

fn row(roll: &Roll<'_>, found: &Shared) -> Row {
    let (left, right) = (roll.register.members(found.a), roll.register.members(found.b));
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
    for (id, node) in twins.iter().filter_map(|id| Some((*id, roll.register.node(*id)?))) {
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
    if best.is_empty() {
        return Vec::new();
    }
    for node in 0..roll.corpus.nodes().limit() as NodeId {
        if let Some((_, all)) = best.get_mut(&groups.of(node)) {
            all.extend(roll.register.members(node));
        }
    }
    best.into_values()
        .map(|(pair, mut members)| {
            members.sort_unstable();
            Row::Copies { pair, members, mark: Mark::None }
        })
        .collect()
}
