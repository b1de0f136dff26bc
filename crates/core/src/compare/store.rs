//! The store: all keys of all sketches with their holders. The high bits of a key determine its partition.

pub mod bulk;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::runs::{KeyRun, PARTITIONS, RUN, Slab, Tail, pack_key, partition_of};
use base::{cancel::Cancel, lock::lock_mutex, workers::run_in_pieces};

/// Keys of all sketches. Threads write runs of keys into their own slabs; a growing table per partition took a tenth of
/// a run for locks, copies and system calls.
#[derive(Debug)]
pub struct Store {
    slabs: RwLock<Vec<Slab>>,
    /// Empty slabs, reused because fresh memory costs half a second per gigabyte.
    spare: Mutex<Vec<Slab>>,
    tails: Vec<Tail>,
}

impl Default for Store {
    fn default() -> Self {
        let tails = (0..PARTITIONS).map(|_| Tail::default()).collect();
        Self { slabs: RwLock::default(), spare: Mutex::default(), tails }
    }
}

impl Store {
    pub fn clear(&mut self) {
        let slabs = self.slabs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let spare = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner);
        spare.append(slabs);
        self.tails.iter_mut().for_each(Tail::clear);
    }

    /// Adds a sketch with distinct keys for a new holder.
    pub fn add_sketch(&mut self, holder: u32, keys: &[u64]) {
        for key in keys {
            self.tails[partition_of(*key)].add(*key, holder);
        }
    }

    pub fn new_scatter(&self) -> Scatter<'_> {
        Scatter {
            store: self,
            // Filled with ones, because the system would provide pages of zeros only at the first access, which stops
            // other threads.
            buckets: vec![Bucket { base: 0, filled: 0, packed: [u64::MAX; RUN] }; PARTITIONS],
            slab: self.new_slab(),
        }
    }

    /// Counts the keys that each of `sketches` shares with each holder, as tables of length `limit`. There are at most
    /// 64 sketches, with distinct keys. `None` when cancelled.
    ///
    /// Reads every partition that has one of the keys: 5 ms for 6 million keys. A search tree would be far faster, but
    /// would double the memory.
    pub fn count_keys_shared_with_holders(
        &self,
        sketches: &[&[u64]],
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Vec<Vec<u32>>> {
        debug_assert!(sketches.len() <= 64);
        let mut queries: BTreeMap<u64, u64> = BTreeMap::new();
        for (number, keys) in sketches.iter().enumerate() {
            for key in *keys {
                *queries.entry(*key).or_default() |= 1 << number;
            }
        }
        let (keys, bits): (Vec<u64>, Vec<u64>) = queries.into_iter().unzip();
        let pieces: Vec<&[u64]> = keys_by_partition(&keys).collect();
        let counted = Mutex::new(vec![vec![0_u32; limit]; sketches.len()]);
        let read = self.freeze();
        run_in_pieces(
            pieces.len(),
            8,
            cancel,
            || vec![vec![0_u32; limit]; sketches.len()],
            |counts, range| {
                for piece in &pieces[range] {
                    let first = keys.partition_point(|key| *key < piece[0]);
                    read.for_each_holder(piece, |index, holder| {
                        let mut sketches = bits[first + index];
                        while sketches != 0 {
                            counts[sketches.trailing_zeros() as usize][holder as usize] += 1;
                            sketches &= sketches - 1;
                        }
                    });
                }
            },
            |counts| {
                let mut all = lock_mutex(&counted);
                for (sum, part) in all.iter_mut().flatten().zip(counts.iter().flatten()) {
                    *sum += part;
                }
            },
        )?;
        Some(counted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `found` with the index of each key and each of its holders, in any order. `keys` must be distinct and
    /// ascending. Reads the whole partition of each key.
    pub fn for_each_holder(&self, keys: &[u64], mut found: impl FnMut(usize, u32)) {
        let read = self.freeze();
        let mut first = 0;
        for piece in keys_by_partition(keys) {
            read.for_each_holder(piece, |index, holder| found(first + index, holder));
            first += piece.len();
        }
    }

    pub(super) fn freeze(&self) -> FrozenStore<'_> {
        let slabs = self.slabs.read().unwrap_or_else(PoisonError::into_inner);
        FrozenStore { slabs, tails: &self.tails }
    }

    fn new_slab(&self) -> Slab {
        let spare = lock_mutex(&self.spare).pop();
        let mut slab = spare.unwrap_or_else(Slab::new);
        slab.clear();
        slab
    }
}

pub(super) struct FrozenStore<'a> {
    slabs: RwLockReadGuard<'a, Vec<Slab>>,
    tails: &'a [Tail],
}

impl FrozenStore<'_> {
    /// Returns the runs of a partition, in an arbitrary but fixed order.
    pub(super) fn runs(&self, at: usize) -> impl Iterator<Item = KeyRun<'_>> {
        let runs = self.slabs.iter().flat_map(move |slab| slab.runs(at));
        let tail = &self.tails[at];
        runs.chain(tail.runs(0..tail.len()))
    }

    /// Calls `found` with the index of each key and each of its holders. The keys ascend and lie in one partition.
    fn for_each_holder(&self, keys: &[u64], mut found: impl FnMut(usize, u32)) {
        let (at, sieve) = (keys.first().map_or(0, |key| partition_of(*key)), Sieve::new(keys));
        for (key, holder) in self.runs(at).flat_map(|run| run.keys_with_holders(at)) {
            if sieve.may_contain(key)
                && let Ok(index) = keys.binary_search(&key)
            {
                found(index, holder);
            }
        }
    }
}

/// Splits ascending keys by partition.
fn keys_by_partition(keys: &[u64]) -> impl Iterator<Item = &[u64]> {
    keys.chunk_by(|one, other| partition_of(*one) == partition_of(*other))
}

/// A filter of 4,096 bits that rejects nearly all unwanted keys of a partition before they are looked up.
struct Sieve([u64; 64]);

impl Sieve {
    fn new(queries: &[u64]) -> Self {
        let mut sieve = Self([0; 64]);
        for key in queries {
            let bit = Self::bit_of(*key);
            sieve.0[bit / 64] |= 1 << (bit % 64);
        }
        sieve
    }

    const fn bit_of(key: u64) -> usize {
        (key >> 40) as usize % 4096
    }

    const fn may_contain(&self, key: u64) -> bool {
        let bit = Self::bit_of(key);
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// A buffer that collects keys by partition and adds many at a time to the store, the last in [`Self::flush_all_buckets`].
#[derive(Debug)]
pub struct Scatter<'a> {
    store: &'a Store,
    buckets: Vec<Bucket>,
    slab: Slab,
}

#[derive(Debug, Clone)]
struct Bucket {
    base: u32,
    filled: u32,
    packed: [u64; RUN],
}

impl Scatter<'_> {
    pub fn add(&mut self, holder: u32, keys: &[u64]) {
        for key in keys {
            let at = partition_of(*key);
            let bucket = &mut self.buckets[at];
            let packed = pack_key(*key, holder, bucket.base);
            if let Some(packed) = packed
                && let Some(slot) = bucket.packed.get_mut(bucket.filled as usize)
            {
                *slot = packed;
                bucket.filled += 1;
            } else {
                self.begin_run(at, *key, holder);
            }
        }
    }

    pub fn flush_all_buckets(mut self) {
        for at in 0..PARTITIONS {
            self.flush_bucket(at);
        }
        self.store_full_slab();
    }

    #[inline(never)]
    fn begin_run(&mut self, at: usize, key: u64, holder: u32) {
        self.flush_bucket(at);
        let bucket = &mut self.buckets[at];
        bucket.base = holder;
        bucket.packed[0] = pack_key(key, holder, holder).unwrap_or_default();
        bucket.filled = 1;
    }

    fn flush_bucket(&mut self, at: usize) {
        let bucket = &self.buckets[at];
        let packed = &bucket.packed[..bucket.filled as usize];
        if !packed.is_empty() && self.slab.push(at, KeyRun { base: bucket.base, packed }) {
            self.store_full_slab();
        }
    }

    fn store_full_slab(&mut self) {
        let mut slab = std::mem::replace(&mut self.slab, self.store.new_slab());
        slab.sort_runs_by_partition();
        self.store.slabs.write().unwrap_or_else(PoisonError::into_inner).push(slab);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Store;
    use base::cancel::Cancel;

    /// A store of these sketches. The first ones are added together, the others one by one.
    pub(super) fn filled(sketches: &[Vec<u64>], together: usize) -> Store {
        let mut store = Store::default();
        let mut scatter = store.new_scatter();
        for (holder, keys) in sketches.iter().enumerate().take(together).rev() {
            scatter.add(holder as u32, keys);
        }
        scatter.flush_all_buckets();
        for (holder, keys) in sketches.iter().enumerate().skip(together) {
            store.add_sketch(holder as u32, keys);
        }
        store
    }

    proptest! {
        #[test]
        fn it_counts_what_sets_share(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..60, 0..40), 1..12),
            asked in prop::collection::vec(prop::collection::btree_set(0_u64..60, 0..40), 0..5),
            spread in prop::sample::select(vec![1_u64, 1 << 58, 0x0123_4567_89ab_cdef]),
            scattered in any::<bool>(),
        ) {
            let spread = |set: &BTreeSet<u64>| -> Vec<u64> { set.iter().map(|key| key.wrapping_mul(spread)).collect::<BTreeSet<_>>().into_iter().collect() };
            let sets: Vec<Vec<u64>> = sets.iter().map(spread).collect();
            let asked: Vec<Vec<u64>> = asked.iter().map(spread).collect();
            let store = filled(&sets, if scattered { sets.len() } else { 0 });
            let asked_slices: Vec<&[u64]> = asked.iter().map(Vec::as_slice).collect();
            let counts = store.count_keys_shared_with_holders(&asked_slices, sets.len(), &Cancel::never_cancelled()).unwrap();
            for (number, keys) in asked.iter().enumerate() {
                for (holder, held) in sets.iter().enumerate() {
                    let plain = keys.iter().filter(|key| held.contains(key)).count();
                    prop_assert_eq!(counts[number][holder] as usize, plain);
                }
                let mut found = vec![BTreeSet::new(); keys.len()];
                store.for_each_holder(keys, |key, holder| assert!(found[key].insert(holder), "found twice"));
                for (key, holders) in keys.iter().zip(found) {
                    let held = |holder: &u32| sets[*holder as usize].contains(key);
                    prop_assert_eq!(holders, (0..sets.len() as u32).filter(held).collect());
                }
            }
        }
    }
}
