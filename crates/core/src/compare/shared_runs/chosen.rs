//! Chooses the best runs one by one. Later runs are cut where they repeat a long part of chosen runs.

use std::{cmp::Reverse, collections::BinaryHeap};

use memchr::memchr;

use super::{SharedRun, SharedRuns};

const RUNS_A_LOOK: usize = 256;

impl SharedRuns {
    /// Chooses runs by descending rank. Of equal ranks, the run earliest in the texts comes first. The rank must rise
    /// with the length and with the number of documents. `None` if stopped.
    ///
    /// Items of a chosen run are taken, wherever they occur. A later run is cut at each stretch of taken items that is
    /// as long as the shortest run. Shorter stretches are chance. If they cut, three words of another run would split a
    /// copied page.
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
        let (mut taken, starts) = (TakenPlaces(vec![0; self.order.len()]), self.suffix_starts());
        let mut chosen = Vec::new();
        for at in 0_usize.. {
            if at.is_multiple_of(RUNS_A_LOOK) && stop() {
                return None;
            }
            let Some((_, _, _, place)) = waiting.pop() else { break };
            let run = runs[place].clone();
            let (first, end) = (run.first, run.first + run.length);
            let parts = taken.cut_at_long_stretches(first, end, self.least);
            if parts != [(first, end)] {
                for (start, end) in parts {
                    let part = self.part_of_run(start, end - start);
                    waiting.push(queued(runs.len(), &part));
                    runs.push(part);
                }
                continue;
            }
            for place in first..end {
                if taken.0[place as usize] == 0 {
                    let item = self.row.numbers[place as usize] as usize;
                    let (start, end) = (starts[item] as usize, starts[item + 1] as usize);
                    self.order[start..end].iter().for_each(|place| taken.0[*place as usize] = 1);
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

    /// Returns the run of `length` items from the place `start` on, with all its texts.
    fn part_of_run(&self, start: u32, length: u32) -> SharedRun {
        let rank = self.ranks[start as usize];
        let is_same = |at: &u32| self.common[*at as usize] >= length;
        let before = (1..=rank).rev().take_while(is_same).count() as u32;
        let after = (rank + 1..self.order.len() as u32).take_while(is_same).count() as u32;
        let places = rank - before..rank + after + 1;
        let mut run = SharedRun { length, texts: 0, documents: 0, first: start, places };
        let texts = self.texts_with_run(&run);
        run.first = self.places_of(&run).iter().copied().min().unwrap_or(start);
        run.texts = texts.len() as u32;
        run.documents = texts.iter().map(|(text, _)| self.documents[*text as usize]).sum();
        run
    }
}

/// A byte for each item: 1 if an earlier run has it.
struct TakenPlaces(Vec<u8>);

impl TakenPlaces {
    /// Returns the parts of at least `least` items between stretches of `least` or more taken items.
    fn cut_at_long_stretches(&self, start: u32, end: u32, least: u32) -> Vec<(u32, u32)> {
        let (mut parts, mut from, mut at) = (Vec::new(), start, start);
        while at < end {
            let taken = self.find_byte(1, at, end);
            at = self.find_byte(0, taken, end);
            if at - taken >= least {
                parts.push((from, taken));
                from = at;
            }
        }
        parts.push((from, end));
        parts.retain(|(from, end)| end - from >= least);
        parts
    }

    fn find_byte(&self, byte: u8, start: u32, end: u32) -> u32 {
        memchr(byte, &self.0[start as usize..end as usize]).map_or(end, |at| start + at as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use crate::compare::shared_runs::tests::{OfItems, plainly, sources};

    use super::*;

    /// Repeatedly takes the best run that contains no stretch of `least` taken items. Cuts the others at such stretches.
    fn chosen_plainly(texts: &[OfItems], least: u32, by_length: bool) -> Vec<(Vec<u64>, u32)> {
        let places = |run: &[u64]| -> Vec<(usize, usize)> {
            let select: Vec<Option<u64>> = run.iter().copied().map(Some).collect();
            let in_text = |text: usize| {
                let parts = texts[text].0.windows(run.len()).enumerate();
                parts.filter(|(_, part)| *part == select).map(move |(at, _)| (text, at))
            };
            (0..texts.len()).flat_map(in_text).collect()
        };
        let documents = |run: &[u64]| -> u32 {
            let holders: BTreeSet<usize> = places(run).iter().map(|place| place.0).collect();
            holders.iter().map(|text| texts[*text].1).sum()
        };
        let mut runs: BTreeSet<Vec<u64>> = plainly(texts, least).into_keys().collect();
        let (mut taken, mut chosen) = (BTreeSet::new(), Vec::new());
        while let Some(best) = runs
            .iter()
            .min_by_key(|run| {
                (Reverse(rank(run.len() as u32, documents(run), by_length)), places(run)[0])
            })
            .cloned()
        {
            runs.remove(&best);
            let stretches: Vec<&[u64]> =
                best.chunk_by(|one, two| taken.contains(one) == taken.contains(two)).collect();
            let is_long =
                |stretch: &&[u64]| stretch.len() >= least as usize && taken.contains(&stretch[0]);
            let mut parts: Vec<Vec<u64>> = stretches.split(is_long).map(<[_]>::concat).collect();
            parts.retain(|part| part.len() >= least as usize);
            if parts.as_slice() == std::slice::from_ref(&best) {
                taken.extend(best.iter().copied());
                chosen.push((best.clone(), documents(&best)));
            } else {
                runs.extend(parts);
            }
        }
        chosen
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
            prop_assert_eq!(told.collect::<Vec<_>>(), chosen_plainly(&texts, least, by_length));
        }
    }
}
