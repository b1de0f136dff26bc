//! Keys of a partition with their holders, packed into eight bytes each, and slabs of many runs.

use std::ops::Range;

/// Number of partitions, a power of two. 100,000 documents of 600 shingles have 60,000 keys in each partition. The bits
/// for grouping these keys fit into the second-level cache.
pub(super) const PARTITIONS: usize = 1 << PARTITION_BITS;
const PARTITION_BITS: u32 = 10;

/// Number of partitions in a piece of work; few enough that all threads get an even share.
pub(super) const PARTITIONS_A_PIECE: usize = 8;

/// Largest number of keys in a run. The unfinished runs of all partitions fit into the second-level cache, and a run is
/// long enough for fast reading.
pub(super) const RUN: usize = 63;

/// Number of consecutive holders that a run can have. A holder fits into the bits that all keys of a partition share,
/// so packing saves 4 of 12 bytes.
const HOLDERS: u32 = 1 << PARTITION_BITS;

pub(super) const fn partition_of(key: u64) -> usize {
    (key >> (64 - PARTITION_BITS)) as usize
}

#[inline]
pub(super) const fn pack_key(key: u64, holder: u32, base: u32) -> Option<u64> {
    let after = holder.wrapping_sub(base);
    if after < HOLDERS { Some(key << PARTITION_BITS | after as u64) } else { None }
}

/// Returns the key without the bits of its partition. Unique within the partition.
#[inline]
pub(super) const fn key_in_partition(packed: u64) -> u64 {
    packed >> PARTITION_BITS
}

#[inline]
pub(super) const fn unpack_key(packed: u64, partition: usize) -> u64 {
    (partition as u64) << (64 - PARTITION_BITS) | key_in_partition(packed)
}

#[derive(Debug, Clone, Copy)]
pub(super) struct KeyRun<'a> {
    pub(super) base: u32,
    pub(super) packed: &'a [u64],
}

impl KeyRun<'_> {
    #[inline]
    pub(super) const fn holder_of(&self, packed: u64) -> u32 {
        self.base + (packed as u32 & (HOLDERS - 1))
    }

    /// Sets a bit for each packed key that satisfies `is_chosen`, without an unpredictable branch.
    #[inline]
    pub(super) fn choose_packed_keys(&self, is_chosen: impl Fn(u64) -> bool) -> u64 {
        let keys = (0..).zip(self.packed);
        keys.fold(0, |bits, (at, packed)| bits | u64::from(is_chosen(*packed)) << at)
    }

    /// Calls `take` with each packed key whose bit is set. Among near copies, nearly always all bits are set.
    #[inline]
    pub(super) fn for_each_chosen_key(&self, mut bits: u64, mut take: impl FnMut(u64)) {
        if bits.count_ones() as usize == self.packed.len() {
            return self.packed.iter().for_each(|packed| take(*packed));
        }
        while let Some(packed) = self.packed.get(bits.trailing_zeros() as usize) {
            take(*packed);
            bits &= bits - 1;
        }
    }

    #[inline]
    pub(super) fn keys_with_holders(self, partition: usize) -> impl Iterator<Item = (u64, u32)> {
        self.packed
            .iter()
            .map(move |packed| (unpack_key(*packed, partition), self.holder_of(*packed)))
    }
}

#[derive(Debug, Default)]
pub(super) struct Tail {
    packed: Vec<u64>,
    /// Base holder of each run, and its start in `packed`.
    runs: Vec<(u32, u32)>,
}

impl Tail {
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
        let packed = open.and_then(|(base, _)| pack_key(key, holder, *base)).unwrap_or_else(|| {
            self.runs.push((holder, end as u32));
            key << PARTITION_BITS
        });
        self.packed.push(packed);
    }

    /// Returns the runs with these indices, in order of creation.
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

/// Largest number of keys in a slab: 32 MB. glibc always takes so large a block from the system, and returns it on
/// free. Unwritten pages take no memory. Large pages (`MADV_HUGEPAGE`) saved 6 % of a run over 10,000 documents right
/// after another run, but made a first run 10 % slower. A virtual machine returns free large pages to its host.
const SLAB: usize = 1 << 22;

#[derive(Debug)]
pub(super) struct Slab {
    packed: Vec<u64>,
    /// Partition, base holder and start of each run, in order of writing.
    order: Vec<(u16, u32, u32)>,
    /// Start of each partition in `runs`, with an end. Set by [`Self::sort_runs_by_partition`].
    starts: Vec<u32>,
    /// Base holder, start and end of each run, by partition.
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

    /// Adds a run of at most [`RUN`] keys. Returns true if the slab is full.
    pub(super) fn push(&mut self, partition: usize, run: KeyRun<'_>) -> bool {
        self.order.push((partition as u16, run.base, self.packed.len() as u32));
        self.packed.extend_from_slice(run.packed);
        self.packed.len() + RUN > SLAB
    }

    pub(super) fn sort_runs_by_partition(&mut self) {
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

    use super::{KeyRun, PARTITIONS, RUN, Slab, Tail, pack_key, partition_of};

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked_again(
            added in prop::collection::vec((any::<u64>(), prop_oneof![0_u32..4000, any::<u32>()]), 0..200),
        ) {
            let mut tails: Vec<Tail> = (0..PARTITIONS).map(|_| Tail::default()).collect();
            let mut slab = Slab::new();
            for (key, holder) in &added {
                tails[partition_of(*key)].add(*key, *holder);
                let packed = pack_key(*key, *holder, *holder).unwrap();
                slab.push(partition_of(*key), KeyRun { base: *holder, packed: &[packed] });
            }
            slab.sort_runs_by_partition();
            let (mut from_tails, mut from_slab) = (Vec::new(), Vec::new());
            for (at, tail) in tails.iter().enumerate() {
                prop_assert!(tail.runs(0..tail.len()).all(|run| (1..=RUN).contains(&run.packed.len())));
                from_tails.extend(tail.runs(0..tail.len()).flat_map(|run| run.keys_with_holders(at)));
                from_slab.extend(slab.runs(at).flat_map(|run| run.keys_with_holders(at)));
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
        assert!(pack_key(7, 2023, 1000).is_some());
        assert_eq!(pack_key(7, 2024, 1000), None);
        assert_eq!(pack_key(7, 999, 1000), None);
    }
}
