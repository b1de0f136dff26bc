//! Operations on whole stores: moving ignored keys out and back, finding frequent and repeated keys, and listing keys
//! by holder.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use rayon::prelude::*;

use super::{FrozenStore, Scatter, Store};
use crate::base::{cancel::Cancel, lock::locked, workers::share};
use crate::compare::grouper::{Grouper, KeyGroups, NOWHERE};
use crate::compare::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE, Slab, Tail};

impl Store {
    /// Moves the keys that satisfy `leaves` to `removed`. Returns the moved keys per holder below `limit`.
    pub fn take_out(
        &mut self,
        leaves: impl Fn(u64) -> bool + Sync,
        removed: &Self,
        limit: usize,
    ) -> Vec<u32> {
        let counted = Mutex::new(vec![0_u32; limit]);
        let take = |moved: &mut MovedKeys<'_>, key: u64, holder: u32| {
            let stays = !leaves(key);
            if !stays {
                moved.scatter.add(holder, &[key]);
                moved.counts[holder as usize] += 1;
            }
            stays
        };
        let begin = || MovedKeys { scatter: removed.scatter(), counts: vec![0; limit] };
        let end = |moved: MovedKeys<'_>| {
            moved.scatter.finish();
            let mut all = locked(&counted);
            all.iter_mut().zip(moved.counts).for_each(|(sum, part)| *sum += part);
        };
        let slabs = self.slabs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let piece = slabs.len().div_ceil(rayon::current_num_threads()).max(1);
        slabs.par_chunks_mut(piece).for_each(|slabs: &mut [Slab]| {
            let mut moved = begin();
            for slab in slabs {
                slab.retain(|key, holder| take(&mut moved, key, holder));
            }
            end(moved);
        });
        let mut moved = begin();
        for at in 0..PARTITIONS {
            let was: Tail = std::mem::take(&mut self.tails[at]);
            for (key, holder) in was.runs(0..was.len()).flat_map(|run| run.keys(at)) {
                if take(&mut moved, key, holder) {
                    self.tails[at].add(key, holder);
                }
            }
        }
        end(moved);
        counted.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds everything in `removed`. Returns the added keys per holder below `limit`.
    pub fn put_back(&mut self, removed: &Self, limit: usize) -> Vec<u32> {
        let mut counts = vec![0_u32; limit];
        removed.each(|key, holder| {
            self.add(holder, &[key]);
            counts[holder as usize] += 1;
        });
        counts
    }

    /// Calls `met` with every key and holder.
    pub fn each(&self, mut met: impl FnMut(u64, u32)) {
        let read = self.read();
        for at in 0..PARTITIONS {
            read.runs(at).flat_map(|run| run.keys(at)).for_each(|(key, holder)| met(key, holder));
        }
    }
}

struct MovedKeys<'a> {
    scatter: Scatter<'a>,
    counts: Vec<u32>,
}

impl Store {
    /// Finds the keys that more than `most` documents have in this store and `other`, with the number of documents,
    /// ascending. No holder has a key in both stores. `documents` are the documents per holder. `None` when cancelled.
    ///
    /// Counters by the high bits, two per key, exclude nearly all keys as too rare, although keys may share a counter.
    /// Only the others are counted singly.
    pub fn common(
        &self,
        other: &Self,
        documents: &[u32],
        most: u64,
        cancel: &Cancel,
    ) -> Option<Vec<(u64, u32)>> {
        let read = [self.read(), other.read()];
        let found = share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            Vec::new,
            |counters, range| {
                let in_one = |at| common(&read, at, documents, most, counters);
                range.flat_map(in_one).collect::<Vec<_>>()
            },
            drop,
        )?;
        Some(found.concat())
    }

    /// Calls `met` with the holders, ascending, of each key that at least two of `holders` have. A thread creates its
    /// state by `begin` and passes the state to `end`. `None` when cancelled.
    pub fn each_repeated<S>(
        &self,
        holders: impl Iterator<Item = u32>,
        limit: usize,
        cancel: &Cancel,
        begin: impl Fn() -> S + Sync,
        met: impl Fn(&mut S, &[u32]) + Sync,
        end: impl Fn(S) + Sync,
    ) -> Option<()> {
        let mut place_of = vec![NOWHERE; limit];
        holders.for_each(|holder| place_of[holder as usize] = holder);
        let read = self.read();
        share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            || (Grouper::new(), begin()),
            |(grouper, state), range| {
                for at in range {
                    let repeated = grouper.find_repeated(&read, at, &|_| false, drop);
                    let mut groups = KeyGroups::default();
                    grouper.group(&read, at, &repeated, &place_of, &mut groups);
                    let mut rest = groups.places.as_slice();
                    for length in groups.lengths {
                        let (holders, after) = rest.split_at(length as usize);
                        rest = after;
                        met(state, holders);
                    }
                }
            },
            |(_, state)| end(state),
        )?;
        Some(())
    }
}

fn common(
    read: &[FrozenStore<'_>; 2],
    at: usize,
    documents: &[u32],
    most: u64,
    counters: &mut Vec<u32>,
) -> Vec<(u64, u32)> {
    let runs = || read.iter().flat_map(|read| read.runs(at));
    let keys: usize = runs().map(|run: KeyRun<'_>| run.packed.len()).sum();
    let bits = (keys * 2).next_power_of_two().max(2).trailing_zeros();
    counters.clear();
    counters.resize(1 << bits, 0);
    // Highest bits in which keys of a partition differ.
    let counter = |key: u64| (key << PARTITIONS.trailing_zeros() >> (64 - bits)) as usize;
    let weight = |holder: u32| documents.get(holder as usize).copied().unwrap_or(0);
    for (key, holder) in runs().flat_map(|run| run.keys(at)) {
        let slot = &mut counters[counter(key)];
        *slot = slot.saturating_add(weight(holder));
    }
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for (key, holder) in runs().flat_map(|run| run.keys(at)) {
        if u64::from(counters[counter(key)]) > most {
            *counts.entry(key).or_default() += weight(holder);
        }
    }
    let mut found: Vec<(u64, u32)> =
        counts.into_iter().filter(|(_, count)| u64::from(*count) > most).collect();
    found.sort_unstable();
    found
}

/// Keys of every sketch in a store.
#[derive(Debug)]
pub struct KeysByHolder {
    keys: Vec<u64>,
    /// End of each holder's keys, which is the start of the next.
    ends: Vec<usize>,
}

impl KeysByHolder {
    /// Collects the keys of all holders below `limit`.
    pub fn new(store: &Store, limit: usize) -> Self {
        let read = store.read();
        let all = || (0..PARTITIONS).flat_map(|at| read.runs(at).flat_map(move |run| run.keys(at)));
        let mut ends = vec![0_usize; limit];
        for (_, holder) in all() {
            ends[holder as usize] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        // During filling, `ends` has the next free place of each holder.
        let mut keys = vec![0; start];
        for (key, holder) in all() {
            let next = &mut ends[holder as usize];
            keys[*next] = key;
            *next += 1;
        }
        let mut keys_by_holder = Self { keys, ends };
        for holder in 0..limit as u32 {
            let range = keys_by_holder.range(holder);
            keys_by_holder.keys[range].sort_unstable();
        }
        keys_by_holder
    }

    /// Keys of a holder, ascending.
    pub fn keys(&self, holder: u32) -> &[u64] {
        &self.keys[self.range(holder)]
    }

    fn range(&self, holder: u32) -> std::ops::Range<usize> {
        let end = |holder: u32| self.ends[holder as usize];
        holder.checked_sub(1).map_or(0, end)..end(holder)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Store;
    use crate::base::cancel::Cancel;

    fn held(store: &Store) -> BTreeSet<(u32, u64)> {
        let mut all = BTreeSet::new();
        store.each(|key, holder| assert!(all.insert((holder, key)), "found twice"));
        all
    }

    proptest! {
        #[test]
        fn what_is_taken_out_is_in_the_other_store_and_can_be_put_back(
            sets in prop::collection::vec(prop::collection::btree_set(any::<u64>(), 0..90), 1..9),
            scattered in any::<bool>(), modulo in 1_u64..4,
        ) {
            let mut store = Store::default();
            if scattered {
                let mut scatter = store.scatter();
                for (holder, set) in sets.iter().enumerate() {
                    scatter.add(holder as u32, &set.iter().copied().collect::<Vec<_>>());
                }
                scatter.finish();
            } else {
                for (holder, set) in sets.iter().enumerate() {
                    store.add(holder as u32, &set.iter().copied().collect::<Vec<_>>());
                }
            }
            let all = held(&store);
            let leaves = |key: u64| key.is_multiple_of(modulo);
            let removed = Store::default();
            let counts = store.take_out(leaves, &removed, sets.len());
            let (moved, kept): (BTreeSet<_>, BTreeSet<_>) = all.iter().partition(|(_, key)| leaves(*key));
            prop_assert_eq!(held(&removed), moved);
            prop_assert_eq!(held(&store), kept);
            for (holder, set) in sets.iter().enumerate() {
                prop_assert_eq!(counts[holder] as usize, set.iter().filter(|key| leaves(**key)).count());
                // What is left can still be counted.
                let keys: Vec<u64> = set.iter().copied().collect();
                let shared = store.count(&[&keys], sets.len(), &Cancel::never()).unwrap();
                prop_assert_eq!(shared[0][holder] as usize, set.len() - counts[holder] as usize);
            }
            prop_assert_eq!(store.put_back(&removed, sets.len()), counts);
            prop_assert_eq!(held(&store), all);
        }
    }
}

#[cfg(test)]
mod common_tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::Store;
    use crate::base::cancel::Cancel;

    proptest! {
        #[test]
        fn it_finds_the_keys_that_a_plain_count_finds(
            sets in prop::collection::vec((prop::collection::btree_set(0_u64..50, 0..40), 0_u32..4), 1..12),
            most in 0_u64..9,
            spread in prop::sample::select(vec![1_u64, 1 << 58, 0x0123_4567_89ab_cdef]),
        ) {
            let (mut one, mut other) = (Store::default(), Store::default());
            let mut plain: BTreeMap<u64, u32> = BTreeMap::new();
            for (holder, (set, documents)) in sets.iter().enumerate() {
                for key in set {
                    let key = key.wrapping_mul(spread);
                    let store = if key % 3 == 0 { &mut one } else { &mut other };
                    store.add(holder as u32, &[key]);
                    *plain.entry(key).or_default() += documents;
                }
            }
            let documents: Vec<u32> = sets.iter().map(|(_, documents)| *documents).collect();
            let found = one.common(&other, &documents, most, &Cancel::never()).unwrap();
            plain.retain(|_, count| u64::from(*count) > most);
            prop_assert_eq!(found, plain.into_iter().collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod keys_by_holder_tests {
    use proptest::prelude::*;

    use super::{KeysByHolder, Store};

    proptest! {
        #[test]
        fn every_sketch_comes_back_as_it_was_added(
            sets in prop::collection::vec(prop::collection::btree_set(any::<u64>(), 0..40), 0..12),
            scattered in any::<bool>(),
        ) {
            let mut store = Store::default();
            let sets: Vec<Vec<u64>> = sets.into_iter().map(Vec::from_iter).collect();
            if scattered {
                let mut scatter = store.scatter();
                for (holder, keys) in sets.iter().enumerate().rev() {
                    scatter.add(holder as u32, keys);
                }
                scatter.finish();
            } else {
                for (holder, keys) in sets.iter().enumerate() {
                    store.add(holder as u32, keys);
                }
            }
            let keys_by_holder = KeysByHolder::new(&store, sets.len());
            for (holder, keys) in sets.iter().enumerate() {
                prop_assert_eq!(keys_by_holder.keys(holder as u32), &keys[..]);
            }
        }
    }
}
