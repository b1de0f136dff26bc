//! Streams every pair of a corpus, in path order.

use rayon::prelude::*;

use crate::compare::{Index, Join, SharedKeyCounter};
use crate::pipeline::{Corpus, Criteria, Pair, Progress, Stage, ranking::row::compare_pairs};
use base::{cancel::Cancel, ids::DocId, ratio::Ratio};

/// Largest number of pairs that are found first and then sorted, at 12 bytes each. More are found in path order, which
/// takes longer but needs less memory.
const SORTED: u64 = 48_000_000;
/// Largest number of texts from which the number of pairs is estimated.
const SAMPLE: usize = 512;
/// The estimate reads at most one text in this many, because small folders have few pairs anyway.
const TEXTS_A_SAMPLE: usize = 16;
/// Number of documents whose partners are searched in parallel: enough for all processors, and few enough for memory.
const DOCUMENTS_A_PIECE: usize = 256;

/// Two documents by number, `a < b`, with the number of keys that their texts share.
type FoundPair = (DocId, DocId, u32);

/// All pairs of a corpus that score enough. Each call of a method searches them again and stores none.
pub struct Stream<'a> {
    corpus: &'a Corpus,
    index: &'a Index,
    join: Join<'a>,
    about: u64,
    progress: Progress<'a>,
}

impl<'a> Stream<'a> {
    pub fn new(corpus: &'a Corpus, index: &'a Index) -> Self {
        let join = Join::new(index, Criteria::for_pairs(corpus.params()).bar);
        let about = match corpus.params().passage {
            Some(_) => corpus.pairs().found_pairs().len() as u64,
            None => {
                estimate_pair_count(corpus, &join, SAMPLE.min(index.len().div_ceil(TEXTS_A_SAMPLE)))
            }
        };
        Self { corpus, index, join, about, progress: &|_, _, _| () }
    }

    #[must_use]
    pub fn with_progress(self, progress: Progress<'a>) -> Self {
        Self { progress, ..self }
    }

    /// Returns the estimated number of pairs. Pairs of distinct texts are estimated from a sample; copies are counted.
    pub const fn estimated_pair_count(&self) -> u64 {
        self.about
    }

    /// Calls `emit` with every pair above the threshold that the rules allow: pairs with a shared shingle, and copies.
    /// Pairs come in chunks, sorted by path of a, then of b. Returns the number of pairs that rules hide, and stops at
    /// the first error.
    pub fn stream_pairs<E>(&self, emit: impl FnMut(&[Pair]) -> Result<(), E>) -> Result<u64, E> {
        if self.about <= SORTED || self.corpus.params().passage.is_some() {
            self.stream_by_sorting(emit)
        } else {
            self.stream_by_document(emit)
        }
    }

    /// Like [`Self::stream_pairs`], but finds all pairs first and then sorts them.
    pub fn stream_by_sorting<E>(
        &self,
        mut emit: impl FnMut(&[Pair]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let (mut found, ruled_out) = self.find_all_pairs();
        found.par_sort_unstable();
        found.chunks(1 << 16).try_for_each(|piece| {
            let pairs: Vec<Pair> =
                piece.iter().map(|(a, b, count)| self.corpus.build_pair(*a, *b, *count)).collect();
            emit(&pairs)
        })?;
        Ok(ruled_out)
    }

    /// Like [`Self::stream_pairs`], but finds the pairs of each document in turn. Needs little memory.
    pub fn stream_by_document<E>(
        &self,
        mut emit: impl FnMut(&[Pair]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut ruled_out = 0;
        let texts = 0..self.corpus.nodes().id_limit() as u32;
        let last_of = |node| self.corpus.numbering().members(node).last().copied();
        let last: Vec<DocId> = texts.map(|node| last_of(node).unwrap_or(DocId(0))).collect();
        let ids: Vec<DocId> = (0..self.corpus.docs().len() as u32).map(DocId).collect();
        ids.chunks(DOCUMENTS_A_PIECE).try_for_each(|piece| {
            let done = piece.first().map_or(0, |first| first.index());
            (self.progress)(Stage::Join, done, ids.len());
            let mut found: Vec<Pair> = piece
                .par_iter()
                .map_init(
                    || SharedKeyCounter::new(self.index),
                    |counter, a| {
                        let mut found = Vec::new();
                        self.add_pairs_of_document(*a, counter, &last, &mut found);
                        found
                    },
                )
                .collect::<Vec<_>>()
                .concat();
            if self.corpus.rules().is_some() {
                let all = found.len();
                found.retain(|pair| self.corpus.is_pair_allowed(pair.a, pair.b));
                ruled_out += (all - found.len()) as u64;
            }
            emit(&found)
        })?;
        Ok(ruled_out)
    }

    /// Returns the best `top` pairs, best first, with the number of all pairs that pass, and of those that rules hide.
    pub fn best_pairs(&self, top: usize) -> (Vec<Pair>, u64, u64) {
        self.best_wanted_pairs(top, &|_| true)
    }

    pub fn best_wanted_pairs(
        &self,
        top: usize,
        is_wanted: &dyn Fn(&Pair) -> bool,
    ) -> (Vec<Pair>, u64, u64) {
        let (mut top_pairs, mut all): (Vec<Pair>, u64) = (Vec::new(), 0);
        let cut = |top_pairs: &mut Vec<Pair>| {
            if top_pairs.len() > top && top > 0 {
                top_pairs.select_nth_unstable_by(top - 1, compare_pairs);
            }
            top_pairs.truncate(top);
        };
        let outcome: Result<u64, std::convert::Infallible> = self.stream_pairs(|pairs| {
            let before = top_pairs.len();
            top_pairs.extend(pairs.iter().filter(|pair| is_wanted(pair)).copied());
            all += (top_pairs.len() - before) as u64;
            if top_pairs.len() > top.saturating_mul(2).saturating_add(4096) {
                cut(&mut top_pairs);
            }
            Ok(())
        });
        let Ok(ruled_out) = outcome;
        cut(&mut top_pairs);
        top_pairs.sort_unstable_by(compare_pairs);
        (top_pairs, all, ruled_out)
    }

    /// Returns every pair, in any order, and the number of pairs that rules hide.
    fn find_all_pairs(&self) -> (Vec<FoundPair>, u64) {
        let numbering = self.corpus.numbering();
        let mut found = Vec::new();
        // With `--passage`, the corpus has searched the pairs already.
        let joined = if self.corpus.params().passage.is_some() {
            self.corpus.pairs().found_pairs().to_vec()
        } else {
            let progress = |done, all| (self.progress)(Stage::Join, done, all);
            self.join.find_pairs(&Cancel::never_cancelled(), &progress)
        };
        for shared in joined {
            for first in numbering.members(shared.a) {
                for second in numbering.members(shared.b) {
                    found.push((*first.min(second), *first.max(second), shared.count));
                }
            }
        }
        for node in 0..self.corpus.nodes().id_limit() as u32 {
            let members = numbering.members(node);
            for (place, first) in members.iter().enumerate() {
                let keys = self.corpus.count_keys_of_text(node);
                found.extend(members[place + 1..].iter().map(|second| (*first, *second, keys)));
            }
        }
        let passes =
            |(a, b, count): &FoundPair| self.passes(&self.corpus.build_pair(*a, *b, *count));
        if self.corpus.params().is_verified() {
            found = found.into_par_iter().filter(passes).collect();
        } else {
            found.retain(passes);
        }
        let all = found.len();
        if self.corpus.rules().is_some() {
            found.retain(|(a, b, _)| self.corpus.is_pair_allowed(*a, *b));
        }
        let ruled_out = all - found.len();
        (found, ruled_out as u64)
    }

    fn passes(&self, pair: &Pair) -> bool {
        self.corpus.passes_criteria(pair) && (pair.score > Ratio::ZERO || pair.overlap.exact_copy)
    }

    /// Adds the pairs of a document with later documents.
    fn add_pairs_of_document(
        &self,
        a: DocId,
        counter: &mut SharedKeyCounter<'_>,
        last: &[DocId],
        found: &mut Vec<Pair>,
    ) {
        let numbering = self.corpus.numbering();
        let Some(node) = numbering.node_of(a) else { return };
        let mut meet = |other: u32, count: u32| {
            let later = numbering.members(other).iter().filter(|b| **b > a);
            found.extend(later.map(|b| self.corpus.build_pair(a, *b, count)));
        };
        meet(node, self.corpus.count_keys_of_text(node));
        counter.count_keys_shared_with_each(node, |other| last[other as usize] > a, &mut meet);
        found.retain(|pair| self.passes(pair));
        found.sort_unstable_by_key(|pair| pair.b);
    }
}

fn estimate_pair_count(corpus: &Corpus, join: &Join<'_>, samples: usize) -> u64 {
    let texts = 0..corpus.nodes().id_limit() as u32;
    let copies = texts.map(|node| corpus.numbering().members(node).len() as u64);
    let copies: u64 = copies.map(|count| count * count.saturating_sub(1) / 2).sum();
    let documents = corpus.docs().len() as u64;
    let texts = corpus.nodes().len().max(1) as u64;
    // A pair of texts with copies stands for several pairs of documents.
    let pairs = u128::from(join.estimate_pair_count(samples)) * u128::from(documents * documents)
        / u128::from(texts * texts);
    copies.saturating_add(u64::try_from(pairs).unwrap_or(u64::MAX))
}
