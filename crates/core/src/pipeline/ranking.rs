//! The rows of a corpus at one threshold, best first. A stricter threshold shows the beginning of a ranking.

pub mod groups;
pub mod histogram;
pub mod longest_passages;
pub mod ranked_pairs;
pub mod row;

use std::sync::Arc;

use self::groups::Grouped;
use self::histogram::Histogram;
use self::ranked_pairs::RowMaker;
use self::row::{Row, Rows, compare_pairs};
use super::{corpus::Corpus, pairs::best::ROWS_KEPT, parameters::scoring::Criteria};
use crate::compare::{Above, Bar};
use base::ratio::Ratio;

#[derive(Debug)]
pub struct Ranked {
    criteria: Criteria,
    pub all: ShownRanking,
    is_ruled: bool,
}

#[derive(Debug, Clone)]
pub struct ShownRanking {
    pub rows: Rows,
    /// Number of pairs of documents that pass, including pairs without a row.
    pub pairs: u64,
    /// True if rows are missing at the end, because there were too many.
    pub cut: bool,
    pub ruled_out: u64,
    pub histogram: Arc<Histogram>,
}

impl Ranked {
    pub fn new(corpus: &Corpus) -> Self {
        let criteria = Criteria::for_pairs(corpus.params());
        let grouped = Grouped::new(corpus);
        let left_out = corpus.pairs().dropped.below_cutoff;
        let found = RowMaker::new(corpus, criteria).rank_all();
        let mut histogram = build_histogram(corpus);
        histogram.add_counts(&found.scores);
        if left_out.is_some() {
            histogram.mark_incomplete();
        }
        for (score, documents) in &grouped.scores {
            histogram.add(*score, *documents);
        }
        let ruled_out = corpus.pairs().dropped.ruled_out + grouped.ruled_out + found.ruled_out;
        // Pairs without a row were not searched for passages, so they do not count.
        let passing = left_out.filter(|_| criteria.passage.is_none());
        let pairs = grouped.pairs + found.documents + passing.unwrap_or(0);
        let mut rows = grouped.rows_of_groups(corpus);
        let cut = left_out.is_some() || found.all + rows.len() > ROWS_KEPT;
        rows.extend(found.rows);
        rows.sort_by(|one, other| compare_pairs(one.pair(), other.pair()));
        rows.truncate(ROWS_KEPT);
        let rows = Rows::from(rows);
        let histogram = Arc::new(match criteria.passage {
            Some(least) => Histogram::from_passages(&rows, least.words),
            None => histogram,
        });
        let all = ShownRanking { rows, pairs, cut, ruled_out, histogram };
        Self { criteria, all, is_ruled: corpus.rules().is_some() }
    }

    /// Returns the part of this ranking that passes stricter criteria. `None` if a new ranking is needed.
    ///
    /// Rows are sorted by score, copies first. If all copies pass, the part is the beginning. A new ranking is needed
    /// if a second measure must pass, or if a rule hides pairs, because hidden pairs were counted for one threshold
    /// only.
    pub fn filter_by_criteria(&self, criteria: Criteria) -> Option<ShownRanking> {
        let ShownRanking { rows, cut, histogram, .. } = &self.all;
        if criteria == self.criteria {
            return Some(self.all.clone());
        }
        let (bar, own) = (criteria.bar, self.criteria.bar);
        if bar.measure != own.measure
            || criteria.is_verified()
            || self.criteria.is_verified()
            || bar.strictness_key() < own.strictness_key()
            || self.is_ruled
        {
            return None;
        }
        let passes = |row: &Row| bar.above.passes(row.pair().score, bar.threshold);
        let (copies, pairs) =
            rows.split_at(rows.partition_point(|row| row.pair().overlap.exact_copy));
        if copies.last().is_some_and(|row| !passes(row)) {
            return None;
        }
        let count = copies.len() + pairs.partition_point(passes);
        if *cut && count == rows.len() {
            return None;
        }
        let (rows, histogram) = (rows.first_rows(count), Arc::clone(histogram));
        Some(ShownRanking { pairs: rows.count_pairs(), rows, cut: false, ruled_out: 0, histogram })
    }
}

fn build_histogram(corpus: &Corpus) -> Histogram {
    let criteria = Criteria::for_pairs(corpus.params());
    // With verification, scores below the threshold are unknown.
    let is_lower = |floor: &Bar| {
        criteria.exact.is_some() && floor.strictness_key() < criteria.bar.strictness_key()
    };
    let floor = corpus.pairs().floor.map(|floor| floor.bar);
    let floor = floor.map(|floor| if is_lower(&floor) { criteria.bar } else { floor });
    let mut histogram = Histogram::new(floor.map_or(Ratio::ONE, |floor| floor.threshold));
    histogram.strictly = floor.is_some_and(|floor| floor.above == Above::Strictly);
    histogram
}
