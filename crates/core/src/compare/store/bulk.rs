use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use super::{FrozenStore, Store};
use crate::compare::grouper::{Grouper, KeyGroups, NOWHERE};
use crate::compare::rows::Rows;
use crate::compare::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE, unpack_key};
use base::{cancel::Cancel, lock::lock_mutex, workers::run_in_pieces};

impl Store {
    /// Counts, by holder, the keys for which `is_chosen` returns true. Also lists those keys that any document has,
    /// ascending. `documents` has the number of documents of each holder. `None` when cancelled.
    pub fn count_chosen_keys(
        &self,
        is_chosen: impl Fn(u64) -> bool + Sync,
        documents: &[u32],
        cancel: &Cancel,
    ) -> Option<(Vec<u32>, Vec<u64>)> {
        let all = Mutex::new(vec![0_u32; documents.len()]);
        let read = self.freeze();
        let found = run_in_pieces(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            || vec![0_u32; documents.len()],
            |counts, range| {
                let mut found: Vec<u64> = Vec::new();
                for at in range {
                    for run in read.runs(at) {
                        let chosen =
                            run.choose_packed_keys(|packed| is_chosen(unpack_key(packed, at)));
                        run.for_each_chosen_key(chosen, |packed| {
                            let holder = run.holder_of(packed) as usize;
                            counts[holder] += 1;
                            if documents[holder] > 0 {
                                found.push(unpack_key(packed, at));
                            }
                        });
                    }
                }
                found.sort_unstable();
                found.dedup();
                found
            },
            |counts| lock_mutex(&all).iter_mut().zip(counts).for_each(|(sum, part)| *sum += part),
        )?;
        Some((all.into_inner().unwrap_or_else(PoisonError::into_inner), found.concat()))
    }

    /// Returns the keys of each holder below `limit`, in any order.
    pub fn keys_by_holder(&self, limit: usize) -> Rows<u64> {
        let read = self.freeze();
        let runs = || (0..PARTITIONS).flat_map(|at| read.runs(at).map(move |run| (run, at)));
        let all = || runs().flat_map(|(run, at)| run.keys_with_holders(at));
        let mut counts = vec![0_u32; limit];
        all().for_each(|(_, holder)| counts[holder as usize] += 1);
        let mut rows = Rows::with_lengths(&counts);
        all().for_each(|(key, holder)| rows.push(holder as usize, key));
        rows
    }

    /// Finds the keys that more than `most` documents have, ascending, with the number of documents. `documents` has
    /// the number of documents of each holder. `None` when cancelled.
    ///
    /// First counts keys by their high bits, with two counters per key. Nearly all counters stay below the limit, so
    /// only few keys are then counted singly.
    pub fn find_common_keys(
        &self,
        documents: &[u32],
        most: u64,
        cancel: &Cancel,
    ) -> Option<Vec<(u64, u32)>> {
        let read = self.freeze();
        let found = run_in_pieces(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            Vec::new,
            |counters, range| {
                let in_one = |at| count_common_keys(&read, at, documents, most, counters);
                range.flat_map(in_one).collect::<Vec<_>>()
            },
            drop,
        )?;
        Some(found.concat())
    }

    /// Calls `met` with each key that at least two of `holders` have, and with these holders, ascending. Holders are
    /// below `limit`; keys for which `leaves` returns true are skipped. Each thread creates its state by `begin` and
    /// passes it to `end`. `None` when cancelled.
    pub fn for_each_repeated_key<S>(
        &self,
        (holders, limit): (impl Iterator<Item = u32>, usize),
        leaves: &(impl Fn(u64) -> bool + Sync),
        cancel: &Cancel,
        begin: impl Fn() -> S + Sync,
        met: impl Fn(&mut S, u64, &[u32]) + Sync,
        end: impl Fn(S) + Sync,
    ) -> Option<()> {
        let mut place_of = vec![NOWHERE; limit];
        holders.for_each(|holder| place_of[holder as usize] = holder);
        let read = self.freeze();
        run_in_pieces(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            || (Grouper::new(), begin()),
            |(grouper, state), range| {
                for at in range {
                    let repeated = grouper.mark_repeated_keys(&read, at, leaves, drop);
                    let mut groups = KeyGroups::default();
                    grouper.group_partition(&read, at, &repeated, &place_of, &mut groups);
                    let mut rest = groups.places.as_slice();
                    for (key, length) in grouper.repeated_keys(at).zip(groups.lengths) {
                        let (holders, after) = rest.split_at(length as usize);
                        rest = after;
                        met(state, key, holders);
                    }
                }
            },
            |(_, state)| end(state),
        )?;
        Some(())
    }
}

fn count_common_keys(
    read: &FrozenStore<'_>,
    at: usize,
    documents: &[u32],
    most: u64,
    counters: &mut Vec<u32>,
) -> Vec<(u64, u32)> {
    let keys: usize = read.runs(at).map(|run: KeyRun<'_>| run.packed.len()).sum();
    let bits = (keys * 2).next_power_of_two().max(2).trailing_zeros();
    counters.clear();
    counters.resize(1 << bits, 0);
    // Uses the highest bits in which keys of a partition can differ.
    let counter = |key: u64| (key << PARTITIONS.trailing_zeros() >> (64 - bits)) as usize;
    let weight = |holder: u32| documents.get(holder as usize).copied().unwrap_or(0);
    for (key, holder) in read.runs(at).flat_map(|run| run.keys_with_holders(at)) {
        let slot = &mut counters[counter(key)];
        *slot = slot.saturating_add(weight(holder));
    }
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for (key, holder) in read.runs(at).flat_map(|run| run.keys_with_holders(at)) {
        if u64::from(counters[counter(key)]) > most {
            *counts.entry(key).or_default() += weight(holder);
        }
    }
    let mut found: Vec<(u64, u32)> =
        counts.into_iter().filter(|(_, count)| u64::from(*count) > most).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use crate::compare::store::tests::filled;
    use base::cancel::Cancel;

    proptest! {
        #[test]
        fn it_finds_the_keys_that_a_plain_count_finds(
            sets in prop::collection::vec((prop::collection::btree_set(0_u64..50, 0..40), 0_u32..4), 1..12),
            most in 0_u64..9,
            spread in prop::sample::select(vec![1_u64, 1 << 58, 0x0123_4567_89ab_cdef]),
            scattered in 0_usize..12,
        ) {
            let mut plain: BTreeMap<u64, u32> = BTreeMap::new();
            let spread = |(set, documents): (BTreeSet<u64>, u32)| {
                (set.iter().map(|key| key.wrapping_mul(spread)).collect::<Vec<_>>(), documents)
            };
            let (sets, documents): (Vec<_>, Vec<u32>) = sets.into_iter().map(spread).unzip();
            let store = filled(&sets, scattered);
            for (key, documents) in sets.iter().zip(&documents).flat_map(|(keys, documents)| keys.iter().map(move |key| (key, documents))) {
                *plain.entry(*key).or_default() += documents;
            }
            let is_chosen = |key: u64| key.is_multiple_of(3);
            let never = Cancel::never_cancelled();
            let (counts, chosen) = store.count_chosen_keys(is_chosen, &documents, &never).unwrap();
            for (keys, count) in sets.iter().zip(counts) {
                prop_assert_eq!(count as usize, keys.iter().filter(|key| is_chosen(**key)).count());
            }
            let plainly = plain.iter().filter(|(key, count)| is_chosen(**key) && **count > 0);
            prop_assert_eq!(chosen, plainly.map(|(key, _)| *key).collect::<Vec<_>>());
            let found = store.find_common_keys(&documents, most, &never).unwrap();
            plain.retain(|_, count| u64::from(*count) > most);
            prop_assert_eq!(found, plain.into_iter().collect::<Vec<_>>());
        }
    }

    proptest! {
        #[test]
        fn every_sketch_comes_back_as_it_was_added(
            sets in prop::collection::vec(prop::collection::btree_set(any::<u64>(), 0..40), 0..12),
            scattered in any::<bool>(),
        ) {
            let sets: Vec<Vec<u64>> = sets.into_iter().map(Vec::from_iter).collect();
            let store = filled(&sets, if scattered { sets.len() } else { 0 });
            let keys_by_holder = store.keys_by_holder(sets.len());
            for (holder, keys) in sets.iter().enumerate() {
                let mut found = keys_by_holder.row(holder).to_vec();
                found.sort_unstable();
                prop_assert_eq!(&found, keys);
            }
        }
    }
}
