//! Lays the pairs found where they stand in the ranking. It sorts and makes no rows.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::base::cancel::Cancel;
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

/// Pairs that a thread looks at at once.
const PAIRS_A_PIECE: usize = 4096;
/// Of so many pairs one is looked at beforehand.
const PAIRS_A_SAMPLE: usize = 256;
/// As many pairs has a bin, about.
const PAIRS_A_BIN: usize = PAIRS_A_SAMPLE * SAMPLES_A_BIN;

/// What some pairs found come to.
pub(crate) struct Laid {
    /// By bin those that pass and are not within a group of copies, as far as they may be among the best.
    bins: Vec<Vec<RowParts>>,
    /// Those that pass within a group, each with one of its texts.
    pub(crate) copies: Vec<(NodeId, Pair)>,
    /// Pairs of documents that those that pass stand for.
    pub(crate) documents: u64,
    /// Rows that they would make, if all were kept.
    pub(crate) rows: usize,
    /// The pairs of documents of all by their scores; of those alone that pass, where the others are not counted exactly.
    pub(crate) scores: ScoreCounts,
}

/// Where to lay pairs.
pub(crate) struct Laying<'a> {
    view: &'a CorpusView<'a>,
    demand: Demand,
    order: &'a PairOrder,
    cuts: Cuts,
    /// Pairs below it are not among the best.
    edge: Option<Edge>,
    /// By text, one of its group; empty where no documents are copies but by their words.
    groups: Vec<NodeId>,
}

impl<'a> Laying<'a> {
    /// For all pairs found.
    pub(crate) fn new(
        view: &'a CorpusView<'a>,
        demand: Demand,
        order: &'a PairOrder,
        grouped: &mut Grouped,
    ) -> Self {
        let found = view.pairs.found();
        let has_twins = !view.register.twins.is_empty();
        let groups = if has_twins { grouped.groups.of_all() } else { Vec::new() };
        // Where every pair makes a row, and its key is known beforehand, what is too much is passed over.
        let all_make_rows = demand.exact.is_none() && !has_twins;
        let edge = (all_make_rows && found.len() > ROWS_KEPT).then(|| order.edge(found, ROWS_KEPT));
        let samples = found
            .iter()
            .step_by(PAIRS_A_SAMPLE)
            .filter_map(|found| entry(view, order, demand, found, order.standing(found)))
            .filter(|entry| may_stay(edge, entry));
        let cuts = Cuts::between(samples, order.tells_all());
        Self { view, demand, order, cuts, edge, groups }
    }

    /// Lays them all: pages, each better than the next and in the order of the cuts, as far as the best reach, and what
    /// each thread's pairs come to.
    ///
    /// Nothing is sorted but a few samples: every thread lays its pairs where they belong, and a page is put in order when
    /// it is looked at. At 2,400,000 pairs that takes half the time of one sorted list of the best million.
    pub(crate) fn pages(self) -> (Vec<Arc<RankingPage>>, Cuts, Vec<Laid>) {
        let chunks = self.view.pairs.found().chunks(PAIRS_A_PIECE);
        let all = Mutex::new(Vec::new());
        let work = |laid: &mut Laid, range: Range<usize>| {
            chunks[range].iter().for_each(|chunk| self.lay(chunk, laid));
        };
        let end = |laid| all.lock().unwrap_or_else(PoisonError::into_inner).push(laid);
        share(chunks.len(), 1, &Cancel::never(), || self.nothing(), work, end);
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut before = 0;
        let bins = (0..self.cuts.bins()).map_while(|bin| {
            let parts: Vec<Vec<RowParts>> =
                all.iter_mut().map(|laid| std::mem::take(&mut laid.bins[bin])).collect();
            let is_wanted = before < ROWS_KEPT;
            before += parts.iter().map(Vec::len).sum::<usize>();
            is_wanted.then_some(parts)
        });
        let bins: Vec<Vec<Vec<RowParts>>> = bins.collect();
        let CorpusView { params, register, .. } = self.view;
        let told = Arc::new(RowFacts::of(params, register, self.order.tells_all()));
        let page = |parts| Arc::new(RankingPage::of(parts, Arc::clone(&told)));
        (bins.into_par_iter().map(page).collect(), self.cuts, all)
    }

    fn nothing(&self) -> Laid {
        // Room for what a bin has most often: 250 of them that grow take longer than all else here.
        let room = PAIRS_A_BIN * 3 / 2 / rayon::current_num_threads();
        let bins = (0..self.cuts.bins()).map(|_| Vec::with_capacity(room)).collect();
        Laid { bins, copies: Vec::new(), documents: 0, rows: 0, scores: NO_COUNTS }
    }

    fn lay(&self, pairs: &[Shared], laid: &mut Laid) {
        let Self { view, demand, order, .. } = *self;
        for found in pairs {
            let (standing, documents) = (order.standing(found), order.documents(found));
            let entry = entry(view, order, demand, found, standing);
            if demand.exact.is_none() || entry.is_some() {
                laid.scores[hundredths(standing.score)] += documents;
            }
            let Some(entry) = entry else { continue };
            laid.documents += documents;
            let group = |text: u32| self.groups.get(text as usize);
            if let (Some(left), Some(right)) = (group(found.a), group(found.b))
                && left == right
            {
                laid.copies.push((found.a, view.pair(entry.a, entry.b, found.count)));
                continue;
            }
            laid.rows += 1;
            if may_stay(self.edge, &entry) {
                laid.bins[self.cuts.bin(&entry)].push(entry);
            }
        }
    }
}

fn may_stay(edge: Option<Edge>, entry: &RowParts) -> bool {
    edge.is_none_or(|edge| edge.place(entry.key).is_ge())
}
