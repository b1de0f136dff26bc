//! Makes ranked rows of pairs of texts, and counts the pairs that pass.

use std::cmp::{Ordering, Reverse};

use rayon::prelude::*;

use super::histogram::{NO_COUNTS, ScoreCounts, hundredths};
use super::row::{Mark, Pair, Row};
use crate::compare::{Bar, Direction, Overlap, SharedCount, Size};
use crate::pipeline::pairs::best::ROWS_KEPT;
use crate::pipeline::pairs::order::{CutoffBucket, PairOrder, RankKey};
use crate::pipeline::{Corpus, Criteria, parameters::scoring::score_pair};
use base::ids::DocId;

const PAIRS_PER_PIECE: usize = 4096;

pub(crate) struct RankedPairs {
    pub(crate) rows: Vec<Row>,
    /// Number of rows before the limit was applied.
    pub(crate) all: usize,
    pub(crate) documents: u64,
    pub(crate) ruled_out: u64,
    /// Number of pairs by score; with verification, only of pairs that pass.
    pub(crate) scores: ScoreCounts,
}

/// The sorted parts of a row, small because there may be millions.
#[derive(Clone, Copy)]
struct RowParts {
    /// Sort key; a larger key is better.
    key: u128,
    a: DocId,
    b: DocId,
    count: u32,
    /// Number of shared shingles, if counted separately from the keys.
    shared: u32,
    passage: u32,
}

impl RowParts {
    /// Returns a key that sorts rows, the smallest first.
    const fn rank(&self) -> (Reverse<u128>, DocId, DocId) {
        (Reverse(self.key), self.a, self.b)
    }
}

pub(crate) struct RowMaker<'a> {
    corpus: &'a Corpus,
    criteria: Criteria,
    order: PairOrder,
}

impl<'a> RowMaker<'a> {
    pub(crate) fn new(corpus: &'a Corpus, criteria: Criteria) -> Self {
        Self { corpus, criteria, order: corpus.pair_order(criteria.bar) }
    }

    pub(crate) fn rank_all(&self) -> RankedPairs {
        let found = self.corpus.pairs().found_pairs();
        // Pairs below the cutoff can be skipped if every pair makes a row and its key is its rank.
        let all_make_rows = !self.criteria.is_verified() && self.corpus.rules().is_none();
        let edge = (all_make_rows && found.len() > ROWS_KEPT)
            .then(|| self.order.find_cutoff(found, ROWS_KEPT));
        let pieces = found.par_chunks(PAIRS_PER_PIECE).map(|pairs| self.rank_piece(pairs, edge));
        let pieces: Vec<(Vec<RowParts>, RankedPairs)> = pieces.collect();
        let mut parts = Vec::with_capacity(pieces.iter().map(|(parts, _)| parts.len()).sum());
        let mut all = RankedPairs::empty();
        for (some, counts) in pieces {
            parts.extend(some);
            all.all += counts.all;
            all.documents += counts.documents;
            all.ruled_out += counts.ruled_out;
            all.scores.iter_mut().zip(counts.scores).for_each(|(sum, part)| *sum += part);
        }
        parts.par_sort_unstable_by_key(RowParts::rank);
        // Rows with equal passages are compared by score later.
        if self.criteria.passage.is_none() {
            parts.truncate(ROWS_KEPT);
        }
        all.rows = parts.par_iter().map(|parts| self.make_row(parts)).collect();
        all
    }

    fn rank_piece(
        &self,
        pairs: &[SharedCount],
        edge: Option<CutoffBucket>,
    ) -> (Vec<RowParts>, RankedPairs) {
        let (mut parts, mut counts) = (Vec::new(), RankedPairs::empty());
        for found in pairs {
            let (place, documents) =
                (self.order.rank_key(found), self.order.count_allowed_pairs(found));
            let made = self.measure_row_parts(found, place);
            if !self.criteria.is_verified() || made.is_some() {
                counts.scores[hundredths(place.score)] += documents;
            }
            if self.order.has_rules() && self.passes_criteria(found) {
                counts.ruled_out += self.order.count_hidden_by_rules(found);
            }
            let Some(made) = made else { continue };
            counts.documents += documents;
            counts.all += 1;
            if edge.is_none_or(|edge| edge.compare_key(made.key) != Ordering::Less) {
                parts.push(made);
            }
        }
        (parts, counts)
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
            return Some(RowParts { key, a, b, count, shared: count, passage: 0 });
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
        let (params, numbering, nodes) =
            (self.corpus.params(), self.corpus.numbering(), self.corpus.nodes());
        let node = |id| numbering.node_of(id).and_then(|node| nodes.get(node));
        let size = |id| {
            node(id)
                .map_or_else(Size::default, |node| Size { shingles: node.shingles, ..node.size })
        };
        let shared = if params.counts_shared_shingles() { shared } else { 0 };
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

impl RankedPairs {
    const fn empty() -> Self {
        Self { rows: Vec::new(), all: 0, documents: 0, ruled_out: 0, scores: NO_COUNTS }
    }
}
