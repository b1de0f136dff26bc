//! Puts the pairs found into the pages of a ranking. It does not sort and makes no rows.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::lock::locked;
use crate::base::workers::share;
use crate::compare::join::Shared;
use crate::pipeline::pairs::best::ROWS_KEPT;
use crate::pipeline::pairs::order::{Edge, PairOrder};
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::texts::nodes::NodeId;

use super::corpus_view::CorpusView;
use super::cuts::{Cuts, SAMPLES_A_BIN};
use super::entry::entry;
use super::groups::Grouped;
use super::histogram::{NO_COUNTS, ScoreCounts, hundredths};
use super::page::{RankingPage, RowFacts, RowParts};
use super::row::Pair;

/// Pairs that a thread takes at a time.
const PAIRS_A_PIECE: usize = 4096;
/// One pair of this many is sampled to choose the cuts.
const PAIRS_A_SAMPLE: usize = 256;
/// About how many pairs a bin has.
const PAIRS_A_BIN: usize = PAIRS_A_SAMPLE * SAMPLES_A_BIN;

/// The pairs of one thread, sorted into bins.
pub(crate) struct BinnedPairs {
    /// By bin, the pairs that pass and are no copies, as far as they may be among the best.
    bins: Vec<Vec<RowParts>>,
    /// The pairs of copies that pass, each with one of its texts.
    pub(crate) copies: Vec<(NodeId, Pair)>,
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
    demand: Demand,
    order: &'a PairOrder,
    cuts: Cuts,
    /// Pairs below the edge are not among the best.
    edge: Option<Edge>,
    /// By text, one text of its group of copies; empty where all copies have the same words.
    groups: Vec<NodeId>,
}

impl<'a> PageFiller<'a> {
    /// Prepares the bins for all pairs found.
    pub(crate) fn new(
        view: &'a CorpusView<'a>,
        demand: Demand,
        order: &'a PairOrder,
        grouped: &mut Grouped,
    ) -> Self {
        let found = view.pairs.found();
        let has_twins = !view.numbering.twins.is_empty();
        let groups = if has_twins { grouped.groups.of_all() } else { Vec::new() };
        // Where every pair makes a row and its key is known beforehand, pairs below the edge are skipped.
        let all_make_rows = demand.exact.is_none() && !has_twins && view.rules.is_none();
        let edge = (all_make_rows && found.len() > ROWS_KEPT).then(|| order.edge(found, ROWS_KEPT));
        let samples = found
            .iter()
            .step_by(PAIRS_A_SAMPLE)
            .filter_map(|found| entry(view, order, demand, found, order.standing(found)))
            .filter(|entry| may_stay(edge, entry));
        let cuts = Cuts::between(samples, order.keys_decide_rank());
        Self { view, demand, order, cuts, edge, groups }
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
        let facts = Arc::new(RowFacts::of(self.view, self.order.keys_decide_rank()));
        let page = |parts| Arc::new(RankingPage::of(parts, Arc::clone(&facts)));
        (bins.into_par_iter().map(page).collect(), self.cuts, all)
    }

    fn nothing(&self) -> BinnedPairs {
        // Space for the usual size of a bin. If 250 bins had to grow, it would take longer than all the rest.
        let room = PAIRS_A_BIN * 3 / 2 / rayon::current_num_threads();
        let bins = (0..self.cuts.bins()).map(|_| Vec::with_capacity(room)).collect();
        let (copies, scores) = (Vec::new(), NO_COUNTS);
        BinnedPairs { bins, copies, documents: 0, ruled_out: 0, rows: 0, scores }
    }

    fn add(&self, pairs: &[Shared], filled: &mut BinnedPairs) {
        let Self { view, demand, order, .. } = *self;
        for found in pairs {
            let (standing, documents) = (order.standing(found), order.documents(found));
            let entry = entry(view, order, demand, found, standing);
            if demand.exact.is_none() || entry.is_some() {
                filled.scores[hundredths(standing.score)] += documents;
            }
            if order.has_rules() && self.passes(found) {
                filled.ruled_out += order.ruled_out(found);
            }
            let Some(entry) = entry else { continue };
            filled.documents += documents;
            let group = |text: u32| self.groups.get(text as usize);
            if let (Some(left), Some(right)) = (group(found.a), group(found.b))
                && left == right
            {
                filled.copies.push((found.a, view.pair(entry.a, entry.b, found.count)));
                continue;
            }
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

fn may_stay(edge: Option<Edge>, entry: &RowParts) -> bool {
    edge.is_none_or(|edge| edge.place(entry.key).is_ge())
}
