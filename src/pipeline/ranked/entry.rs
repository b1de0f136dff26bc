//! The pairs found on their way to rows: which of them pass, and in which part of the ranking each stands. It makes no row.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::ratio::Ratio;
use crate::base::workers::share;
use crate::compare::join::Shared;
use crate::compare::measure::{Direction, Measure};
use crate::pipeline::grouped::Grouped;
use crate::pipeline::nodes::NodeId;
use crate::pipeline::order::Order;
use crate::pipeline::publish::Roll;
use crate::pipeline::rows::page::{Entry, Page, Told};
use crate::pipeline::scoring::Demand;
use crate::pipeline::snapshot::{Pair, ROWS_KEPT};

use super::cuts::Cuts;

/// Pairs that a thread looks at at once.
const PAIRS_A_PIECE: usize = 4096;
/// Of so many pairs one is looked at beforehand.
const PAIRS_A_SAMPLE: usize = 256;

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

/// What one thread made of its pairs.
struct Sorted {
    /// By bin.
    entries: Vec<Vec<Entry>>,
    copies: Vec<(NodeId, Pair)>,
    passed: Passed,
}

/// The pairs found that pass, as far as they may be among the best, by bins, but for those within a group of copies, which
/// the group is told of; and what they all come to.
///
/// Nothing is sorted but a few samples: every thread lays its pairs where they belong, and a page is put in order when it is
/// shown. At 2,400,000 pairs that leaves a third of the time that one sorted list of a million takes.
pub(super) fn pages(
    roll: &Roll<'_>,
    demand: Demand,
    order: &Order,
    grouped: &mut Grouped,
) -> (Vec<Arc<Page>>, Cuts, Passed) {
    let found = roll.corpus.pairs().found();
    let names = grouped.groups.named();
    // Where every pair makes a row, and its key is known beforehand, what is too much is passed over.
    let has_twins = !roll.register.twins.is_empty();
    let all_make_rows = demand.exact.is_none() && !has_twins;
    let edge =
        (all_make_rows && found.len() > ROWS_KEPT).then(|| order.edge(found, ROWS_KEPT));
    let may_stay = |entry: &Entry| edge.is_none_or(|edge| edge.place(entry.key).is_ge());
    let samples = found.iter().step_by(PAIRS_A_SAMPLE);
    let samples = samples.filter_map(|found| entry(roll, order, demand, found)).filter(may_stay);
    let cuts = Cuts::between(samples, order.tells_all());
    let chunks = found.chunks(PAIRS_A_PIECE);
    let begin = || {
        let entries = vec![Vec::new(); cuts.bins()];
        Sorted { entries, copies: Vec::new(), passed: Passed::default() }
    };
    let work = |sorted: &mut Sorted, chunk: &[Shared]| {
        let passed = &mut sorted.passed;
        for found in chunk {
            let Some(entry) = entry(roll, order, demand, found) else { continue };
            let documents = order.documents(found);
            passed.documents += documents;
            if demand.exact.is_some() {
                passed.scores.push((order.standing(found).score, documents));
            }
            if has_twins && names[found.a as usize] == names[found.b as usize] {
                sorted.copies.push((found.a, roll.pair(entry.a, entry.b, found.count)));
                continue;
            }
            passed.rows += 1;
            if may_stay(&entry) {
                sorted.entries[cuts.bin(&entry)].push(entry);
            }
        }
    };
    let all = Mutex::new(Vec::new());
    let end = |sorted| all.lock().unwrap_or_else(PoisonError::into_inner).push(sorted);
    let work = |sorted: &mut Sorted, range: std::ops::Range<usize>| {
        chunks[range].iter().for_each(|chunk| work(sorted, chunk));
    };
    share(chunks.len(), 1, &Cancel::never(), begin, work, end);
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut passed = Passed::default();
    for sorted in &mut all {
        grouped.best.append(&mut sorted.copies);
        passed.documents += sorted.passed.documents;
        passed.rows += sorted.passed.rows;
        passed.scores.append(&mut sorted.passed.scores);
    }
    let mut kept = 0;
    let bins = (0..cuts.bins()).map_while(|bin| {
        let parts: Vec<Vec<Entry>> =
            all.iter_mut().map(|sorted| std::mem::take(&mut sorted.entries[bin])).collect();
        let is_wanted = kept < ROWS_KEPT;
        kept += parts.iter().map(Vec::len).sum::<usize>();
        is_wanted.then_some(parts)
    });
    let bins: Vec<Vec<Vec<Entry>>> = bins.collect();
    let told = Arc::new(Told::of(roll.corpus.params(), roll.register, order.tells_all()));
    let page = |parts| Arc::new(Page::of(parts, Arc::clone(&told)));
    (bins.into_par_iter().map(page).collect(), cuts, passed)
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
