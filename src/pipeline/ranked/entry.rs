//! The pairs found on their way to rows: which of them pass, how they rank, and what each says. It keeps none of them.

use std::cmp::Ordering;

use rayon::prelude::*;

use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::join::Shared;
use crate::compare::measure::{Direction, Measure, Overlap};
use crate::pipeline::grouped::Grouped;
use crate::pipeline::order::Order;
use crate::pipeline::params::Params;
use crate::pipeline::publish::Roll;
use crate::pipeline::scoring::{Demand, score};
use crate::pipeline::snapshot::{Mark, Pair, ROWS_KEPT, Row};

/// Pairs that a thread looks at at once.
pub(super) const PAIRS_A_PIECE: usize = 4096;

/// A pair on its way to a row.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    a: DocId,
    b: DocId,
    /// Keys that their sketches share, and shingles that both have where those are counted apart.
    count: u32,
    shared: u32,
}

impl Entry {
    /// The smaller the better, where the key tells all.
    pub(super) fn place(&self) -> u128 {
        u128::from(!self.key) << 64 | u128::from(self.a.0) << 32 | u128::from(self.b.0)
    }
}

pub(super) fn order(roll: &Roll<'_>, measure: Measure) -> Order {
    Order::new(roll.corpus.nodes(), |text| roll.register.holders(text), measure)
}

/// What the pairs found come to that pass.
#[derive(Default)]
pub(super) struct Passed {
    /// Pairs of documents that they stand for.
    pub(super) documents: u64,
    /// Rows that they would make, if all were kept.
    pub(super) rows: usize,
    /// By score, where pairs that have it need not pass.
    pub(super) scores: Vec<(Ratio, u64)>,
}

/// The pairs found that pass, as far as they may be among the best, but for those within a group of copies, which the group
/// is told of; and what they all come to.
pub(super) fn entries(
    roll: &Roll<'_>,
    demand: Demand,
    order: &Order,
    grouped: &mut Grouped,
) -> (Vec<Entry>, Passed) {
    let found = roll.corpus.pairs().found();
    let names = grouped.groups.named();
    // Where every pair makes a row, and its key is known beforehand, what is too much is passed over.
    let has_twins = !roll.register.twins.is_empty();
    let all_make_rows = demand.exact.is_none() && !has_twins;
    let edge = (all_make_rows && found.len() > ROWS_KEPT).then(|| order.edge(found, ROWS_KEPT));
    let of_piece = |piece: &[Shared]| {
        let (mut entries, mut copies, mut passed) = (Vec::new(), Vec::new(), Passed::default());
        for found in piece {
            let Some(entry) = entry(roll, order, demand, found) else { continue };
            let documents = order.documents(found);
            passed.documents += documents;
            if demand.exact.is_some() {
                passed.scores.push((order.standing(found).score, documents));
            }
            if has_twins && names[found.a as usize] == names[found.b as usize] {
                copies.push((found.a, roll.pair(entry.a, entry.b, found.count)));
                continue;
            }
            passed.rows += 1;
            if edge.is_none_or(|edge| edge.place(entry.key).is_ge()) {
                entries.push(entry);
            }
        }
        (entries, copies, passed)
    };
    let pieces: Vec<_> = found.par_chunks(PAIRS_A_PIECE).map(of_piece).collect();
    let mut entries = Vec::with_capacity(pieces.iter().map(|(entries, _, _)| entries.len()).sum());
    let mut passed = Passed::default();
    for (some, copies, of_these) in pieces {
        entries.extend(some);
        grouped.best.extend(copies);
        passed.documents += of_these.documents;
        passed.rows += of_these.rows;
        passed.scores.extend(of_these.scores);
    }
    (entries, passed)
}

pub(super) fn entry(
    roll: &Roll<'_>,
    order: &Order,
    demand: Demand,
    found: &Shared,
) -> Option<Entry> {
    let standing = order.standing(found);
    let bar = demand.bar;
    if !bar.above.passes(standing.score, bar.threshold) {
        return None;
    }
    if order.documents(found) == 0 {
        return None;
    }
    let (a, b) = order.first(found);
    if demand.exact.is_none() {
        return Some(Entry { key: standing.key, a, b, count: found.count, shared: found.count });
    }
    let pair = roll.pair(a, b, found.count);
    let shared = pair.overlap.shared;
    let key = order.among_equals(standing.key, shared);
    let passes = demand.passes(pair.score, pair.overlap, Direction::Larger);
    passes.then_some(Entry { key, a, b, count: found.count, shared })
}

pub(super) fn by_rank(roll: &Roll<'_>, order: &Order, left: &Entry, right: &Entry) -> Ordering {
    let exactly = |entry: &Entry| -> (Ratio, u32) {
        (roll.pair(entry.a, entry.b, entry.count).score, entry.shared)
    };
    right
        .key
        .cmp(&left.key)
        .then_with(|| {
            if order.tells_all() { Ordering::Equal } else { exactly(right).cmp(&exactly(left)) }
        })
        .then_with(|| (left.a, left.b).cmp(&(right.a, right.b)))
}

/// What rows say of their documents, in one small piece of memory: a million rows look up two documents each.
pub(super) struct Brief<'a> {
    params: &'a Params,
    /// By document its shingles, its words, and how many further documents have its text.
    docs: Vec<(u32, u32, u32)>,
}

impl<'a> Brief<'a> {
    pub(super) fn of(roll: &Roll<'a>) -> Self {
        let copies = |id: usize| {
            let node = roll.register.node(DocId(id as u32));
            node.map_or(0, |node| roll.register.members(node).len() as u32 - 1)
        };
        let docs = roll.docs.iter().enumerate();
        let docs = docs.map(|(id, doc)| (doc.shingles, doc.words, copies(id))).collect();
        Self { params: roll.corpus.params(), docs }
    }
}

pub(super) fn row(brief: &Brief<'_>, entry: &Entry) -> Row {
    let (a_shingles, a_words, a_more) = brief.docs[entry.a.index()];
    let (b_shingles, b_words, b_more) = brief.docs[entry.b.index()];
    let shared = if brief.params.counts() { entry.shared } else { 0 };
    // Copies share a group, and are no pair of their own.
    let exact_copy = false;
    let overlap = Overlap { shared, a_shingles, b_shingles, a_words, b_words, exact_copy };
    let score = score(brief.params, overlap, entry.count, Direction::Larger);
    Row::Pair {
        pair: Pair { a: entry.a, b: entry.b, overlap, score },
        more: (a_more, b_more),
        mark: Mark::None,
    }
}
