//! All rows of a corpus at one threshold, best first: made once, shown as far as a stricter threshold lets them, and amended
//! where a few documents changed. It joins nothing and marks nothing.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;

use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::bounds::Bar;
use crate::compare::join::Shared;
use crate::compare::measure::{Above, Direction, Measure, Overlap};

use super::grouped::Grouped;
use super::histogram::Histogram;
use super::nodes::NodeId;
use super::order::Order;
use super::params::Params;
use super::publish::Roll;
use super::ranking::rank;
use super::rows::Rows;
use super::scoring::{Demand, score};
use super::snapshot::{Mark, Pair, ROWS_KEPT, Row};

/// Pairs that a thread makes rows of at once.
const PAIRS_A_PIECE: usize = 4096;
/// Rows between two sums of the pairs before them.
const ROWS_A_SUM: usize = 1024;

/// A ranking and what it was made under.
#[derive(Debug)]
pub struct Ranked {
    demand: Demand,
    rows: Arc<Vec<Row>>,
    /// Pairs of documents that pass, also those that no row stands for.
    pairs: u64,
    /// Whether there are more rows than are kept.
    cut: bool,
    /// No document is a copy of another but by its words: then a row depends on its own two texts alone.
    plain: bool,
    /// Pairs of documents that the rows before every so-maniest stand for.
    sums: Vec<u64>,
    /// The scores of everything that was joined, also of what does not pass.
    histogram: Arc<Histogram>,
}

/// What of a ranking passes a threshold.
pub struct Shown {
    /// The rows.
    pub rows: Rows,
    /// How many pairs of documents pass.
    pub pairs: u64,
    /// Whether there are more rows than are kept.
    pub cut: bool,
    /// The scores of everything that was joined, also of what does not pass.
    pub histogram: Arc<Histogram>,
}

impl Shown {
    /// Nothing ranked and nothing joined.
    pub fn nothing() -> Self {
        let histogram = Arc::new(Histogram::new(Ratio::ONE));
        Self { rows: Rows::from(Vec::new()), pairs: 0, cut: false, histogram }
    }
}

/// A pair on its way to a row.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    a: DocId,
    b: DocId,
    /// Keys that their sketches share, and shingles that both have where those are counted apart.
    count: u32,
    shared: u32,
}

impl Entry {
    /// The smaller the better, where the key tells all.
    fn place(&self) -> u128 {
        u128::from(!self.key) << 64 | u128::from(self.a.0) << 32 | u128::from(self.b.0)
    }
}

impl Ranked {
    /// Of a refreshed corpus, at its threshold.
    pub fn of(roll: &Roll<'_>) -> Self {
        let demand = Demand::of(roll.corpus.params());
        let mut grouped = Grouped::of(roll);
        let left_out = roll.corpus.pairs().left_out();
        let order = order(roll, demand.bar.measure);
        let (mut entries, found) = entries(roll, demand, &order, &mut grouped);
        let pairs = grouped.pairs + found.documents + left_out.unwrap_or(0);
        let histogram = Arc::new(histogram(roll, &grouped, &found));
        let copies = grouped.rows(roll);
        let cut = left_out.is_some() || found.rows + copies.len() > ROWS_KEPT;
        let by_rank = |left: &Entry, right: &Entry| by_rank(roll, &order, left, right);
        if entries.len() > ROWS_KEPT + ROWS_KEPT / 4 {
            // What is cut off need not be sorted; of a few more, which takes longer is a draw.
            entries.select_nth_unstable_by(ROWS_KEPT - 1, by_rank);
            entries.truncate(ROWS_KEPT);
        }
        if order.tells_all() {
            // As numbers of 16 bytes, without a branch: a million in 20 ms, 50 when compared step by step.
            entries.par_sort_unstable_by_key(Entry::place);
        } else {
            entries.par_sort_unstable_by(by_rank);
        }
        entries.truncate(ROWS_KEPT);
        let brief = Brief::of(roll);
        let made = entries.par_iter().with_min_len(PAIRS_A_PIECE).map(|entry| row(&brief, entry));
        let mut rows = if copies.iter().all(|row| row.pair().overlap.exact_copy) {
            // They stand before all others: a million rows are written where they are to stay, and not moved.
            let mut rows = copies;
            rows.par_extend(made);
            rows
        } else {
            merged(copies, made.collect())
        };
        rows.truncate(ROWS_KEPT);
        let plain = roll.register.twins.is_empty();
        Self { cut, plain, ..Self::new(demand, rows, pairs, histogram) }
    }

    fn new(demand: Demand, rows: Vec<Row>, pairs: u64, histogram: Arc<Histogram>) -> Self {
        let mut sum = 0;
        let sums = rows.chunks(ROWS_A_SUM).map(|rows| {
            let before = sum;
            sum += rows.iter().map(stands_for).sum::<u64>();
            before
        });
        let sums = sums.collect();
        Self { demand, rows: Arc::new(rows), pairs, cut: false, plain: true, sums, histogram }
    }

    /// What passes another bar; `None` where that is not to be seen from this ranking.
    ///
    /// Rows stand in the order of their scores, copies before all others: a stricter threshold leaves the beginning, so
    /// long as all copies pass. Where documents are copies by their bytes alone, the threshold decides which pair opens a
    /// group, and nothing is to be seen; nor where a measure beside the score must reach the threshold too.
    pub fn shown(&self, demand: Demand) -> Option<Shown> {
        let histogram = Arc::clone(&self.histogram);
        if demand == self.demand {
            let rows = Rows::beginning(&self.rows, self.rows.len());
            return Some(Shown { rows, pairs: self.pairs, cut: self.cut, histogram });
        }
        let (bar, own) = (demand.bar, self.demand.bar);
        let strictness = |bar: Bar| (bar.threshold, bar.above == Above::Strictly);
        if bar.measure != own.measure
            || demand.exact.is_some()
            || self.demand.exact.is_some()
            || strictness(bar) < strictness(own)
            || !self.plain
        {
            return None;
        }
        let copies = self.rows.partition_point(|row| row.pair().overlap.exact_copy);
        let passes = |row: &Row| bar.above.passes(row.pair().score, bar.threshold);
        let last_copy = copies.checked_sub(1).and_then(|last| self.rows.get(last));
        if last_copy.is_some_and(|row| !passes(row)) {
            return None;
        }
        let shown = copies + self.rows[copies..].partition_point(passes);
        if self.cut && shown == self.rows.len() {
            return None;
        }
        let whole = shown / ROWS_A_SUM;
        let before = self.sums.get(whole).copied();
        // Behind the last sum there are none left.
        let from = before.map_or(shown, |_| whole * ROWS_A_SUM);
        let before = before.unwrap_or_else(|| self.rows.iter().map(stands_for).sum());
        let pairs = before + self.rows[from..shown].iter().map(stands_for).sum::<u64>();
        let rows = Rows::beginning(&self.rows, shown);
        Some(Shown { rows, pairs, cut: false, histogram })
    }

    /// The ranking of the corpus after some of its texts changed hands: rows of the `flagged` documents (by number) are
    /// left out, those of the `moved` texts (ascending) are put in. `None` where all must be ranked again.
    pub fn amended(&self, roll: &Roll<'_>, flagged: &[bool], moved: &[NodeId]) -> Option<Self> {
        let demand = Demand::of(roll.corpus.params());
        let (own, bar) = (self.demand, demand.bar);
        // Of pairs to be counted exactly not all are known, so that nothing can be added up.
        let is_other =
            own.bar.measure != bar.measure || own.exact.is_some() || demand.exact.is_some();
        if is_other || self.cut || !self.plain || !roll.register.twins.is_empty() {
            return None;
        }
        if roll.corpus.pairs().left_out().is_some() {
            return None;
        }
        let order = order(roll, bar.measure);
        let mut new = Vec::new();
        for node in moved {
            new.extend(Grouped::row_of_text(roll, *node, own));
        }
        let brief = Brief::of(roll);
        let is_moved = |node: NodeId| moved.binary_search(&node).is_ok();
        let found = roll.corpus.pairs().found().iter();
        let found = found.filter(|found| is_moved(found.a) || is_moved(found.b));
        new.extend(
            found
                .filter_map(|found| entry(roll, &order, own, found))
                .map(|entry| row(&brief, &entry)),
        );
        new.sort_unstable_by(|left, right| rank(left.pair(), right.pair()));
        let is_flagged = |id: DocId| flagged.get(id.index()).copied().unwrap_or(true);
        let stays = |row: &&Row| !is_flagged(row.pair().a) && !is_flagged(row.pair().b);
        let mut rows = Vec::with_capacity(self.rows.len() + new.len());
        let mut from = 0;
        for row in new {
            let to = from
                + self.rows[from..].partition_point(|other| rank(other.pair(), row.pair()).is_lt());
            rows.extend(self.rows[from..to].iter().filter(stays).cloned());
            rows.push(row);
            from = to;
        }
        rows.extend(self.rows[from..].iter().filter(stays).cloned());
        if rows.len() > ROWS_KEPT {
            return None;
        }
        let pairs = rows.iter().map(stands_for).sum();
        let histogram = histogram(roll, &Grouped::of(roll), &Passed::default());
        Some(Self::new(own, rows, pairs, Arc::new(histogram)))
    }
}

/// The scores of everything that was joined, and of the copies.
fn histogram(roll: &Roll<'_>, grouped: &Grouped, passed: &Passed) -> Histogram {
    let pairs = roll.corpus.pairs();
    let demand = Demand::of(roll.corpus.params());
    // Of pairs to be counted exactly, those below the threshold are not known.
    let strictness = |bar: &Bar| (bar.threshold, bar.above == Above::Strictly);
    let is_lower =
        |floor: &Bar| demand.exact.is_some() && strictness(floor) < strictness(&demand.bar);
    let floor = pairs.floor().map(|floor| if is_lower(&floor) { demand.bar } else { floor });
    let mut histogram = Histogram::new(floor.map_or(Ratio::ONE, |floor| floor.threshold));
    histogram.strictly = floor.is_some_and(|floor| floor.above == Above::Strictly);
    if demand.exact.is_none() {
        histogram.count(roll.corpus.nodes(), pairs.found(), demand.bar.measure);
    }
    for (score, documents) in &passed.scores {
        histogram.add(*score, *documents);
    }
    if pairs.left_out().is_some() {
        histogram.cut();
    }
    for (score, documents) in &grouped.scores {
        histogram.add(*score, *documents);
    }
    histogram
}

/// How many pairs of documents a row stands for, where no document is a copy of another but by its words.
fn stands_for(row: &Row) -> u64 {
    match row {
        Row::Pair { more, .. } => (u64::from(more.0) + 1) * (u64::from(more.1) + 1),
        Row::Copies { members, .. } => members.len() as u64 * (members.len() as u64 - 1) / 2,
    }
}

fn order(roll: &Roll<'_>, measure: Measure) -> Order {
    Order::new(roll.corpus.nodes(), |text| roll.register.holders(text), measure)
}

/// What the pairs found come to that pass.
#[derive(Default)]
struct Passed {
    /// Pairs of documents that they stand for.
    documents: u64,
    /// Rows that they would make, if all were kept.
    rows: usize,
    /// By score, where pairs that have it need not pass.
    scores: Vec<(Ratio, u64)>,
}

/// The pairs found that pass, as far as they may be among the best, but for those within a group of copies, which the group
/// is told of; and what they all come to.
fn entries(
    roll: &Roll<'_>,
    demand: Demand,
    order: &Order,
    grouped: &mut Grouped,
) -> (Vec<Entry>, Passed) {
    let found = roll.corpus.pairs().found();
    let names = grouped.groups.named();
    // Where every pair makes a row, and its key is known beforehand, most of too many are passed over: of 2.4 million pairs
    // the rows are made in half the time.
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

fn entry(roll: &Roll<'_>, order: &Order, demand: Demand, found: &Shared) -> Option<Entry> {
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

fn by_rank(roll: &Roll<'_>, order: &Order, left: &Entry, right: &Entry) -> Ordering {
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
struct Brief<'a> {
    params: &'a Params,
    /// By document its shingles, its words, and how many further documents have its text.
    docs: Vec<(u32, u32, u32)>,
}

impl<'a> Brief<'a> {
    fn of(roll: &Roll<'a>) -> Self {
        let copies = |id: usize| {
            let node = roll.register.node(DocId(id as u32));
            node.map_or(0, |node| roll.register.members(node).len() as u32 - 1)
        };
        let docs = roll.docs.iter().enumerate();
        let docs = docs.map(|(id, doc)| (doc.shingles, doc.words, copies(id))).collect();
        Self { params: roll.corpus.params(), docs }
    }
}

fn row(brief: &Brief<'_>, entry: &Entry) -> Row {
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

/// Two rankings as one: the first is short.
fn merged(few: Vec<Row>, many: Vec<Row>) -> Vec<Row> {
    if few.is_empty() {
        return many;
    }
    let mut rows = Vec::with_capacity(few.len() + many.len());
    let mut many = many.into_iter().peekable();
    for row in few {
        while let Some(better) = many.next_if(|other| rank(other.pair(), row.pair()).is_lt()) {
            rows.push(better);
        }
        rows.push(row);
    }
    rows.extend(many);
    rows
}
