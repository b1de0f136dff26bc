//! Finds documents that repeat a retained document. Repeats do not chain: each must match a retained document directly.

use rayon::prelude::*;

use crate::compare::{Index, Join, SharedCount, SharedKeyCounter};
use crate::pipeline::{Corpus, Criteria};
use base::{cancel::Cancel, ids::DocId, ratio::Ratio};

const NOBODY: u32 = u32::MAX;
/// Largest number of pairs of texts that are found first and then sorted. More are searched text by text, which takes
/// longer but needs less memory.
const SORTED: u64 = 48_000_000;
/// Number of texts from which the number of pairs is estimated.
const SAMPLE: usize = 512;
/// Number of texts whose repeats are searched in parallel.
const TEXTS_A_PIECE: usize = 256;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    pub kept: DocId,
    /// Score of the two documents; 1 for the same words.
    pub score: Ratio,
}

/// Chooses the documents to retain, in a given order; the first `before` documents are always retained.
pub struct Repeats<'a> {
    corpus: &'a Corpus,
    index: &'a Index,
    order: &'a [DocId],
    before: usize,
    /// For each text, the position of its first document in the order.
    first: Vec<u32>,
    /// For each further copy of a text, the positions of the text's first document and of the copy, sorted.
    copies: Vec<(u32, u32)>,
}

impl<'a> Repeats<'a> {
    pub fn new(corpus: &'a Corpus, index: &'a Index, order: &'a [DocId], before: usize) -> Self {
        let mut first = vec![NOBODY; corpus.nodes().id_limit()];
        let mut copies = Vec::new();
        for (place, id) in (0..).zip(order) {
            match corpus.numbering().node_of(*id).map(|node| &mut first[node as usize]) {
                Some(first) if *first == NOBODY => *first = place,
                Some(first) => copies.push((*first, place)),
                None => {}
            }
        }
        copies.sort_unstable();
        Self { corpus, index, order, before, first, copies }
    }

    /// Returns, for each document by [`DocId`], the retained document that it repeats. `None` for a retained document.
    /// A document repeats the one with the highest score; of equal scores, the first by name.
    pub fn find_repeats(&self) -> Vec<Option<Repeat>> {
        if self.new_join().estimate_pair_count(SAMPLE) <= SORTED {
            self.find_repeats_by_sorting()
        } else {
            self.find_repeats_text_by_text()
        }
    }

    /// Like [`Self::find_repeats`], but finds all pairs of texts first and sorts them.
    pub fn find_repeats_by_sorting(&self) -> Vec<Option<Repeat>> {
        let link = |shared: SharedCount| {
            let (a, b) = (self.first_place_of(shared.a), self.first_place_of(shared.b));
            (a.max(b), a.min(b), shared.count)
        };
        let joined = self.new_join().find_pairs(&Cancel::never_cancelled(), &|_, _| ());
        let mut links: Vec<_> = joined.into_iter().map(link).collect();
        links.par_sort_unstable();
        let mut best = vec![None; self.order.len()];
        for (later, earlier, count) in &links {
            if self.is_retained(*earlier, &best) {
                self.record_for_text(&mut best, *later, *earlier, *count);
            }
        }
        for (later, earlier, count) in links {
            if self.is_retained(later, &best) {
                self.record_for_text(&mut best, earlier, later, count);
            }
        }
        self.find_repeats_of_documents(&best)
    }

    /// Like [`Self::find_repeats`], but searches the repeats of each retained text in turn.
    pub fn find_repeats_text_by_text(&self) -> Vec<Option<Repeat>> {
        let mut best = vec![None; self.order.len()];
        let is_first = |place: &u32| {
            self.text_at_position(*place).is_some_and(|node| self.first_place_of(node) == *place)
        };
        let firsts: Vec<u32> = (0..self.order.len() as u32).filter(is_first).collect();
        for piece in firsts.chunks(TEXTS_A_PIECE) {
            let found: Vec<Vec<(u32, u32)>> = piece
                .par_iter()
                .map_init(
                    || SharedKeyCounter::new(self.index),
                    |counter, place| {
                        let (mut found, node) = (Vec::new(), self.text_at_position(*place));
                        let Some(node) = node.filter(|_| self.is_retained(*place, &best)) else {
                            return found;
                        };
                        let is_later = |other| {
                            let first = self.first_place_of(other);
                            let last = self.copies_of(first).last().map_or(first, |copy| copy.1);
                            other != node && last > *place
                        };
                        counter.count_keys_shared_with_each(node, is_later, |other, count| {
                            found.push((self.first_place_of(other), count));
                        });
                        found.retain(|(other, count)| {
                            self.passing_repeat(*other, *place, *count).is_some()
                        });
                        found
                    },
                )
                .collect();
            for (place, found) in piece.iter().zip(found) {
                if self.is_retained(*place, &best) {
                    for (other, count) in found {
                        self.record_for_text(&mut best, other, *place, count);
                    }
                }
            }
        }
        self.find_repeats_of_documents(&best)
    }

    fn new_join(&self) -> Join<'a> {
        Join::new(self.index, Criteria::for_pairs(self.corpus.params()).bar)
    }

    fn text_at_position(&self, place: u32) -> Option<u32> {
        self.corpus.numbering().node_of(*self.order.get(place as usize)?)
    }

    fn first_place_of(&self, node: u32) -> u32 {
        self.first[node as usize]
    }

    /// Returns true if the document at a position is retained, given the results for earlier documents.
    fn is_retained(&self, place: u32, best: &[Option<Repeat>]) -> bool {
        (place as usize) < self.before || best[place as usize].is_none()
    }

    fn passing_repeat(&self, later: u32, earlier: u32, count: u32) -> Option<Repeat> {
        let (kept, id) = (self.order[earlier as usize], self.order[later as usize]);
        let pair = self.corpus.build_pair(kept, id, count);
        self.corpus.passes_criteria(&pair).then_some(Repeat { kept, score: pair.score })
    }

    /// Records a retained document for those documents of another text that come after it.
    fn record_for_text(&self, best: &mut [Option<Repeat>], first: u32, kept: u32, count: u32) {
        let places = std::iter::once(first).chain(self.copies_of(first).iter().map(|copy| copy.1));
        for later in places.filter(|place| *place > kept) {
            self.record_if_better(best, later, kept, count);
        }
    }

    fn copies_of(&self, first: u32) -> &[(u32, u32)] {
        let end = self.copies.partition_point(|copy| copy.0 <= first);
        &self.copies[self.copies[..end].partition_point(|copy| copy.0 < first)..end]
    }

    fn record_if_better(&self, best: &mut [Option<Repeat>], later: u32, earlier: u32, count: u32) {
        let Some(found) = self.passing_repeat(later, earlier, count) else { return };
        let known = &mut best[later as usize];
        let is_better = known.is_none_or(|known| {
            found.score.cmp(&known.score).then(known.kept.cmp(&found.kept)).is_gt()
        });
        if is_better {
            *known = Some(found);
        }
    }

    /// Returns the repeats of all documents, given the repeats of each dropped text's documents.
    fn find_repeats_of_documents(&self, best: &[Option<Repeat>]) -> Vec<Option<Repeat>> {
        let mut repeats = vec![None; self.corpus.docs().len()];
        for (place, id) in (0..).zip(self.order).skip(self.before) {
            let Some(first) = self.text_at_position(place).map(|node| self.first_place_of(node))
            else {
                continue;
            };
            repeats[id.index()] = if self.is_retained(first, best) {
                let kept = self.order[first as usize];
                (first != place).then_some(Repeat { kept, score: Ratio::ONE })
            } else {
                best[place as usize]
            };
        }
        repeats
    }
}
