//! Keys of one partition with their holders, packed into eight bytes each, and the slabs that hold many runs of them.

use std::ops::Range;

/// The number of partitions, a power of two. 100,000 documents of 600 shingles have 60,000 keys in each. While these
/// are grouped, their bits fit into the second-level cache.
pub(super) const PARTITIONS: usize = 1 << PARTITION_BITS;
const PARTITION_BITS: u32 = 10;

/// Partitions that a thread takes at once: few enough to be shared evenly.
pub(super) const PARTITIONS_A_PIECE: usize = 8;

/// Most keys in a run. The unfinished runs of all partitions together still fit into the second-level cache, and a run
/// is long enough to be read fast.
pub(super) const RUN: usize = 63;

/// The range of holders in one run. It is limited so that a holder fits into the bits that all keys of a partition have
/// in common. A packed key with its holder takes 8 bytes instead of 12, which saves a third of the memory.
const HOLDERS: u32 = 1 << PARTITION_BITS;

/// The partition of a key.
pub(super) const fn partition(key: u64) -> usize {
    (key >> (64 - PARTITION_BITS)) as usize
}

/// Packs a key and its holder. `None` unless the holder is `base` or one of the 1,023 after it.
#[inline]
pub(super) const fn pack(key: u64, holder: u32, base: u32) -> Option<u64> {
    let after = holder.wrapping_sub(base);
    if after < HOLDERS { Some(key << PARTITION_BITS | after as u64) } else { None }
}

/// The packed key without its holder, which identifies it within its partition.
#[inline]
pub(super) const fn rest_of(packed: u64) -> u64 {
    packed >> PARTITION_BITS
}

/// The key that was packed.
#[inline]
pub(super) const fn unpacked(packed: u64, partition: usize) -> u64 {
    (partition as u64) << (64 - PARTITION_BITS) | rest_of(packed)
}

/// Up to [`RUN`] packed keys of one partition.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyRun<'a> {
    /// The holder that packed holders are relative to.
    pub(super) base: u32,
    /// The packed keys, in no order.
    pub(super) packed: &'a [u64],
}

impl KeyRun<'_> {
    /// The holder of a packed key.
    #[inline]
    pub(super) const fn holder(&self, packed: u64) -> u32 {
        self.base + (packed as u32 & (HOLDERS - 1))
    }

    /// A bit for each packed key for which `is_chosen` is true: no branch hangs on it, which would be unpredictable.
    #[inline]
    pub(super) fn choose(&self, is_chosen: impl Fn(u64) -> bool) -> u64 {
        let keys = (0..).zip(self.packed);
        keys.fold(0, |bits, (at, packed)| bits | u64::from(is_chosen(*packed)) << at)
    }

    /// Calls `take` with the packed keys whose bits are set. Among near copies these are nearly always all.
    #[inline]
    pub(super) fn each_chosen(&self, mut bits: u64, mut take: impl FnMut(u64)) {
        if bits.count_ones() as usize == self.packed.len() {
            return self.packed.iter().for_each(|packed| take(*packed));
        }
        while let Some(packed) = self.packed.get(bits.trailing_zeros() as usize) {
            take(*packed);
            bits &= bits - 1;
        }
    }

    /// The keys with their holders. `partition` is the partition of the run.
    #[inline]
    pub(super) fn keys(self, partition: usize) -> impl Iterator<Item = (u64, u32)> {
        self.packed.iter().map(move |packed| (unpacked(*packed, partition), self.holder(*packed)))
    }
}

/// Runs of one partition, to which keys are added one at a time.
#[derive(Debug, Default)]
pub(super) struct Tail {
    packed: Vec<u64>,
    /// For each run, its base holder and where it begins in `packed`.
    runs: Vec<(u32, u32)>,
}

impl Tail {
    /// The number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    pub(super) fn clear(&mut self) {
        self.packed.clear();
        self.runs.clear();
    }

    pub(super) fn add(&mut self, key: u64, holder: u32) {
        let end = self.packed.len();
        let open = self.runs.last().filter(|(_, start)| end - (*start as usize) < RUN);
        let packed = open.and_then(|(base, _)| pack(key, holder, *base)).unwrap_or_else(|| {
            self.runs.push((holder, end as u32));
            key << PARTITION_BITS
        });
        self.packed.push(packed);
    }

    /// The runs of a range, in the order in which they were begun.
    pub(super) fn runs(&self, range: Range<usize>) -> impl Iterator<Item = KeyRun<'_>> {
        let last = self.runs.get(range.end).map_or(self.packed.len(), |(_, start)| *start as usize);
        let runs = &self.runs[range];
        let ends = runs.iter().skip(1).map(|(_, start)| *start as usize);
        runs.iter().zip(ends.chain([last])).map(|((base, start), end)| KeyRun {
            base: *base,
            packed: &self.packed[*start as usize..end],
        })
    }
}

/// Keys in a slab: 32 MB, which glibc takes from the system whatever was freed before, and gives back when they are freed. Pages that
/// nothing is written to take no memory. Large pages (`MADV_HUGEPAGE`) saved 6 % of a run over 10,000 documents right after
/// another run, and added 10 % on an idle machine, because a virtual machine returns free large pages to its host.
const SLAB: usize = 1 << 22;

/// Consecutive runs of all partitions.
#[derive(Debug)]
pub(super) struct Slab {
    packed: Vec<u64>,
    /// For each run in the order of writing, its partition, its base holder and its beginning.
    order: Vec<(u16, u32, u32)>,
    /// Where the runs of each partition begin in `runs`, with one more entry at the end. Made by [`Self::finish`].
    starts: Vec<u32>,
    /// For each run by partition, its base holder, its beginning and its end.
    runs: Vec<(u32, u32, u32)>,
}

impl Slab {
    pub(super) fn new() -> Self {
        let packed = Vec::with_capacity(SLAB);
        Self { packed, order: Vec::new(), starts: Vec::new(), runs: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.packed.clear();
        self.order.clear();
    }

    /// Adds a run of at most [`RUN`] keys. Returns whether the slab is full.
    pub(super) fn push(&mut self, partition: usize, run: KeyRun<'_>) -> bool {
        self.order.push((partition as u16, run.base, self.packed.len() as u32));
        self.packed.extend_from_slice(run.packed);
        self.packed.len() + RUN > SLAB
    }

    /// Sorts the runs by partition, by counting.
    pub(super) fn finish(&mut self) {
        self.starts.clear();
        self.starts.resize(PARTITIONS + 1, 0);
        for (at, _, _) in &self.order {
            self.starts[*at as usize + 1] += 1;
        }
        for at in 0..PARTITIONS {
            self.starts[at + 1] += self.starts[at];
        }
        self.runs.clear();
        self.runs.resize(self.order.len(), (0, 0, 0));
        let mut next = self.starts.clone();
        let ends = self.order.iter().skip(1).map(|(_, _, start)| *start);
        for ((at, base, start), end) in
            self.order.iter().zip(ends.chain([self.packed.len() as u32]))
        {
            let slot = &mut next[*at as usize];
            self.runs[*slot as usize] = (*base, *start, end);
            *slot += 1;
        }
    }

    /// All runs with their partitions, in the order in which they are in memory.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, KeyRun<'_>)> {
        let ends = self.order.iter().skip(1).map(|(_, _, start)| *start as usize);
        self.order.iter().zip(ends.chain([self.packed.len()])).map(|((at, base, start), end)| {
            let run = KeyRun { base: *base, packed: &self.packed[*start as usize..end] };
            (usize::from(*at), run)
        })
    }

    /// Removes the keys for which `stays` is false and moves the others together. For a [finished](Self::finish) slab.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(u64, u32) -> bool) {
        let mut filled = 0;
        for at in 0..self.order.len() {
            let (partition, base, start) = self.order[at];
            let end = self.order.get(at + 1).map_or(self.packed.len(), |next| next.2 as usize);
            self.order[at].2 = filled as u32;
            let run = KeyRun { base, packed: &[] };
            for place in start as usize..end {
                let packed = self.packed[place];
                if stays(unpacked(packed, partition.into()), run.holder(packed)) {
                    self.packed[filled] = packed;
                    filled += 1;
                }
            }
        }
        self.packed.truncate(filled);
        self.finish();
    }

    /// The runs of a partition. For a [finished](Self::finish) slab.
    pub(super) fn runs(&self, partition: usize) -> impl Iterator<Item = KeyRun<'_>> {
        let range = self.starts[partition] as usize..self.starts[partition + 1] as usize;
        self.runs[range].iter().map(|(base, start, end)| KeyRun {
            base: *base,
            packed: &self.packed[*start as usize..*end as usize],
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{KeyRun, PARTITIONS, RUN, Slab, Tail, pack, partition};

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked_again(
            added in prop::collection::vec((any::<u64>(), prop_oneof![0_u32..4000, any::<u32>()]), 0..200),
        ) {
            let mut tails: Vec<Tail> = (0..PARTITIONS).map(|_| Tail::default()).collect();
            let mut slab = Slab::new();
            for (key, holder) in &added {
                tails[partition(*key)].add(*key, *holder);
                let packed = pack(*key, *holder, *holder).unwrap();
                slab.push(partition(*key), KeyRun { base: *holder, packed: &[packed] });
            }
            slab.finish();
            let (mut from_tails, mut from_slab) = (Vec::new(), Vec::new());
            let in_order: Vec<_> = slab.in_order().flat_map(|(at, run)| run.keys(at)).collect();
            prop_assert_eq!(&in_order, &added);
            for (at, tail) in tails.iter().enumerate() {
                prop_assert!(tail.runs(0..tail.len()).all(|run| (1..=RUN).contains(&run.packed.len())));
                from_tails.extend(tail.runs(0..tail.len()).flat_map(|run| run.keys(at)));
                from_slab.extend(slab.runs(at).flat_map(|run| run.keys(at)));
            }
            let mut added = added;
            for found in [&mut added, &mut from_tails, &mut from_slab] {
                found.sort_unstable();
            }
            prop_assert_eq!(&from_tails, &added);
            prop_assert_eq!(&from_slab, &added);
        }
    }

    #[test]
    fn a_holder_too_far_from_the_base_is_not_packed() {
        assert!(pack(7, 2023, 1000).is_some());
        assert_eq!(pack(7, 2024, 1000), None);
        assert_eq!(pack(7, 999, 1000), None);
    }
}
