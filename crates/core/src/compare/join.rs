//! Finds the pairs of sketches that share enough shingles, with exact counts. Skips most pairs without counting.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::index::{Index, IndexMember, KeyList};
use super::measure::{Bar, Measure};
use super::merge::count_common_numbers_at_least;
use base::cancel::Cancel;

/// Two sketches by holder (`a < b`), with the number of distinct keys that they share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedCount {
    pub a: u32,
    pub b: u32,
    pub count: u32,
}

/// Number of places whose reading takes as long as comparing the keys of one partner.
const PLACES_A_PARTNER: usize = 16;
const PLACES_AT_ONCE: usize = 64;

/// Finds the pairs of an index that pass a bar.
///
/// A sketch looks for partners of at least its size. All keys have one order, from rare to frequent. If two sketches
/// share at least n keys, the rarest shared key is not among the last n − 1 keys of either. This is the prefix filter
/// of Chaudhuri, Ganti and Kaushik (2006) and Bayardo, Ma and Srikant (2007). At a resemblance of .5 among 10,000
/// documents, one in a thousand of the pairs that share a shingle remains.
#[derive(Debug)]
pub struct Join<'a> {
    index: &'a Index,
    bar: Bar,
    /// By place: a smaller sketch may find this sketch only through keys with numbers below this limit.
    open_below: Vec<u32>,
    /// By place: least number of keys shared with a smaller sketch. Ascending, except for measures over words.
    least_shared_with_smaller: Vec<u32>,
}

#[derive(Debug)]
struct Counter {
    counts: Vec<u32>,
    touched: Vec<u32>,
    lists: Vec<KeyList>,
}

impl Counter {
    fn new(index: &Index) -> Self {
        Self { counts: vec![0; index.len()], touched: Vec::new(), lists: Vec::new() }
    }
}

impl<'a> Join<'a> {
    pub fn new(index: &'a Index, bar: Bar) -> Self {
        let least_shared_with_smaller: Vec<u32> =
            index.members.iter().map(|member| bar.least_shared_with_smaller(member.size)).collect();
        let open_below = least_shared_with_smaller
            .iter()
            .enumerate()
            .map(|(place, least)| {
                let keys = index.keys_at_place(place);
                let last = keys.len().checked_sub(*least as usize).and_then(|at| keys.get(at));
                last.map_or(0, |key| key + 1)
            })
            .collect();
        Self { index, bar, open_below, least_shared_with_smaller }
    }

    /// Returns all pairs that pass the bar, in any order. Returns only some of them when cancelled.
    pub fn find_pairs(
        &self,
        cancel: &Cancel,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<SharedCount> {
        let (done, all) = (AtomicUsize::new(0), self.index.len());
        let goes_on = |_, _| {
            let done = done.fetch_add(PLACES_AT_ONCE, Relaxed) + PLACES_AT_ONCE;
            progress(done.min(all), all);
            false
        };
        self.find_pairs_from(0, |_| true, goes_on, cancel).0.concat()
    }

    /// Finds accepted pairs in any order, until `enough` returns true. Starts with smaller sketches at place `start`;
    /// `enough` gets the number of pairs and the time so far. Also returns the place to continue from. Incomplete when
    /// cancelled.
    ///
    /// Threads take a few sketches at a time, and wait for each other only at `enough`.
    pub fn find_pairs_from(
        &self,
        start: usize,
        accepts: impl Fn(&SharedCount) -> bool + Sync,
        enough: impl Fn(usize, Duration) -> bool + Sync,
        cancel: &Cancel,
    ) -> (Vec<Vec<SharedCount>>, usize) {
        let started = Instant::now();
        let (next, count) = (AtomicUsize::new(start), AtomicUsize::new(0));
        let is_enough = AtomicBool::new(false);
        let all = self.index.len();
        let run = || {
            let (mut found, mut of_place, mut counter) = (Vec::new(), Vec::new(), None);
            while !is_enough.load(Relaxed) && !cancel.is_cancelled() {
                let first = next.fetch_add(PLACES_AT_ONCE, Relaxed);
                if first >= all {
                    break;
                }
                let counter = counter.get_or_insert_with(|| Counter::new(self.index));
                let before = found.len();
                for place in first..all.min(first + PLACES_AT_ONCE) {
                    self.find_partners(place, counter, &mut of_place);
                    found.extend(of_place.drain(..).filter(&accepts));
                    if cancel.is_cancelled() {
                        break;
                    }
                }
                let new = found.len() - before;
                if enough(count.fetch_add(new, Relaxed) + new, started.elapsed()) {
                    is_enough.store(true, Relaxed);
                }
            }
            found
        };
        let few = all.saturating_sub(start) <= PLACES_AT_ONCE;
        let found = if few { vec![run()] } else { rayon::broadcast(|_| run()) };
        (found, next.into_inner().min(all))
    }

    /// Returns the pairs of the text at a place of the index with the texts that the search joins to it.
    pub fn find_pairs_of_text(&self, place: usize) -> Vec<SharedCount> {
        let (mut counter, mut found) = (Counter::new(self.index), Vec::new());
        self.find_partners(place, &mut counter, &mut found);
        found
    }

    pub fn estimate_pair_count(&self, samples: usize) -> u64 {
        let (mut counter, mut found) = (Counter::new(self.index), Vec::new());
        self.estimate_sum_from_samples(samples, |place| {
            found.clear();
            self.find_partners(place, &mut counter, &mut found);
            found.len() as u64
        })
    }

    /// Estimates the number of places and words of bits that the join reads. Reading them takes most of its time.
    pub fn estimate_work(&self, samples: usize) -> u64 {
        let mut lists = Vec::new();
        self.estimate_sum_from_samples(samples, |place| {
            let partners = self
                .list_prefix_keys_and_partners(place, self.prefix_keys_at_place(place), &mut lists)
                .len();
            let is_scan = self.drop_dense_keys(&mut lists, partners);
            let bits = if is_scan { partners * self.index.dense_words } else { 0 };
            (bits + lists.iter().map(|(_, places)| places.len()).sum::<usize>()) as u64
        })
    }

    fn estimate_sum_from_samples(&self, samples: usize, mut of: impl FnMut(usize) -> u64) -> u64 {
        let all = self.index.len();
        let step = (all / samples.max(1)).max(1);
        let places = (step / 2..all).step_by(step);
        let looked = places.len() as u64;
        let sum: u64 = places.map(&mut of).sum();
        let all = u128::from(sum) * all as u128;
        all.checked_div(looked.into()).and_then(|all| all.try_into().ok()).unwrap_or(0)
    }

    /// Returns the prefix of a sketch: its rarest keys. Every larger partner shares at least one of these keys. Empty
    /// if the sketch has no possible partners.
    fn prefix_keys_at_place(&self, place: usize) -> &[u32] {
        let keys = self.index.keys_at_place(place);
        let least = self.bar.least_shared_with_larger(self.index.members[place].size) as usize;
        // A whole prefix has `size + 1 - least` keys. `keys` lacks the rarest, which only this sketch has.
        (keys.len() + 1).checked_sub(least).map_or(&[], |prefix| &keys[..prefix])
    }

    fn find_partners(&self, place: usize, counter: &mut Counter, found: &mut Vec<SharedCount>) {
        let size = self.index.members[place].size;
        let prefix = self.prefix_keys_at_place(place);
        let Some(end_key) = prefix.last() else { return };
        let Counter { counts, touched, lists } = counter;
        let by_shingles = !self.bar.measure.is_per_word();
        let Range { start: first, end } = self.list_prefix_keys_and_partners(place, prefix, lists);
        let is_scan = self.drop_dense_keys(lists, end.saturating_sub(first));
        // Goes backwards, so that the start of smaller sketches need not be searched.
        for (key, places) in &*lists {
            for partner in self.index.places_in_list_below(places, end).iter().rev() {
                let at = *partner as usize;
                if at < first {
                    break;
                }
                if counts[at] == 0 {
                    // Skips a partner that is found by a rarer key, or that finds this sketch itself.
                    if *key >= self.open_below[at]
                        || !by_shingles && !self.is_larger_sketch(at, place)
                    {
                        continue;
                    }
                    touched.push(*partner);
                }
                counts[at] += 1;
            }
        }
        // For these measures, the required count depends only on the smaller sketch.
        let by_smaller = matches!(self.bar.measure, Measure::Containment | Measure::Overlap);
        let least_of_all = by_smaller.then(|| self.bar.least_shared_with_larger(size));
        let least = |partner: &IndexMember| {
            least_of_all.unwrap_or_else(|| self.bar.least_shared_shingles(size, partner.size))
        };
        let own = self.index.members[place].holder;
        if is_scan {
            touched.clear();
            let bits = self.index.dense_bits_of(place);
            for (at, sparse) in counts.iter_mut().enumerate().take(end).skip(first) {
                let count =
                    std::mem::take(sparse) + count_common_bits(bits, self.index.dense_bits_of(at));
                let other = &self.index.members[at];
                if count > 0
                    && count >= least(other)
                    && (by_shingles || self.is_larger_sketch(at, place))
                {
                    found.push(make_ordered_pair(own, other.holder, count));
                }
            }
            return;
        }
        let suffix = &self.index.keys_at_place(place)[prefix.len()..];
        if self.is_cheap_to_scan(suffix, touched.len()) {
            for key in suffix {
                for partner in self.index.places_with(*key) {
                    let count = &mut counts[*partner as usize];
                    *count += u32::from(*count > 0);
                }
            }
            for partner in touched.drain(..) {
                let count = std::mem::take(&mut counts[partner as usize]);
                let other = &self.index.members[partner as usize];
                if count >= least(other) {
                    found.push(make_ordered_pair(own, other.holder, count));
                }
            }
            return;
        }
        let rest = RemainingKeys::new(self.index, place, *end_key);
        for partner in touched.drain(..) {
            let at = partner as usize;
            let so_far = std::mem::take(&mut counts[at]);
            let other = &self.index.members[at];
            let more =
                rest.count_shared_with_place(self.index, at, least(other).saturating_sub(so_far));
            found.extend(more.map(|more| make_ordered_pair(own, other.holder, so_far + more)));
        }
    }

    /// Returns the range of places of possible partners. Fills `lists` with the prefix keys that a partner may have.
    fn list_prefix_keys_and_partners(
        &self,
        place: usize,
        prefix: &[u32],
        lists: &mut Vec<KeyList>,
    ) -> Range<usize> {
        let partners = if self.bar.measure.is_per_word() {
            0..self.index.len()
        } else {
            let shingles = self.index.members[place].size.shingles;
            place + 1..self.least_shared_with_smaller.partition_point(|least| *least <= shingles)
        };
        lists.clear();
        self.index.add_key_lists_from(partners.start, prefix, lists);
        partners
    }

    /// Removes frequent keys from the lists if comparing bits is faster, and then returns true. Bits are faster for
    /// many near copies of a long text.
    fn drop_dense_keys(&self, lists: &mut Vec<KeyList>, partners: usize) -> bool {
        let mut budget = partners * self.index.dense_words;
        let dense = lists.iter().rev().take_while(|(key, _)| *key >= self.index.dense_from);
        let is_scan = dense.map(|(_, places)| places.len()).any(|places| {
            let next = budget.checked_sub(places);
            budget = next.unwrap_or(0);
            next.is_none()
        });
        if is_scan {
            lists.truncate(lists.partition_point(|(key, _)| *key < self.index.dense_from));
        }
        is_scan
    }

    /// Returns true if reading all places of these keys is faster than comparing them with each partner.
    fn is_cheap_to_scan(&self, suffix: &[u32], partners: usize) -> bool {
        let mut budget = partners * PLACES_A_PARTNER;
        suffix.iter().all(|key| {
            let next = budget.checked_sub(self.index.places_with(*key).len());
            budget = next.unwrap_or(0);
            next.is_some()
        })
    }

    /// Returns true if the sketch at place `at` is larger than the sketch at place `than`. Of equal sizes, the later
    /// place is larger.
    fn is_larger_sketch(&self, at: usize, than: usize) -> bool {
        let key = |place: usize| (self.bar.size_in_units(self.index.members[place].size), place);
        key(at) > key(than)
    }
}

fn make_ordered_pair(one: u32, two: u32, count: u32) -> SharedCount {
    SharedCount { a: one.min(two), b: one.max(two), count }
}

struct RemainingKeys<'a> {
    sparse: &'a [u32],
    dense: &'a [u64],
    skipped: usize,
    /// Mask of the first word of bits, which excludes the keys of the prefix.
    first: u64,
    dense_count: u32,
}

impl<'a> RemainingKeys<'a> {
    fn new(index: &'a Index, place: usize, after: u32) -> Self {
        let gone = (after + 1).saturating_sub(index.dense_from) as usize;
        let skipped = gone / 64;
        let dense = index.dense_bits_of(place).get(skipped..).unwrap_or_default();
        let first = u64::MAX << (gone % 64);
        let dense_count = count_common_bits_from(first, dense, dense);
        let keys = index.sparse_keys(place);
        let start = keys.partition_point(|key| *key <= after);
        Self { sparse: &keys[start..], dense, skipped, first, dense_count }
    }

    fn count_shared_with_place(&self, index: &Index, place: usize, least: u32) -> Option<u32> {
        if self.sparse.len() as u32 + self.dense_count < least {
            return None;
        }
        let theirs = index.dense_bits_of(place).get(self.skipped..).unwrap_or_default();
        let dense = count_common_bits_from(self.first, self.dense, theirs);
        if self.sparse.len() as u32 + dense < least {
            return None;
        }
        // Compares from the end, so the partner's keys that belong to the prefix are never reached.
        let sparse = count_common_numbers_at_least(
            self.sparse,
            index.sparse_keys(place),
            least.saturating_sub(dense),
        );
        sparse.map(|sparse| sparse + dense)
    }
}

fn count_common_bits(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

/// Counts the common bits of bit sets. Of the first word, only the bits of `mask` count.
fn count_common_bits_from(mask: u64, a: &[u64], b: &[u64]) -> u32 {
    let (Some((first, a)), Some((other, b))) = (a.split_first(), b.split_first()) else { return 0 };
    (first & other & mask).count_ones() + count_common_bits(a, b)
}

#[derive(Debug)]
pub struct SharedKeyCounter<'a> {
    index: &'a Index,
    counter: Counter,
}

impl<'a> SharedKeyCounter<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self { index, counter: Counter::new(index) }
    }

    /// Calls `found` with each accepted sketch that shares a key with holder `one`, and the number of shared keys.
    pub fn count_keys_shared_with_each(
        &mut self,
        one: u32,
        accepts: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) {
        let Some(place) = self.index.place_of(one) else { return };
        let Counter { counts, touched, .. } = &mut self.counter;
        for key in self.index.keys_at_place(place) {
            for partner in self.index.places_with(*key) {
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
            if other != one && accepts(other) {
                found(other, count);
            }
        }
    }
}

/// Returns the keys in both lists, which are ascending.
pub fn common_keys(a: &[u64], b: &[u64]) -> Vec<u64> {
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
