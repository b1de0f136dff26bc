//! Every pair of a corpus one after the other, in path order. It ranks nothing.

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::ids::DocId;
use crate::base::ratio::Ratio;
use crate::compare::index::Index;
use crate::compare::join::{Join, SharedKeyCounter};
use crate::pipeline::parameters::scoring::Demand;
use crate::pipeline::ranking::corpus_view::CorpusView;
use crate::pipeline::ranking::row::Pair;
use crate::pipeline::ranking::tie_breaks::rank;

/// So many pairs are found first and sorted then; more are found in their order, which costs more and needs no memory.
/// A pair takes 12 bytes.
const SORTED: u64 = 48_000_000;
/// Texts whose partners are looked for to guess how many pairs there are, at most …
const SAMPLE: usize = 512;
/// … and at most one of so many: few texts have few pairs however they are guessed, and are joined as soon.
const TEXTS_A_SAMPLE: usize = 16;
/// Documents whose partners are looked for at once: enough for all cores, few enough to stay small in memory.
const DOCUMENTS_A_PIECE: usize = 256;

/// A pair of documents by number, `a < b`, and how many keys their texts share.
type FoundPair = (DocId, DocId, u32);

/// All pairs of a corpus that pass, not yet found.
pub struct Stream<'a> {
    view: &'a CorpusView<'a>,
    index: &'a Index,
    join: Join<'a>,
    /// About how many they are.
    about: u64,
}

impl<'a> Stream<'a> {
    /// Of a corpus and its index.
    pub fn new(view: &'a CorpusView<'a>, index: &'a Index) -> Self {
        let join = Join::new(index, Demand::of(view.params).bar);
        let about = estimate(view, &join, SAMPLE.min(index.len().div_ceil(TEXTS_A_SAMPLE)));
        Self { view, index, join, about }
    }

    /// About how many pairs will come: those of distinct texts guessed from a sample, those of copies counted.
    pub const fn estimate(&self) -> u64 {
        self.about
    }

    /// Calls `emit` for every pair that shares a kept shingle and passes the threshold, and for every pair of exact
    /// copies that passes it, ordered by a's path, then b's, some at a time. Stops at the first error.
    ///
    /// # Errors
    /// The error of `emit`.
    pub fn run<E>(&self, emit: impl FnMut(&[Pair]) -> Result<(), E>) -> Result<(), E> {
        if self.about <= SORTED { self.run_sorted(emit) } else { self.run_in_order(emit) }
    }

    /// As [`Self::run`]: finds all pairs, then sorts them.
    ///
    /// # Errors
    /// The error of `emit`.
    pub fn run_sorted<E>(&self, mut emit: impl FnMut(&[Pair]) -> Result<(), E>) -> Result<(), E> {
        let mut found = self.all();
        found.par_sort_unstable();
        found.chunks(1 << 16).try_for_each(|piece| {
            let pairs: Vec<Pair> =
                piece.iter().map(|(a, b, count)| self.view.pair(*a, *b, *count)).collect();
            emit(&pairs)
        })
    }

    /// As [`Self::run`]: one document after the other, with little memory however many pairs there are.
    ///
    /// # Errors
    /// The error of `emit`.
    pub fn run_in_order<E>(&self, mut emit: impl FnMut(&[Pair]) -> Result<(), E>) -> Result<(), E> {
        let last = self.last_members();
        let ids: Vec<DocId> = (0..self.view.docs.len() as u32).map(DocId).collect();
        ids.chunks(DOCUMENTS_A_PIECE).try_for_each(|piece| {
            let found: Vec<Vec<Pair>> = piece
                .par_iter()
                .map_init(
                    || SharedKeyCounter::new(self.index),
                    |counter, a| {
                        let mut found = Vec::new();
                        self.partners(*a, counter, &last, &mut found);
                        found
                    },
                )
                .collect();
            emit(&found.concat())
        })
    }

    /// The best `top` pairs, ranked, with the number of all that pass.
    pub fn best(&self, top: usize) -> (Vec<Pair>, u64) {
        let (mut kept, mut all): (Vec<Pair>, u64) = (Vec::new(), 0);
        let cut = |kept: &mut Vec<Pair>| {
            if kept.len() > top && top > 0 {
                kept.select_nth_unstable_by(top - 1, rank);
            }
            kept.truncate(top);
        };
        let outcome: Result<(), std::convert::Infallible> = self.run(|pairs| {
            all += pairs.len() as u64;
            kept.extend_from_slice(pairs);
            if kept.len() > 2 * top + 4096 {
                cut(&mut kept);
            }
            Ok(())
        });
        let Ok(()) = outcome;
        cut(&mut kept);
        kept.sort_unstable_by(rank);
        (kept, all)
    }

    /// Every pair, in no order.
    fn all(&self) -> Vec<FoundPair> {
        let register = self.view.register;
        let mut found = Vec::new();
        for shared in self.join.pairs(&Cancel::never()) {
            for left in register.members(shared.a) {
                for right in register.members(shared.b) {
                    found.push((*left.min(right), *left.max(right), shared.count));
                }
            }
        }
        // Pairs of texts whose documents are copies by their bytes count as copies, which may pass where others do not:
        // all of them are looked at here, and none twice.
        if !register.twins.is_empty() {
            found.retain(|(a, b, _)| !register.are_copies(*a, *b));
        }
        for node in 0..self.view.nodes.limit() as u32 {
            let members = register.members(node);
            for (place, left) in members.iter().enumerate() {
                let keys = self.view.keys(node);
                found.extend(members[place + 1..].iter().map(|right| (*left, *right, keys)));
            }
        }
        for twins in register.twins.values() {
            for (place, left) in twins.iter().enumerate() {
                for right in &twins[place + 1..] {
                    if register.node(*left) != register.node(*right) {
                        found.push((*left, *right, self.shared(*left, *right)));
                    }
                }
            }
        }
        let passes = |(a, b, count): &FoundPair| self.passes(&self.view.pair(*a, *b, *count));
        if self.view.params.verifies() {
            return found.into_par_iter().filter(passes).collect();
        }
        found.retain(passes);
        found
    }

    /// How many keys the texts of two documents share; texts without any are not indexed.
    fn shared(&self, a: DocId, b: DocId) -> u32 {
        let node = |id| self.view.register.node(id);
        let both = node(a).zip(node(b));
        both.and_then(|(left, right)| self.index.shared(left, right)).unwrap_or(0)
    }

    fn passes(&self, pair: &Pair) -> bool {
        self.view.passes(pair) && (pair.score > Ratio::ZERO || pair.overlap.exact_copy)
    }

    /// By text the last of its documents.
    fn last_members(&self) -> Vec<DocId> {
        let texts = 0..self.view.nodes.limit() as u32;
        let last = |node| self.view.register.members(node).last().copied().unwrap_or(DocId(0));
        texts.map(last).collect()
    }

    /// The pairs of one document with those behind it.
    fn partners(
        &self,
        a: DocId,
        counter: &mut SharedKeyCounter<'_>,
        last: &[DocId],
        found: &mut Vec<Pair>,
    ) {
        let register = self.view.register;
        let Some(node) = register.node(a) else { return };
        let mut meet = |other: u32, count: u32| {
            let behind = register.members(other).iter().filter(|b| **b > a);
            found.extend(behind.map(|b| self.view.pair(a, *b, count)));
        };
        meet(node, self.view.keys(node));
        counter.count(node, |other| last[other as usize] > a, &mut meet);
        for b in register.twins_of(a).iter().filter(|b| **b > a) {
            // Those that share a key were met above.
            if register.node(*b) != Some(node) && self.shared(a, *b) == 0 {
                found.push(self.view.pair(a, *b, 0));
            }
        }
        found.retain(|pair| self.passes(pair));
        found.sort_unstable_by_key(|pair| pair.b);
    }
}

fn estimate(view: &CorpusView<'_>, join: &Join<'_>, samples: usize) -> u64 {
    let texts = 0..view.nodes.limit() as u32;
    let copies = texts.map(|node| view.register.members(node).len() as u64);
    let copies: u64 = copies.map(|count| count * count.saturating_sub(1) / 2).sum();
    let documents = view.docs.len() as u64;
    let texts = view.nodes.len().max(1) as u64;
    // Where texts have copies, a pair of texts stands for many of documents.
    let pairs = u128::from(join.estimate(samples)) * u128::from(documents * documents)
        / u128::from(texts * texts);
    copies.saturating_add(u64::try_from(pairs).unwrap_or(u64::MAX))
}
