//! The rows of a corpus at one threshold, best first. A stricter threshold shows the beginning of a ranking.

pub mod groups;
pub mod histogram;
pub mod longest_passages;
pub mod row;

use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

use rayon::prelude::*;

use self::groups::Grouped;
use self::histogram::{Histogram, NO_COUNTS, ScoreCounts, hundredths};
use self::row::{Mark, Pair, Row, Rows, compare_pairs};
use super::pairs::order::{CutoffBucket, PairOrder, RankKey};
use super::parameters::scoring::{Criteria, score_pair};
use super::{corpus::Corpus, pairs::best::ROWS_KEPT};
use crate::compare::{Above, Bar, Direction, Overlap, SharedCount, Size};
use base::{ids::DocId, ratio::Ratio};

const PAIRS_PER_PIECE: usize = 4096;

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
        let ranking = PairRanking { corpus, criteria, order: corpus.pair_order(criteria.bar) };
        let found = ranking.rank_all();
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
        let cut = left_out.is_some() || found.rows + rows.len() > ROWS_KEPT;
        rows.par_extend(found.parts.par_iter().map(|parts| ranking.make_row(parts)));
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

/// The sorted parts of a row, small because there may be millions.
#[derive(Clone, Copy)]
struct RowParts {
    /// Sort key; a larger key is better.
    key: u128,
    a: DocId,
    b: DocId,
    count: u32,
    /// Number of shared shingles; 0 if not counted.
    shared: u32,
    passage: u32,
}

impl RowParts {
    /// Returns a key that sorts rows, the smallest first.
    const fn rank(&self) -> (Reverse<u128>, DocId, DocId) {
        (Reverse(self.key), self.a, self.b)
    }
}

struct RankedPairs {
    /// The rows, up to the limit.
    parts: Vec<RowParts>,
    /// Number of rows before the limit was applied.
    rows: usize,
    documents: u64,
    ruled_out: u64,
    /// Number of pairs by score; with verification, only of pairs that pass.
    scores: ScoreCounts,
}

impl RankedPairs {
    const fn empty() -> Self {
        Self { parts: Vec::new(), rows: 0, documents: 0, ruled_out: 0, scores: NO_COUNTS }
    }
}

/// Makes ranked rows of pairs of texts, and counts the pairs that pass.
struct PairRanking<'a> {
    corpus: &'a Corpus,
    criteria: Criteria,
    order: PairOrder,
}

impl PairRanking<'_> {
    fn rank_all(&self) -> RankedPairs {
        let found = self.corpus.pairs().found_pairs();
        // Pairs below the cutoff can be skipped if every pair makes a row and its key is its rank.
        let all_make_rows = !self.criteria.is_verified() && self.corpus.rules().is_none();
        let edge = (all_make_rows && found.len() > ROWS_KEPT)
            .then(|| self.order.find_cutoff(found, ROWS_KEPT));
        let pieces = found.par_chunks(PAIRS_PER_PIECE).map(|pairs| self.rank_piece(pairs, edge));
        let pieces: Vec<RankedPairs> = pieces.collect();
        let mut all = RankedPairs::empty();
        all.parts.reserve_exact(pieces.iter().map(|piece| piece.parts.len()).sum());
        for piece in pieces {
            all.parts.extend(piece.parts);
            all.rows += piece.rows;
            all.documents += piece.documents;
            all.ruled_out += piece.ruled_out;
            all.scores.iter_mut().zip(piece.scores).for_each(|(sum, part)| *sum += part);
        }
        all.parts.par_sort_unstable_by_key(RowParts::rank);
        // Rows with equal passages are compared by score later.
        if self.criteria.passage.is_none() {
            all.parts.truncate(ROWS_KEPT);
        }
        all
    }

    fn rank_piece(&self, pairs: &[SharedCount], edge: Option<CutoffBucket>) -> RankedPairs {
        let mut ranked = RankedPairs::empty();
        for found in pairs {
            let (place, documents) =
                (self.order.rank_key(found), self.order.count_allowed_pairs(found));
            let made = self.measure_row_parts(found, place);
            if !self.criteria.is_verified() || made.is_some() {
                ranked.scores[hundredths(place.score)] += documents;
            }
            if self.order.has_rules() && self.passes_criteria(found) {
                ranked.ruled_out += self.order.count_hidden_by_rules(found);
            }
            let Some(made) = made else { continue };
            ranked.documents += documents;
            ranked.rows += 1;
            if edge.is_none_or(|edge| edge.compare_key(made.key) != Ordering::Less) {
                ranked.parts.push(made);
            }
        }
        ranked
    }

    /// Returns true if two texts pass, apart from rules.
    fn passes_criteria(&self, found: &SharedCount) -> bool {
        let first =
            |text| self.corpus.numbering().first_document_and_count(text).map(|(first, _)| first);
        let pair = first(found.a).zip(first(found.b));
        pair.is_some_and(|(a, b)| {
            self.corpus.passes_criteria(&self.corpus.build_pair(a, b, found.count))
        })
    }

    fn measure_row_parts(&self, found: &SharedCount, place: RankKey) -> Option<RowParts> {
        let Self { corpus, criteria, order } = self;
        let RankKey { key, score } = place;
        let Bar { above, threshold, .. } = criteria.bar;
        if !above.passes(score, threshold) || order.count_allowed_pairs(found) == 0 {
            return None;
        }
        let ((a, b), count) = (order.first_document_pair(found), found.count);
        if !criteria.is_verified() {
            let shared = if corpus.params().is_estimate() { 0 } else { count };
            return Some(RowParts { key, a, b, count, shared, passage: 0 });
        }
        let pair = corpus.build_pair(a, b, count);
        let (shared, passage) = (pair.overlap.shared, pair.passage);
        let key = match criteria.passage {
            Some(_) => passage.into(),
            None => PairOrder::replace_count(key, shared),
        };
        corpus.passes_criteria(&pair).then_some(RowParts { key, a, b, count, shared, passage })
    }

    fn make_row(&self, parts: &RowParts) -> Row {
        let RowParts { a, b, count, shared, passage, .. } = *parts;
        let (params, nodes) = (self.corpus.params(), self.corpus.nodes());
        let node = |id| self.corpus.numbering().node_of(id).and_then(|node| nodes.get(node));
        let size = |id| {
            node(id)
                .map_or_else(Size::default, |node| Size { shingles: node.shingles, ..node.size })
        };
        // A pair of two texts is never a copy: copies share a text.
        let overlap = Overlap::new(shared, [size(a), size(b)], params.modulo, false);
        let score = score_pair(params, overlap, count, Direction::Larger);
        let others = |id| node(id).map_or(0, |node| node.documents.saturating_sub(1));
        let more = match self.corpus.rules() {
            Some(rules) => rules.count_further_copies(a, b),
            None => (others(a), others(b)),
        };
        Row::Pair { pair: Pair { a, b, overlap, score, passage }, more, mark: Mark::None }
    }
}
