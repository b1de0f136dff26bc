//! Chooses the best runs one by one, each without the items of earlier runs.

use std::{cmp::Reverse, collections::BinaryHeap};

use memchr::memchr;

use super::{SharedRun, SharedRuns};

const RUNS_A_LOOK: usize = 256;

impl SharedRuns {
    /// Chooses runs without common items, by descending rank. Of equal ranks, the run earliest in the texts comes
    /// first. The rank must rise with the length and with the number of documents. `None` if stopped.
    ///
    /// If some of its items are taken, a run splits into pieces. A piece with more texts than its run is part of
    /// another run with a higher rank. So a run keeps its first rank, and is split only at the head of the queue.
    pub fn choose_runs<R: Ord>(
        &self,
        rank: impl Fn(&SharedRun) -> R,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<SharedRun>> {
        let mut runs = self.runs.clone();
        // Equal items of the queue are parts with the same place and length, so they are the same.
        let queued = |at: usize, run: &SharedRun| (rank(run), Reverse(run.first), run.length, at);
        let mut waiting: BinaryHeap<_> =
            runs.iter().enumerate().map(|(at, run)| queued(at, run)).collect();
        let (mut covered, starts) = (TakenPlaces(vec![0; self.order.len()]), self.suffix_starts());
        let mut chosen = Vec::new();
        for at in 0_usize.. {
            if at.is_multiple_of(RUNS_A_LOOK) && stop() {
                return None;
            }
            let Some((_, _, _, place)) = waiting.pop() else { break };
            let run = runs[place].clone();
            let (first, end) = (run.first, run.first + run.length);
            if covered.next_taken_place(first, end) < end {
                for (start, end) in covered.free_ranges(first, end) {
                    if end - start >= self.least {
                        let part = self.part_of_run(&run, start, end - start);
                        waiting.push(queued(runs.len(), &part));
                        runs.push(part);
                    }
                }
                continue;
            }
            for place in first..end {
                if covered.next_taken_place(place, place + 1) > place {
                    let item = self.row.numbers[place as usize] as usize;
                    let (start, end) = (starts[item] as usize, starts[item + 1] as usize);
                    self.order[start..end].iter().for_each(|place| covered.0[*place as usize] = 1);
                }
            }
            chosen.push(run);
        }
        Some(chosen)
    }

    fn suffix_starts(&self) -> Vec<u32> {
        let mut starts = Vec::with_capacity(self.row.gap as usize + 1);
        for (at, place) in (0..).zip(&self.order) {
            if self.row.numbers[*place as usize] as usize == starts.len() {
                starts.push(at);
            }
        }
        // The suffixes of items end where the first gap begins.
        starts.truncate(self.row.gap as usize + 1);
        starts
    }

    /// Returns the part of `length` shingles from the text's shingle `start` on.
    fn part_of_run(&self, run: &SharedRun, start: u32, length: u32) -> SharedRun {
        let rank = self.ranks[start as usize];
        let is_same = |at: &u32| self.common[*at as usize] >= length;
        let before = (1..=rank).rev().take_while(is_same).count() as u32;
        let after = (rank + 1..self.order.len() as u32).take_while(is_same).count() as u32;
        let places = rank - before..rank + after + 1;
        let all = &self.order[places.start as usize..places.end as usize];
        let first = all.iter().copied().min().unwrap_or(start);
        SharedRun { length, texts: run.texts, documents: run.documents, first, places }
    }
}

/// A byte for each item: 1 if an earlier run has it.
struct TakenPlaces(Vec<u8>);

impl TakenPlaces {
    fn next_taken_place(&self, start: u32, end: u32) -> u32 {
        self.find_byte(1, start, end)
    }

    fn find_byte(&self, byte: u8, start: u32, end: u32) -> u32 {
        memchr(byte, &self.0[start as usize..end as usize]).map_or(end, |at| start + at as u32)
    }

    fn free_ranges(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        let (mut pieces, mut at) = (Vec::new(), start);
        while at < end {
            let start = self.find_byte(0, at, end);
            at = self.next_taken_place(start, end);
            if start < at {
                pieces.push((start, at));
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::compare::shared_runs::tests::{OfItems, plainly, sources};

    use super::*;

    /// Repeatedly takes the best run, and removes its items from the texts.
    fn chosen_plainly(
        mut texts: Vec<OfItems>,
        least: u32,
        by_length: bool,
    ) -> Vec<(Vec<u64>, u32)> {
        let mut chosen = Vec::new();
        loop {
            let first = |run: &[u64]| {
                let select: Vec<Option<u64>> = run.iter().copied().map(Some).collect();
                let places = texts.iter().enumerate().find_map(|(text, (items, _))| {
                    let at = items.windows(run.len()).position(|part| part == select)?;
                    Some((text, at))
                });
                places.unwrap()
            };
            let best = plainly(&texts, least).into_iter().min_by_key(|(run, (_, documents))| {
                (Reverse(rank(run.len() as u32, *documents, by_length)), first(run))
            });
            let Some((run, (_, documents))) = best else { return chosen };
            for item in texts.iter_mut().flat_map(|text| &mut text.0) {
                *item = item.filter(|item| !run.contains(item));
            }
            chosen.push((run, documents));
        }
    }

    fn rank(length: u32, documents: u32, by_length: bool) -> (u32, u32) {
        if by_length { (length, documents) } else { (length * (documents - 1), length) }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn the_best_runs_are_those_that_choosing_one_after_the_other_finds(
            texts in prop::collection::vec(
                (prop::collection::vec(prop::option::weighted(0.95, 0_u64..6), 0..16), 1_u32..4),
                0..6,
            ),
            least in 1_u32..3,
            by_length in any::<bool>(),
        ) {
            let found = sources(&texts).find_shared_runs(least, &|| false).unwrap();
            let ranked = |run: &SharedRun| rank(run.length, run.documents, by_length);
            let chosen = found.choose_runs(ranked, &|| false).unwrap();
            let told = chosen.iter().map(|run| {
                let (text, at) = found.first_text_and_position(run);
                let items = &texts[text as usize].0[at as usize..][..run.length as usize];
                let holders = found.texts_with_run(run);
                assert_eq!((holders.len() as u32, holders[0]), (run.texts, (text, at)));
                (items.iter().copied().map(Option::unwrap).collect(), run.documents)
            });
            prop_assert_eq!(told.collect::<Vec<_>>(), chosen_plainly(texts, least, by_length));
        }
    }
}
