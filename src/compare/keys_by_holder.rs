//! Inverts the store: the keys of each holder.

use super::runs::PARTITIONS;
use super::store::Store;

/// The keys of every sketch in a store.
#[derive(Debug)]
pub struct KeysByHolder {
    /// All keys, holder by holder.
    keys: Vec<u64>,
    /// Where the keys of each holder end. They begin where those of the holder before end.
    ends: Vec<usize>,
}

impl KeysByHolder {
    /// The keys of all holders below `limit`.
    pub fn of(store: &Store, limit: usize) -> Self {
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
        // While the table is filled, `ends` holds where the next key of a holder goes.
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

    /// The keys of a holder, ascending.
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
            let keys_by_holder = KeysByHolder::of(&store, sets.len());
            for (holder, keys) in sets.iter().enumerate() {
                prop_assert_eq!(keys_by_holder.keys(holder as u32), &keys[..]);
            }
        }
    }
}
