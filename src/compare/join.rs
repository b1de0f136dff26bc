//! Which sketches share enough shingles, and exactly how many: a join over the index that looks only where a pair can
//! pass. It ranks nothing.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::base::cancel::Cancel;

use super::index::{DENSE_WORDS, Index, IndexMember};
use super::measure::Measure;
use super::merge::merge_at_least;
use super::threshold_bounds::Bar;

/// Two sketches by their numbers, `a < b`, and the count of distinct keys both hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared {
    /// The smaller number.
    pub a: u32,
    /// The larger number.
    pub b: u32,
    /// Distinct keys held by both, at least 1.
    pub count: u32,
}

/// To look at the keys of one partner takes as long as to meet so many sketches under a key.
const PLACES_A_PARTNER: usize = 16;
/// Sketches that a thread takes at once.
const PLACES_AT_ONCE: usize = 64;

/// All pairs of an index that pass a bar.
///
/// Each sketch looks for partners no smaller than itself. The keys of both stand in one order, from rare to frequent: if
/// two sketches share at least n keys, the rarest of them is among all but the last n − 1 keys of either (the prefix
/// filter of Chaudhuri, Ganti and Kaushik 2006, and Bayardo, Ma and Srikant 2007). At a resemblance of .5 among 10,000
/// documents that leaves one pair to count in a thousand of those that share a shingle.
#[derive(Debug)]
pub struct Join<'a> {
    index: &'a Index,
    bar: Bar,
    /// By place: the last key by which a smaller sketch may find it, plus one; 0 where none may.
    open_below: Vec<u32>,
    /// By place: the fewest keys it must share with a smaller sketch. Ascending, but for measures over words.
    least_with_smaller: Vec<u32>,
    counters: Mutex<Vec<Counter>>,
}

/// Counts of one thread, reused from sketch to sketch.
#[derive(Debug)]
struct Counter {
    counts: Vec<u32>,
    touched: Vec<u32>,
    /// Keys of a sketch that a partner may hold, and where the places of each lie.
    lists: Vec<(u32, Range<usize>)>,
}

impl Counter {
    fn new(index: &Index) -> Self {
        Self { counts: vec![0; index.len()], touched: Vec::new(), lists: Vec::new() }
    }
}

impl<'a> Join<'a> {
    /// Ready to find pairs.
    pub fn new(index: &'a Index, bar: Bar) -> Self {
        let least_with_smaller: Vec<u32> =
            index.members.iter().map(|member| bar.least_with_smaller(member.size)).collect();
        let open_below = least_with_smaller
            .iter()
            .enumerate()
            .map(|(place, least)| {
                let keys = index.keys(place);
                let last = keys.len().checked_sub(*least as usize).and_then(|at| keys.get(at));
                last.map_or(0, |key| key + 1)
            })
            .collect();
        Self { index, bar, open_below, least_with_smaller, counters: Mutex::default() }
    }

    /// All pairs, in no order; not all of them when cancelled.
    pub fn pairs(&self, cancel: &Cancel) -> Vec<Shared> {
        self.pairs_from(0, |_| true, |_, _| false, cancel).0.concat()
    }

    /// The pairs that are `wanted` whose smaller sketch stands at `start` or behind, in no order, up to where it is `enough`:
    /// that is asked now and then, with how many were found and how long it took. With them the place to go on from; not all
    /// of those pairs when cancelled.
    ///
    /// Threads take some sketches after the other, and wait for each other no more often than somebody wants to hear of it.
    /// In equal pieces, so small that no crowd of pairs could fill the memory, 100,000 samples were joined in half as long again.
    pub fn pairs_from(
        &self,
        start: usize,
        wanted: impl Fn(&Shared) -> bool + Sync,
        enough: impl Fn(usize, Duration) -> bool + Sync,
        cancel: &Cancel,
    ) -> (Vec<Vec<Shared>>, usize) {
        let begun = Instant::now();
        let (next, count) = (AtomicUsize::new(start), AtomicUsize::new(0));
        let is_enough = AtomicBool::new(false);
        let all = self.index.len();
        let run = || {
            let (mut found, mut counter) = (Vec::new(), None);
            while !is_enough.load(Relaxed) && !cancel.is_cancelled() {
                let first = next.fetch_add(PLACES_AT_ONCE, Relaxed);
                if first >= all {
                    break;
                }
                let counter = counter.get_or_insert_with(|| self.counter());
                let before = found.len();
                for place in first..all.min(first + PLACES_AT_ONCE) {
                    let from = found.len();
                    self.partners(place, counter, &mut found);
                    keep_from(&mut found, from, &wanted);
                    if cancel.is_cancelled() {
                        break;
                    }
                }
                let new = found.len() - before;
                if enough(count.fetch_add(new, Relaxed) + new, begun.elapsed()) {
                    is_enough.store(true, Relaxed);
                }
            }
            let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
            counters.extend(counter);
            found
        };
        let few = all.saturating_sub(start) <= PLACES_AT_ONCE;
        let found = if few { vec![run()] } else { rayon::broadcast(|_| run()) };
        // Whatever was begun was brought to its end.
        (found, next.into_inner().min(all))
    }

    /// The pairs whose smaller sketch stands at `place`.
    pub fn pairs_at(&self, place: usize) -> Vec<Shared> {
        let (mut counter, mut found) = (self.counter(), Vec::new());
        self.partners(place, &mut counter, &mut found);
        self.counters.lock().unwrap_or_else(PoisonError::into_inner).push(counter);
        found
    }

    /// About how many pairs there are in all, from every so-maniest sketch.
    pub fn estimate(&self, samples: usize) -> u64 {
        let (mut counter, mut found) = (self.counter(), Vec::new());
        self.over_samples(samples, |place| {
            found.clear();
            self.partners(place, &mut counter, &mut found);
            found.len() as u64
        })
    }

    /// About how many times the join will meet a sketch under a key, which is what it spends its time on.
    pub fn work(&self, samples: usize) -> u64 {
        self.over_samples(samples, |place| {
            let prefix = self.prefix(place);
            prefix.iter().map(|key| self.index.places(*key).len() as u64).sum()
        })
    }

    /// The sum of what `of` gives for all sketches, guessed from every so-maniest.
    fn over_samples(&self, samples: usize, mut of: impl FnMut(usize) -> u64) -> u64 {
        let all = self.index.len();
        let step = (all / samples.max(1)).max(1);
        let places = (step / 2..all).step_by(step);
        let looked = places.len() as u64;
        let sum: u64 = places.map(&mut of).sum();
        let all = u128::from(sum) * all as u128;
        all.checked_div(looked.into()).and_then(|all| all.try_into().ok()).unwrap_or(0)
    }

    /// The keys of a sketch among which the rarest one lies that it shares with a larger partner; none where it cannot
    /// have any.
    fn prefix(&self, place: usize) -> &[u32] {
        let keys = self.index.keys(place);
        let least = self.bar.least_with_larger(self.index.members[place].size) as usize;
        // Keys that nobody else holds are rarer than all of these: they are what the prefix may leave unshared first.
        (keys.len() + 1).checked_sub(least).map_or(&[], |prefix| &keys[..prefix])
    }

    fn counter(&self) -> Counter {
        let spare = self.counters.lock().unwrap_or_else(PoisonError::into_inner).pop();
        spare.unwrap_or_else(|| Counter::new(self.index))
    }

    fn partners(&self, place: usize, counter: &mut Counter, found: &mut Vec<Shared>) {
        let size = self.index.members[place].size;
        let prefix = self.prefix(place);
        let Some(end_key) = prefix.last() else { return };
        let Counter { counts, touched, lists } = counter;
        let by_shingles = self.bar.measure != Measure::PerWord;
        let end = if by_shingles {
            self.least_with_smaller.partition_point(|least| *least <= size.shingles)
        } else {
            self.index.len()
        };
        // From the last place backwards: where the smaller ones begin need not be looked for.
        let first = if by_shingles { place + 1 } else { 0 };
        lists.clear();
        self.index.with_last_from(first, prefix, lists);
        for (key, places) in &*lists {
            for partner in self.index.places_below(places, end).iter().rev() {
                let at = *partner as usize;
                if at < first {
                    break;
                }
                if counts[at] == 0 {
                    // The first key that both hold comes first for the partner too.
                    if *key >= self.open_below[at] || !by_shingles && !self.is_larger(at, place) {
                        continue;
                    }
                    touched.push(*partner);
                }
                counts[at] += 1;
            }
        }
        // What a pair must share is the same for all partners where it hangs on the smaller sketch alone.
        let by_smaller = matches!(self.bar.measure, Measure::Containment | Measure::Overlap);
        let least_of_all = by_smaller.then(|| self.bar.least_with_larger(size));
        let least = |partner: &IndexMember| {
            least_of_all.unwrap_or_else(|| self.bar.least_shared(size, partner.size))
        };
        let own = self.index.members[place].holder;
        let behind = &self.index.keys(place)[prefix.len()..];
        if self.is_short(behind, touched.len()) {
            for key in behind {
                for partner in self.index.places(*key) {
                    let count = &mut counts[*partner as usize];
                    *count += u32::from(*count > 0);
                }
            }
            for partner in touched.drain(..) {
                let count = std::mem::take(&mut counts[partner as usize]);
                let other = &self.index.members[partner as usize];
                if count >= least(other) {
                    found.push(pair(own, other.holder, count));
                }
            }
            return;
        }
        let rest = Rest::of(self.index, place, *end_key);
        for partner in touched.drain(..) {
            let at = partner as usize;
            let so_far = std::mem::take(&mut counts[at]);
            let other = &self.index.members[at];
            let more = rest.shared(self.index, at, least(other).saturating_sub(so_far));
            found.extend(more.map(|more| pair(own, other.holder, so_far + more)));
        }
    }

    /// Whether all sketches under some keys are sooner gone through than the keys of some partners: so it is with small
    /// samples, of which few keys are behind the prefix. A join at modulo 16 takes little more than half the time.
    fn is_short(&self, behind: &[u32], partners: usize) -> bool {
        let mut left = partners * PLACES_A_PARTNER;
        behind.iter().all(|key| {
            let next = left.checked_sub(self.index.places(*key).len());
            left = next.unwrap_or(0);
            next.is_some()
        })
    }

    /// Whether the sketch at a place is the larger of two, ties decided by the place.
    fn is_larger(&self, at: usize, than: usize) -> bool {
        let key = |place: usize| (self.bar.key(self.index.members[place].size), place);
        key(at) > key(than)
    }
}

fn pair(one: u32, two: u32, count: u32) -> Shared {
    Shared { a: one.min(two), b: one.max(two), count }
}

/// Keeps what is wanted of the pairs from a place on.
fn keep_from(pairs: &mut Vec<Shared>, from: usize, wanted: impl Fn(&Shared) -> bool) {
    let mut end = from;
    for at in from..pairs.len() {
        let pair = pairs[at];
        pairs[end] = pair;
        end += usize::from(wanted(&pair));
    }
    pairs.truncate(end);
}

/// The keys of a sketch behind its prefix.
struct Rest<'a> {
    /// Those kept as numbers alone, ascending.
    sparse: &'a [u32],
    /// Those kept as bits.
    dense: [u64; DENSE_WORDS],
    dense_count: u32,
}

impl<'a> Rest<'a> {
    fn of(index: &'a Index, place: usize, after: u32) -> Self {
        let mut dense = [0; DENSE_WORDS];
        dense.copy_from_slice(index.dense(place));
        if after >= index.dense_from {
            let behind = (after - index.dense_from) as usize + 1;
            for (at, word) in dense.iter_mut().enumerate() {
                let gone = behind.saturating_sub(at * 64).min(64);
                *word &= u64::MAX.checked_shl(gone as u32).unwrap_or(0);
            }
        }
        let dense_count = dense.iter().map(|word| word.count_ones()).sum();
        let keys = index.sparse_keys(place);
        let start = keys.partition_point(|key| *key <= after);
        Self { sparse: &keys[start..], dense, dense_count }
    }

    /// How many of these keys the sketch at a place holds too; `None` when it is fewer than `least`.
    fn shared(&self, index: &Index, place: usize, least: u32) -> Option<u32> {
        if self.sparse.len() as u32 + self.dense_count < least {
            return None;
        }
        let theirs = index.dense(place);
        let dense: u32 =
            self.dense.iter().zip(theirs).map(|(own, their)| (own & their).count_ones()).sum();
        if self.sparse.len() as u32 + dense < least {
            return None;
        }
        // Those of theirs before the prefix's end are smaller than all of these.
        let sparse =
            merge_at_least(self.sparse, index.sparse_keys(place), least.saturating_sub(dense));
        sparse.map(|sparse| sparse + dense)
    }
}

/// Counts what one sketch shares with all others, whatever they share: for results that leave nothing out.
#[derive(Debug)]
pub struct SharedKeyCounter<'a> {
    index: &'a Index,
    counter: Counter,
}

impl<'a> SharedKeyCounter<'a> {
    /// Ready to count.
    pub fn new(index: &'a Index) -> Self {
        Self { index, counter: Counter::new(index) }
    }

    /// Calls `found` with the number of each sketch that shares a key with sketch `one`, if it is wanted, and the count of
    /// keys both hold.
    pub fn count(
        &mut self,
        one: u32,
        wanted: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) {
        let Some(place) = self.index.place(one) else { return };
        let Counter { counts, touched, .. } = &mut self.counter;
        for key in self.index.keys(place) {
            for partner in self.index.places(*key) {
                let count = &mut counts[*partner as usize];
                if *count == 0 {
                    touched.push(*partner);
                }
                *count += 1;
            }
        }
        for partner in touched.drain(..) {
            let count = std::mem::take(&mut counts[partner as usize]);
            let other = self.index.members[partner as usize].holder;
            if other != one && wanted(other) {
                found(other, count);
            }
        }
    }
}

/// The keys that two ascending, distinct sketches share, ascending.
pub fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut rest = b.iter().peekable();
    let mut common = Vec::new();
    for key in a {
        while rest.next_if(|other| *other < key).is_some() {}
        common.extend(rest.next_if(|other| *other == key));
    }
    common
}

#[cfg(test)]
mod tests;
