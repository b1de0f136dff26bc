//! Which sketches share enough shingles, and exactly how many: a join over the index that looks only where a pair can
//! pass. It ranks nothing.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::base::cancel::Cancel;

use super::bounds::Bar;
use super::index::{DENSE_WORDS, Index};
use super::measure::Measure;

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
#[derive(Debug, Default)]
struct Counter {
    counts: Vec<u32>,
    touched: Vec<u32>,
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

    /// The pairs whose smaller sketch stands at one of these places, in no order; not all of them when cancelled.
    pub fn pairs(&self, places: std::ops::Range<usize>, cancel: &Cancel) -> Vec<Shared> {
        let piece = (places.len() / (8 * rayon::current_num_threads())).clamp(1, 256);
        let pieces: Vec<Vec<Shared>> = places
            .into_par_iter()
            .with_min_len(piece)
            .fold(Found::default, |mut found, place| {
                if !cancel.is_cancelled() {
                    let counter = found.counter.get_or_insert_with(|| self.counter());
                    self.partners(place, counter, &mut found.pairs);
                }
                found
            })
            .map(|found| {
                let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
                counters.extend(found.counter);
                found.pairs
            })
            .collect();
        pieces.concat()
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
        spare.unwrap_or_else(|| Counter { counts: vec![0; self.index.len()], touched: Vec::new() })
    }

    fn partners(&self, place: usize, counter: &mut Counter, found: &mut Vec<Shared>) {
        let size = self.index.members[place].size;
        let prefix = self.prefix(place);
        let Some(end_key) = prefix.last() else { return };
        let Counter { counts, touched } = counter;
        let by_shingles = self.bar.measure != Measure::PerWord;
        let end = if by_shingles {
            self.least_with_smaller.partition_point(|least| *least <= size.shingles)
        } else {
            self.index.len()
        };
        for key in prefix {
            let partners = self.index.places(*key);
            let from = if by_shingles {
                partners.partition_point(|partner| *partner as usize <= place)
            } else {
                0
            };
            for partner in &partners[from..] {
                let at = *partner as usize;
                if at >= end {
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
        let rest = Rest::of(self.index, place, *end_key);
        for partner in touched.drain(..) {
            let at = partner as usize;
            let so_far = std::mem::take(&mut counts[at]);
            let other = self.index.members[at];
            let least = self.bar.least_shared(size, other.size);
            if let Some(more) = rest.shared(self.index, at, least.saturating_sub(so_far)) {
                let (one, two) = (self.index.members[place].holder, other.holder);
                found.push(Shared { a: one.min(two), b: one.max(two), count: so_far + more });
            }
        }
    }

    /// Whether the sketch at a place is the larger of two, ties decided by the place.
    fn is_larger(&self, at: usize, than: usize) -> bool {
        let key = |place: usize| (self.bar.key(self.index.members[place].size), place);
        key(at) > key(than)
    }
}

#[derive(Default)]
struct Found {
    counter: Option<Counter>,
    pairs: Vec<Shared>,
}

/// The keys of a sketch behind its prefix.
struct Rest<'a> {
    /// The last key of the prefix.
    after: u32,
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
        Self { after, sparse: sparse_behind(index, place, after), dense, dense_count }
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
        let sparse = sparse_behind(index, place, self.after);
        if sparse.len().min(self.sparse.len()) as u32 + dense < least {
            return None;
        }
        Some(merge(self.sparse, sparse) + dense).filter(|count| *count >= least)
    }
}

/// The keys of a sketch behind a key, without those kept as bits.
fn sparse_behind(index: &Index, place: usize, after: u32) -> &[u32] {
    let keys = index.keys(place);
    let end = keys.partition_point(|key| *key < index.dense_from);
    let start = keys[..end].partition_point(|key| *key <= after);
    &keys[start..end]
}

/// Counts what one sketch shares with all others, whatever they share: for results that leave nothing out.
#[derive(Debug)]
pub struct Holders<'a> {
    index: &'a Index,
    counter: Counter,
}

impl<'a> Holders<'a> {
    /// Ready to count.
    pub fn new(index: &'a Index) -> Self {
        let counter = Counter { counts: vec![0; index.len()], touched: Vec::new() };
        Self { index, counter }
    }

    /// Calls `found` with the number of each sketch that shares a key with sketch `one`, if it is wanted, and the count of
    /// keys both hold.
    pub fn sharing(
        &mut self,
        one: u32,
        wanted: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) {
        let Some(place) = self.index.place(one) else { return };
        let Counter { counts, touched } = &mut self.counter;
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

/// How many numbers two ascending, distinct lists share.
pub(super) fn merge<T: Ord + Copy>(a: &[T], b: &[T]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (left, right) = (a[i], b[j]);
        count += u32::from(left == right);
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    count
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
mod tests {
    use std::collections::BTreeSet;

    use hashbrown::HashSet;
    use proptest::prelude::*;

    use super::super::bounds::Size;
    use super::super::index::Member;
    use super::super::measure::{Above, Direction, Overlap};
    use super::super::store::Store;
    use super::{Bar, Cancel, Index, Join, Measure, Shared, common, merge};
    use crate::base::ratio::Ratio;

    /// Sketches with so many keys of their own, out of few common ones, and with some more words than keys.
    fn sketches() -> impl Strategy<Value = Vec<(BTreeSet<u64>, u32)>> {
        let few = prop::collection::btree_set(0_u64..40, 0..30);
        // More than there are bits for.
        let many = prop::collection::btree_set(0_u64..3000, 0..900);
        let own = prop::collection::btree_set(1_000_000_u64..1_000_000_000, 0..20);
        let one = |set| {
            (set, own.clone(), 0_u32..9).prop_map(|(set, own, more): (BTreeSet<u64>, _, _)| {
                (set.into_iter().chain(own).collect::<BTreeSet<u64>>(), more)
            })
        };
        prop_oneof![
            9 => prop::collection::vec(one(few.boxed()), 0..16),
            1 => prop::collection::vec(one(many.boxed()), 0..8),
        ]
    }

    fn any_bar() -> impl Strategy<Value = Bar> {
        let measures: Vec<Measure> = Measure::ALL.iter().map(|(_, measure)| *measure).collect();
        (
            prop::sample::select(measures),
            prop::sample::select(vec![Above::AtLeast, Above::Strictly]),
            0_u64..=20,
        )
            .prop_map(|(measure, above, num)| Bar {
                measure,
                above,
                threshold: Ratio::new(num, 20),
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn it_finds_what_comparing_all_with_all_finds(sets in sketches(), bar in any_bar(), first in 0_usize..3) {
            let spread = |key: &u64| key.wrapping_mul(0x0123_4567_89ab_cdef);
            let mut store = Store::default();
            let mut members = Vec::new();
            for (holder, (set, more)) in sets.iter().enumerate() {
                let keys: Vec<u64> = set.iter().map(spread).collect();
                store.add(holder as u32, &keys);
                // Some holders of the store are no members: they are gone.
                if holder >= first {
                    let size = Size { shingles: keys.len() as u32, words: keys.len() as u32 + more };
                    members.push(Member { holder: holder as u32, size });
                }
            }
            let mut plain = Vec::new();
            for left in &members {
                for right in members.iter().filter(|right| right.holder > left.holder) {
                    let both = &sets[left.holder as usize].0 & &sets[right.holder as usize].0;
                    let overlap = Overlap {
                        shared: both.len() as u32,
                        a_shingles: left.size.shingles,
                        b_shingles: right.size.shingles,
                        a_words: left.size.words,
                        b_words: right.size.words,
                        exact_copy: false,
                    };
                    if !both.is_empty() && bar.above.passes(overlap.score(bar.measure, Direction::Larger), bar.threshold) {
                        plain.push(Shared { a: left.holder, b: right.holder, count: both.len() as u32 });
                    }
                }
            }
            plain.sort_unstable();
            let never = Cancel::never();
            let of_all = Index::build(&store, members.clone(), &never).unwrap();
            let of_some = Index::build_for(&store, members, bar, HashSet::default, &never).unwrap();
            for index in [of_all, of_some] {
                let join = Join::new(&index, bar);
                let mut found = join.pairs(0..index.len(), &never);
                found.sort_unstable();
                prop_assert_eq!(&found, &plain);
                prop_assert_eq!(join.estimate(usize::MAX), plain.len() as u64);
            }
        }

        #[test]
        fn merging_counts_what_sets_share(a in prop::collection::btree_set(0_u64..40, 0..30), b in prop::collection::btree_set(0_u64..40, 0..30)) {
            let left: Vec<u64> = a.iter().copied().collect();
            let right: Vec<u64> = b.iter().copied().collect();
            prop_assert_eq!(merge(&left, &right) as usize, a.intersection(&b).count());
            prop_assert_eq!(common(&left, &right), a.intersection(&b).copied().collect::<Vec<_>>());
        }
    }
}
