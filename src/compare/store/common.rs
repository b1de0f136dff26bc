//! Finds the keys that many documents have, by counting over whole stores.

use hashbrown::HashMap;

use crate::base::cancel::Cancel;
use crate::base::workers::share;

use super::super::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE};
use super::{FrozenStore, Store};

impl Store {
    /// The keys that more than `most` documents have in this store and `other` together, with that number, ascending by
    /// key. No holder has a key in both stores. `documents` is how many documents a holder represents. `None` when
    /// cancelled.
    ///
    /// Counters by the high bits of keys, two for each key, show quickly that nearly all keys are too rare, even though
    /// several keys may share a counter. Only the remaining keys are counted one by one.
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
    // The highest bits in which the keys of a partition differ.
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

#[cfg(test)]
mod tests {
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
