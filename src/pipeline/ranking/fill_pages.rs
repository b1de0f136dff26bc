//! Puts the pairs found into the pages of a ranking: which pass, their ranks, and where one page ends and the next begins. It
//! does not sort and makes no rows.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::corpus_view::CorpusView;
use super::histogram::{NO_COUNTS, ScoreCounts, hundredths};
use super::rows::{RankingPage, RowFacts, RowParts};
use crate::base::{cancel::Cancel, ids::DocId, lock::locked, workers::share};
use crate::compare::{Bar, Shared};
use crate::pipeline::Criteria;
use crate::pipeline::pairs::best::ROWS_KEPT;
use crate::pipeline::pairs::order::{CutoffBucket, PairOrder, RankKey};

/// Pairs that a thread takes at a time.
const PAIRS_A_PIECE: usize = 4096;
/// One pair of this many is sampled to choose the cuts.
const PAIRS_A_SAMPLE: usize = 256;
/// About how many pairs a bin has.
const PAIRS_A_BIN: usize = PAIRS_A_SAMPLE * SAMPLES_A_BIN;

/// The pairs of one thread, sorted into bins.
pub(crate) struct BinnedPairs {
    /// By bin, the pairs that pass, as far as they may be among the best.
    bins: Vec<Vec<RowParts>>,
    /// How many pairs of documents are behind the pairs that pass.
    pub(crate) documents: u64,
    /// How many more would pass, but for a rule that leaves them out.
    pub(crate) ruled_out: u64,
    /// How many rows they would make, if all were kept.
    pub(crate) rows: usize,
    /// The number of pairs of documents by score: of all pairs, or of those that pass where only these are counted
    /// exactly.
    pub(crate) scores: ScoreCounts,
}

/// Sorts pairs into bins.
pub(crate) struct PageFiller<'a> {
    view: &'a CorpusView<'a>,
    criteria: Criteria,
    order: &'a PairOrder,
    cuts: Cuts,
    /// Pairs below the edge are not among the best.
    edge: Option<CutoffBucket>,
}

impl<'a> PageFiller<'a> {
    /// Prepares the bins for all pairs found.
    pub(crate) fn new(view: &'a CorpusView<'a>, criteria: Criteria, order: &'a PairOrder) -> Self {
        let found = view.pairs.found();
        // Where every pair makes a row and its key is known beforehand, pairs below the edge are skipped.
        let all_make_rows = !criteria.is_verified() && view.rules.is_none();
        let edge =
            (all_make_rows && found.len() > ROWS_KEPT).then(|| order.cutoff(found, ROWS_KEPT));
        let samples = found
            .iter()
            .step_by(PAIRS_A_SAMPLE)
            .filter_map(|found| entry(view, order, criteria, found, order.rank_key(found)))
            .filter(|entry| may_stay(edge, entry));
        let cuts = Cuts::between(samples, order.keys_decide_rank());
        Self { view, criteria, order, cuts, edge }
    }

    /// Sorts all pairs into pages and returns these, each better than the next, as far as the best pairs reach; also
    /// the cuts between pages, and what each thread counted.
    ///
    /// Only a few samples are sorted: every thread puts its pairs into bins, and a page is sorted when it is shown.
    /// With 2,400,000 pairs, this takes half the time of sorting a list of the best million.
    ///
    pub(crate) fn pages(self) -> (Vec<Arc<RankingPage>>, Cuts, Vec<BinnedPairs>) {
        let chunks = self.view.pairs.found().chunks(PAIRS_A_PIECE);
        let all = Mutex::new(Vec::new());
        let work = |filled: &mut BinnedPairs, range: Range<usize>| {
            chunks[range].iter().for_each(|chunk| self.add(chunk, filled));
        };
        let end = |filled| locked(&all).push(filled);
        share(chunks.len(), 1, &Cancel::never(), || self.nothing(), work, end);
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut before = 0;
        let bins = (0..self.cuts.bins()).map_while(|bin| {
            let parts: Vec<Vec<RowParts>> =
                all.iter_mut().map(|filled| std::mem::take(&mut filled.bins[bin])).collect();
            let is_wanted = before < ROWS_KEPT;
            before += parts.iter().map(Vec::len).sum::<usize>();
            is_wanted.then_some(parts)
        });
        let bins: Vec<Vec<Vec<RowParts>>> = bins.collect();
        let facts = Arc::new(RowFacts::new(self.view, self.order.keys_decide_rank()));
        let page = |parts| Arc::new(RankingPage::new(parts, Arc::clone(&facts)));
        (bins.into_par_iter().map(page).collect(), self.cuts, all)
    }

    fn nothing(&self) -> BinnedPairs {
        // Space for the usual size of a bin. If 250 bins had to grow, it would take longer than all the rest.
        let room = PAIRS_A_BIN * 3 / 2 / rayon::current_num_threads();
        let bins = (0..self.cuts.bins()).map(|_| Vec::with_capacity(room)).collect();
        BinnedPairs { bins, documents: 0, ruled_out: 0, rows: 0, scores: NO_COUNTS }
    }

    fn add(&self, pairs: &[Shared], filled: &mut BinnedPairs) {
        let Self { view, criteria, order, .. } = *self;
        for found in pairs {
            let (rank_key, documents) = (order.rank_key(found), order.documents(found));
            let entry = entry(view, order, criteria, found, rank_key);
            if !criteria.is_verified() || entry.is_some() {
                filled.scores[hundredths(rank_key.score)] += documents;
            }
            if order.has_rules() && self.passes(found) {
                filled.ruled_out += order.ruled_out(found);
            }
            let Some(entry) = entry else { continue };
            filled.documents += documents;
            filled.rows += 1;
            if may_stay(self.edge, &entry) {
                filled.bins[self.cuts.bin(&entry)].push(entry);
            }
        }
    }
}

impl PageFiller<'_> {
    /// Whether two texts pass, whatever rules leave out.
    fn passes(&self, found: &Shared) -> bool {
        let first = |text| self.view.numbering.holders(text).map(|(first, _)| first);
        let pair = first(found.a).zip(first(found.b));
        pair.is_some_and(|(a, b)| self.view.passes(&self.view.pair(a, b, found.count)))
    }
}

fn may_stay(edge: Option<CutoffBucket>, entry: &RowParts) -> bool {
    edge.is_none_or(|edge| edge.place(entry.key).is_ge())
}

/// Samples between two cuts.
pub(crate) const SAMPLES_A_BIN: usize = 16;
/// The first bits of a place, which are looked up in a table; the rest is searched.
const FIRST_BITS: u32 = 12;

/// The places where one bin ends and the next begins, ascending.
#[derive(Debug, Clone)]
pub(crate) struct Cuts {
    places: Vec<u128>,
    /// For each value of the first bits of a place, how many cuts have smaller ones.
    before: Vec<u32>,
    /// Where keys do not decide the rank alone, pairs with equal keys stay in one bin.
    keys_decide_rank: bool,
}

impl Cuts {
    /// Chooses the cuts from a sample of the pairs.
    pub(crate) fn between(samples: impl Iterator<Item = RowParts>, keys_decide_rank: bool) -> Self {
        let mut cuts = Self { places: Vec::new(), before: Vec::new(), keys_decide_rank };
        let mut places: Vec<u128> = samples.map(|entry| cuts.place(&entry)).collect();
        places.sort_unstable();
        cuts.places = places.into_iter().skip(SAMPLES_A_BIN).step_by(SAMPLES_A_BIN).collect();
        cuts.places.dedup();
        let firsts = 0..=1_usize << FIRST_BITS;
        let before =
            |bits: usize| cuts.places.partition_point(|cut| first_bits(*cut) < bits) as u32;
        cuts.before = firsts.map(before).collect();
        cuts
    }

    /// The number of bins.
    pub(crate) const fn bins(&self) -> usize {
        self.places.len() + 1
    }

    /// The bin of a pair; smaller is better.
    pub(crate) fn bin(&self, entry: &RowParts) -> usize {
        let place = self.place(entry);
        let bits = first_bits(place);
        let (from, to) = (self.before[bits] as usize, self.before[bits + 1] as usize);
        from + self.places[from..to].partition_point(|cut| *cut <= place)
    }

    /// Whether keys decided the rank alone when the cuts were made.
    pub(crate) const fn keys_decide_rank(&self) -> bool {
        self.keys_decide_rank
    }

    const fn place(&self, entry: &RowParts) -> u128 {
        if self.keys_decide_rank { entry.place() } else { (!entry.key as u128) << 64 }
    }
}

const fn first_bits(place: u128) -> usize {
    (place >> (u128::BITS - FIRST_BITS)) as usize
}

pub(crate) fn order(view: &CorpusView<'_>, bar: Bar) -> PairOrder {
    let order = PairOrder::new(view.nodes, |text| view.numbering.holders(text), bar);
    order.with_rules(view.rules).with_passages(view.params.passage.is_some())
}

/// The parts of the row of a pair; `None` where the pair does not pass or one of its texts is gone.
pub(crate) fn entry(
    view: &CorpusView<'_>,
    order: &PairOrder,
    criteria: Criteria,
    found: &Shared,
    rank_key: RankKey,
) -> Option<RowParts> {
    let RankKey { key, score } = rank_key;
    if !criteria.bar.above.passes(score, criteria.bar.threshold) || order.documents(found) == 0 {
        return None;
    }
    let (a, b): (DocId, DocId) = order.first(found);
    let count = found.count;
    if !criteria.is_verified() {
        return Some(RowParts { key, a, b, count, shared: count, passage: 0 });
    }
    let pair = view.pair(a, b, count);
    let (shared, passage) = (pair.overlap.shared, pair.passage);
    let key = match criteria.passage {
        Some(_) => u64::from(passage) << 32,
        None => order.among_equals(key, shared),
    };
    view.passes(&pair).then_some(RowParts { key, a, b, count, shared, passage })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Cuts, RowParts};
    use crate::base::ids::DocId;

    proptest! {
        #[test]
        fn better_pairs_are_never_in_a_later_bin(
            draws in prop::collection::vec((0_u64..6, 0_u32..3, 0_u32..40), 1..400),
            spread in prop::sample::select(vec![1_u64, 1 << 40, 1 << 61]),
            sampled in prop::sample::select(vec![1_usize, 2, 50]),
            keys_decide_rank in any::<bool>(),
        ) {
            let entry = |(key, a, b): (u64, u32, u32)| RowParts {
                key: key * spread,
                a: DocId(a),
                b: DocId(b),
                count: 1,
                shared: 1,
                passage: 0,
            };
            let mut entries: Vec<RowParts> = draws.into_iter().map(entry).collect();
            let samples = entries.iter().step_by(sampled).copied();
            let cuts = Cuts::between(samples, keys_decide_rank);
            entries.sort_unstable_by_key(RowParts::place);
            let bins: Vec<usize> = entries.iter().map(|entry| cuts.bin(entry)).collect();
            prop_assert!(bins.is_sorted());
            prop_assert!(bins.iter().all(|bin| *bin < cuts.bins()));
            prop_assert!(sampled > 1 || !keys_decide_rank || bins.iter().max() >= Some(&(cuts.bins() - 1)));
            for (one, other) in entries.iter().zip(&entries[1..]) {
                let is_same = one.key == other.key;
                prop_assert!(keys_decide_rank || !is_same || cuts.bin(one) == cuts.bin(other));
            }
        }
    }
}
