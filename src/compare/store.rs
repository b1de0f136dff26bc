//! All keys of all sketches, each with its holder, spread over partitions by their high bits. It groups and counts nothing
//! but the keys of a few sketches at a time.

use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use hashbrown::HashMap;

use crate::base::cancel::Cancel;
use crate::base::workers::share;

/// The partitions; a power of two. A hundred thousand documents of 600 shingles leave 60,000 keys in each, whose bits the
/// second-level cache holds while the keys are grouped.
pub(super) const PARTITIONS: usize = 1 << PARTITION_BITS;
const PARTITION_BITS: u32 = 10;

/// Keys that a thread collects for a partition before it writes them down as a run: all partitions together still fit
/// into the second-level cache, and a run is long enough to be read at speed.
const RUN: usize = 32;
/// Keys in a slab: large enough that the system gives its memory whole.
const SLAB: usize = 1 << 20;

/// Which sketches hold which keys.
///
/// Threads write runs of keys of one partition each into slabs of their own, one after the other. Growing a table for each
/// partition instead took a tenth of a run in locks, copies and calls to the system.
#[derive(Debug)]
pub struct Store {
    slabs: RwLock<Vec<Slab>>,
    /// Emptied slabs, to be filled again: fresh memory costs half a second a gigabyte.
    spare: Mutex<Vec<Slab>>,
    /// By partition, what was added since.
    tails: Vec<Run>,
}

/// Keys with their holders; two arrays, since keys are mostly looked at alone.
#[derive(Debug, Default)]
struct Run {
    keys: Vec<u64>,
    holders: Vec<u32>,
}

/// Many runs one behind the other.
#[derive(Debug)]
struct Slab {
    run: Run,
    /// The partition of each run and where it begins, in the order of writing.
    order: Vec<(u16, u32)>,
    /// By partition, where its runs begin in `runs`; one more at the end. Made when the slab is finished.
    starts: Vec<u32>,
    /// Begin and end of each run, by partition.
    runs: Vec<(u32, u32)>,
}

impl Default for Store {
    fn default() -> Self {
        let tails = (0..PARTITIONS).map(|_| Run::default()).collect();
        Self { slabs: RwLock::default(), spare: Mutex::default(), tails }
    }
}

impl Store {
    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        let slabs = self.slabs.get_mut().unwrap_or_else(PoisonError::into_inner);
        let spare = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner);
        spare.append(slabs);
        for tail in &mut self.tails {
            tail.keys.clear();
            tail.holders.clear();
        }
    }

    /// Adds a sketch: distinct keys under a number that holds none yet.
    pub fn add(&mut self, holder: u32, keys: &[u64]) {
        for key in keys {
            let tail = &mut self.tails[place(*key)];
            tail.keys.push(*key);
            tail.holders.push(holder);
        }
    }

    /// A way to add many sketches from one of several threads.
    pub fn scatter(&self) -> Scatter<'_> {
        Scatter {
            store: self,
            buckets: vec![Bucket { filled: 0, keys: [0; RUN], holders: [0; RUN] }; PARTITIONS],
            slab: self.fresh_slab(),
        }
    }

    /// A store of the keys that are to stay, and by holder (below `limit`) how many those are. `None` when cancelled.
    pub fn filtered(
        &self,
        stays: impl Fn(u64) -> bool + Sync,
        limit: usize,
        cancel: &Cancel,
    ) -> Option<(Self, Vec<u32>)> {
        let store = Self::default();
        let counted = Mutex::new(vec![0_u32; limit]);
        let read = self.read();
        share(
            PARTITIONS,
            4,
            cancel,
            || (store.scatter(), vec![0_u32; limit]),
            |(scatter, counts), range| {
                for (keys, holders) in range.flat_map(|at| read.runs(at)) {
                    for (key, holder) in keys.iter().zip(holders) {
                        if stays(*key) {
                            scatter.add(*holder, &[*key]);
                            counts[*holder as usize] += 1;
                        }
                    }
                }
            },
            |(scatter, counts)| {
                scatter.finish();
                let mut all = counted.lock().unwrap_or_else(PoisonError::into_inner);
                all.iter_mut().zip(counts).for_each(|(sum, part)| *sum += part);
            },
        )?;
        Some((store, counted.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// For each of `sketches` (at most 64, distinct keys each) and each holder the count of keys they share; by sketch a
    /// table by holder, `limit` long. `None` when cancelled.
    ///
    /// Reads every partition that one of the keys falls into from end to end: 5 ms for 6 million keys. A search tree would
    /// be faster by far, and as large as all the rest.
    pub fn count(
        &self,
        sketches: &[&[u64]],
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Vec<Vec<u32>>> {
        debug_assert!(sketches.len() <= 64);
        let mut wanted: Vec<HashMap<u64, u64>> = vec![HashMap::new(); PARTITIONS];
        for (number, keys) in sketches.iter().enumerate() {
            for key in *keys {
                *wanted[place(*key)].entry(*key).or_default() |= 1 << number;
            }
        }
        let counted = Mutex::new(vec![vec![0_u32; limit]; sketches.len()]);
        let read = self.read();
        share(
            PARTITIONS,
            8,
            cancel,
            || vec![vec![0_u32; limit]; sketches.len()],
            |counts, range| {
                for at in range.filter(|at| !wanted[*at].is_empty()) {
                    count(&wanted[at], read.runs(at), counts);
                }
            },
            |counts| {
                let mut all = counted.lock().unwrap_or_else(PoisonError::into_inner);
                for (sum, part) in all.iter_mut().flatten().zip(counts.iter().flatten()) {
                    *sum += part;
                }
            },
        )?;
        Some(counted.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// What all finished scatters and additions have brought.
    pub(super) fn read(&self) -> Reading<'_> {
        let slabs = self.slabs.read().unwrap_or_else(PoisonError::into_inner);
        Reading { slabs, tails: &self.tails }
    }

    fn fresh_slab(&self) -> Slab {
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut slab = spare.unwrap_or_else(|| Slab {
            run: Run { keys: Vec::with_capacity(SLAB), holders: Vec::with_capacity(SLAB) },
            order: Vec::new(),
            starts: Vec::new(),
            runs: Vec::new(),
        });
        slab.run.keys.clear();
        slab.run.holders.clear();
        slab.order.clear();
        slab
    }
}

/// A store that nobody adds to meanwhile.
pub(super) struct Reading<'a> {
    slabs: RwLockReadGuard<'a, Vec<Slab>>,
    tails: &'a [Run],
}

impl Reading<'_> {
    /// The keys of a partition with their holders, in no order.
    pub(super) fn runs(&self, at: usize) -> impl Iterator<Item = (&[u64], &[u32])> {
        let tail = &self.tails[at];
        let runs = self.slabs.iter().flat_map(move |slab| {
            let runs = &slab.runs[slab.starts[at] as usize..slab.starts[at + 1] as usize];
            runs.iter().map(|(start, end)| {
                let range = *start as usize..*end as usize;
                (&slab.run.keys[range.clone()], &slab.run.holders[range])
            })
        });
        runs.chain([(&*tail.keys, &*tail.holders)])
    }
}

fn count<'r>(
    wanted: &HashMap<u64, u64>,
    runs: impl Iterator<Item = (&'r [u64], &'r [u32])>,
    counts: &mut [Vec<u32>],
) {
    // Four thousand bits turn away all but one in hundreds before the table is asked.
    let bit = |key: u64| (key >> 40) as usize % 4096;
    let mut filter = [0_u64; 64];
    for key in wanted.keys() {
        filter[bit(*key) / 64] |= 1 << (bit(*key) % 64);
    }
    for (keys, holders) in runs {
        for (key, holder) in keys.iter().zip(holders) {
            if filter[bit(*key) / 64] >> (bit(*key) % 64) & 1 == 0 {
                continue;
            }
            let mut sketches = wanted.get(key).copied().unwrap_or(0);
            while sketches != 0 {
                counts[sketches.trailing_zeros() as usize][*holder as usize] += 1;
                sketches &= sketches - 1;
            }
        }
    }
}

/// The partition of a key.
const fn place(key: u64) -> usize {
    (key >> (64 - PARTITION_BITS)) as usize
}

/// Collects keys for each partition and writes them down many at a time. They reach the store when it is
/// [finished](Self::finish).
#[derive(Debug)]
pub struct Scatter<'a> {
    store: &'a Store,
    /// By partition.
    buckets: Vec<Bucket>,
    slab: Slab,
}

/// Keys that wait to be written down.
#[derive(Debug, Clone)]
struct Bucket {
    filled: usize,
    keys: [u64; RUN],
    holders: [u32; RUN],
}

impl Scatter<'_> {
    /// Adds a sketch: distinct keys under a number that holds none yet.
    pub fn add(&mut self, holder: u32, keys: &[u64]) {
        for key in keys {
            let at = place(*key);
            let bucket = &mut self.buckets[at];
            let slot = bucket.filled % RUN;
            bucket.keys[slot] = *key;
            bucket.holders[slot] = holder;
            bucket.filled = slot + 1;
            if bucket.filled == RUN {
                self.write_down(at);
            }
        }
    }

    /// Hands over all that was added.
    pub fn finish(mut self) {
        for at in 0..PARTITIONS {
            if self.buckets[at].filled > 0 {
                self.write_down(at);
            }
        }
        self.hand_over();
    }

    #[inline(never)]
    fn write_down(&mut self, at: usize) {
        let Slab { run, order, .. } = &mut self.slab;
        let bucket = &mut self.buckets[at];
        order.push((at as u16, run.keys.len() as u32));
        run.keys.extend_from_slice(&bucket.keys[..bucket.filled]);
        run.holders.extend_from_slice(&bucket.holders[..bucket.filled]);
        bucket.filled = 0;
        if run.keys.len() + RUN > SLAB {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        let mut slab = std::mem::replace(&mut self.slab, self.store.fresh_slab());
        slab.sort_runs();
        self.store.slabs.write().unwrap_or_else(PoisonError::into_inner).push(slab);
    }
}

impl Slab {
    /// Puts the runs in the order of their partitions, by counting.
    fn sort_runs(&mut self) {
        self.starts.clear();
        self.starts.resize(PARTITIONS + 1, 0);
        for (at, _) in &self.order {
            self.starts[*at as usize + 1] += 1;
        }
        for at in 0..PARTITIONS {
            self.starts[at + 1] += self.starts[at];
        }
        self.runs.clear();
        self.runs.resize(self.order.len(), (0, 0));
        let mut next = self.starts.clone();
        let ends = self.order.iter().skip(1).map(|(_, start)| *start);
        for ((at, start), end) in self.order.iter().zip(ends.chain([self.run.keys.len() as u32])) {
            let slot = &mut next[*at as usize];
            self.runs[*slot as usize] = (*start, end);
            *slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::Store;
    use crate::base::cancel::Cancel;

    proptest! {
        #[test]
        fn a_filtered_store_holds_what_stays(
            sets in prop::collection::vec(prop::collection::btree_set(any::<u64>(), 0..40), 1..12),
        ) {
            let mut store = Store::default();
            let mut kept = Store::default();
            let mut sizes = Vec::new();
            for (holder, set) in sets.iter().enumerate() {
                let all: Vec<u64> = set.iter().copied().collect();
                let some: Vec<u64> = set.iter().copied().filter(|key| key % 3 == 0).collect();
                store.add(holder as u32, &all);
                kept.add(holder as u32, &some);
                sizes.push(some.len() as u32);
            }
            let never = Cancel::never();
            let (found, counts) = store.filtered(|key| key % 3 == 0, sets.len(), &never).unwrap();
            prop_assert_eq!(counts, sizes);
            for set in &sets {
                let keys: Vec<u64> = set.iter().copied().collect();
                let count = |store: &Store| store.count(&[&keys], sets.len(), &never);
                prop_assert_eq!(count(&found), count(&kept));
            }
        }

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
            let mut store = Store::default();
            if scattered {
                let mut scatter = store.scatter();
                for (holder, keys) in sets.iter().enumerate() {
                    scatter.add(holder as u32, keys);
                }
                scatter.finish();
            } else {
                for (holder, keys) in sets.iter().enumerate() {
                    store.add(holder as u32, keys);
                }
            }
            let asked_slices: Vec<&[u64]> = asked.iter().map(Vec::as_slice).collect();
            let counts = store.count(&asked_slices, sets.len(), &Cancel::never()).unwrap();
            for (number, keys) in asked.iter().enumerate() {
                for (holder, held) in sets.iter().enumerate() {
                    let plain = keys.iter().filter(|key| held.contains(key)).count();
                    prop_assert_eq!(counts[number][holder] as usize, plain);
                }
            }
        }
    }
}
