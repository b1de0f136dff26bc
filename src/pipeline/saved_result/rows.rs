//! Pairs of documents as rows: copies are one row, and pairs of their copies another. It ranks nothing.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::base::{groups::Groups, ids::DocId};
use crate::compare::Overlap;
use crate::pipeline::{Mark, Pair, Row, ranking::rows::Rows};

/// Which documents are copies of each other, directly or through others.
#[derive(Debug)]
pub(super) struct Copies {
    /// By document, a name of its group.
    groups: Vec<u32>,
    /// By document, whether it has copies.
    has_copies: Vec<bool>,
}

impl Copies {
    /// The copies among so many documents, given all pairs.
    pub(super) fn new(documents: usize, pairs: &[Pair]) -> Self {
        let mut groups = Groups::new(documents);
        let mut has_copies = vec![false; documents];
        for pair in pairs.iter().filter(|pair| pair.overlap.exact_copy) {
            groups.unite(pair.a.0, pair.b.0);
            has_copies[pair.a.index()] = true;
            has_copies[pair.b.index()] = true;
        }
        Self { groups: groups.of_all(), has_copies }
    }

    /// A name of the group that a document is in, the same for all its copies.
    pub(super) fn group(&self, id: DocId) -> u32 {
        self.groups[id.index()]
    }

    fn is_single(&self, pair: &Pair) -> bool {
        !self.has_copies[pair.a.index()] && !self.has_copies[pair.b.index()]
    }
}

/// The pairs between two groups of copies that have the same counts. The first pair is the best by path.
struct Between {
    first: Pair,
    former: BTreeSet<DocId>,
    latter: BTreeSet<DocId>,
    pairs: Vec<Pair>,
}

/// The rows of these pairs, given best first.
pub(super) fn rows(pairs: &[Pair], copies: &Copies) -> Rows {
    let mut rows: Vec<Row> = Vec::with_capacity(pairs.len());
    let mut members: HashMap<u32, (Pair, BTreeSet<DocId>)> = HashMap::new();
    let mut between: HashMap<(u32, u32, Overlap), Between> = HashMap::new();
    for pair in pairs {
        if copies.is_single(pair) {
            rows.push(Row::Pair { pair: *pair, more: (0, 0), mark: Mark::None });
            continue;
        }
        let (former, latter) = (copies.group(pair.a), copies.group(pair.b));
        if former == latter {
            let group = members.entry(former).or_insert_with(|| (*pair, BTreeSet::new()));
            group.1.extend([pair.a, pair.b]);
            continue;
        }
        // Groups are told apart by name, not by which of their documents comes first.
        let (key, a, b) = if former < latter {
            ((former, latter, pair.overlap), pair.a, pair.b)
        } else {
            ((latter, former, pair.overlap.swapped()), pair.b, pair.a)
        };
        let found = between.entry(key).or_insert_with(|| Between {
            first: *pair,
            former: BTreeSet::new(),
            latter: BTreeSet::new(),
            pairs: Vec::new(),
        });
        found.former.insert(a);
        found.latter.insert(b);
        found.pairs.push(*pair);
    }
    for (pair, documents) in members.into_values() {
        let members = documents.into_iter().collect();
        rows.push(Row::Copies { pair, members, mark: Mark::None });
    }
    for Between { first, former, latter, pairs } in between.into_values() {
        if pairs.len() == former.len() * latter.len() {
            let (a, b) =
                if former.contains(&first.a) { (&former, &latter) } else { (&latter, &former) };
            let more = (a.len() as u32 - 1, b.len() as u32 - 1);
            rows.push(Row::Pair { pair: first, more, mark: Mark::None });
        } else {
            // Some of the pairs are not listed, so each stands for itself.
            let single = |pair| Row::Pair { pair, more: (0, 0), mark: Mark::None };
            rows.extend(pairs.into_iter().map(single));
        }
    }
    rows.sort_by(|one, other| crate::pipeline::ranking::row::rank(one.pair(), other.pair()));
    Rows::from(rows)
}
