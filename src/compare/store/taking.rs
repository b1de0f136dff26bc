//! Moves keys out of a store into another one, and back. So keys are left out of a comparison but not lost.

use std::sync::{Mutex, PoisonError};

use crate::base::lock::locked;

use rayon::prelude::*;

use super::super::runs::{PARTITIONS, Slab, Tail};
use super::{Scatter, Store};

impl Store {
    /// Moves the keys for which `leaves` is true to `removed`. Everything else stays in place. Returns for each holder
    /// (below `limit`) how many of its keys were moved.
    pub fn take_out(
        &mut self,
        leaves: impl Fn(u64) -> bool + Sync,
        removed: &Self,
        limit: usize,
    ) -> Vec<u32> {
        let counted = Mutex::new(vec![0_u32; limit]);
        let take = |taken: &mut TakenOut<'_>, key: u64, holder: u32| {
            let stays = !leaves(key);
            if !stays {
                taken.scatter.add(holder, &[key]);
                taken.counts[holder as usize] += 1;
            }
            stays
        };
        let begin = || TakenOut { scatter: removed.scatter(), counts: vec![0; limit] };
        let end = |taken: TakenOut<'_>| {
            taken.scatter.finish();
            let mut all = locked(&counted);
            all.iter_mut().zip(taken.counts).for_each(|(sum, part)| *sum += part);
        };
        let slabs = self.slabs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let piece = slabs.len().div_ceil(rayon::current_num_threads()).max(1);
        slabs.par_chunks_mut(piece).for_each(|slabs: &mut [Slab]| {
            let mut taken = begin();
            for slab in slabs {
                slab.retain(|key, holder| take(&mut taken, key, holder));
            }
            end(taken);
        });
        let mut taken = begin();
        for at in 0..PARTITIONS {
            let was: Tail = std::mem::take(&mut self.tails[at]);
            for (key, holder) in was.runs(0..was.len()).flat_map(|run| run.keys(at)) {
                if take(&mut taken, key, holder) {
                    self.tails[at].add(key, holder);
                }
            }
        }
        end(taken);
        counted.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds everything in `removed`. Returns for each holder (below `limit`) how many keys were added.
    pub fn put_back(&mut self, removed: &Self, limit: usize) -> Vec<u32> {
        let mut counts = vec![0_u32; limit];
        removed.each(|key, holder| {
            self.add(holder, &[key]);
            counts[holder as usize] += 1;
        });
        counts
    }

    /// Calls `met` with every key and each of its holders.
    pub fn each(&self, mut met: impl FnMut(u64, u32)) {
        let read = self.read();
        for at in 0..PARTITIONS {
            read.runs(at).flat_map(|run| run.keys(at)).for_each(|(key, holder)| met(key, holder));
        }
    }
}

/// The keys that one thread has moved out.
struct TakenOut<'a> {
    scatter: Scatter<'a>,
    counts: Vec<u32>,
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
            let (taken, kept): (BTreeSet<_>, BTreeSet<_>) = all.iter().partition(|(_, key)| leaves(*key));
            prop_assert_eq!(held(&removed), taken);
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
