//! All rows of a corpus at one threshold, best first: made once, shown as far as a stricter threshold lets them, and amended
//! where a few documents changed. It joins nothing and marks nothing.

mod entry;

use std::sync::Arc;

use rayon::prelude::*;

use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::bounds::Bar;
use crate::compare::measure::Above;

use super::grouped::Grouped;
use super::histogram::Histogram;
use super::nodes::NodeId;
use super::publish::Roll;
use super::ranking::rank;
use super::rows::Rows;
use super::scoring::Demand;
use super::snapshot::{ROWS_KEPT, Row};

use self::entry::{Brief, Entry, PAIRS_A_PIECE, Passed, by_rank, entries, entry, order, row};

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
        histogram.count(roll.corpus.nodes(), pairs.found().pieces(), demand.bar.measure);
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
