//! Keys of one partition with their holders, packed into eight bytes each, and the places where many such runs lie one
//! behind the other. It starts no thread and groups nothing.

use std::ops::Range;

/// The partitions; a power of two. A hundred thousand documents of 600 shingles leave 60,000 keys in each, whose bits the
/// second-level cache holds while the keys are grouped.
pub(super) const PARTITIONS: usize = 1 << PARTITION_BITS;
const PARTITION_BITS: u32 = 10;

/// Partitions that a thread takes at once: few enough to be shared evenly.
pub(super) const PARTITIONS_A_PIECE: usize = 8;

/// Keys in a run at most: all partitions' unfinished runs together still fit into the second-level cache, and a run is long
/// enough to be read at speed.
pub(super) const RUN: usize = 63;

/// Holders of one run lie less than this apart, so that the bits which a partition's keys have in common leave room for
/// them: packed, a key with its holder takes 8 bytes instead of 12, and a third of the fresh memory of a run is not needed.
const HOLDERS: u32 = 1 << PARTITION_BITS;

/// The partition of a key.
pub(super) const fn partition(key: u64) -> usize {
    (key >> (64 - PARTITION_BITS)) as usize
}

/// A key and its holder, `base` or one of the 1,023 behind it; `None` where it is another.
#[inline]
pub(super) const fn pack(key: u64, holder: u32, base: u32) -> Option<u64> {
    let behind = holder.wrapping_sub(base);
    if behind < HOLDERS { Some(key << PARTITION_BITS | behind as u64) } else { None }
}

/// What tells a packed key from the others of its partition: the key without the bits that all of them have in common.
#[inline]
pub(super) const fn rest_of(packed: u64) -> u64 {
    packed >> PARTITION_BITS
}

/// A packed key of a partition as it was.
#[inline]
const fn unpacked(packed: u64, partition: usize) -> u64 {
    (partition as u64) << (64 - PARTITION_BITS) | rest_of(packed)
}

/// Up to [`RUN`] packed keys of one partition.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeyRun<'a> {
    /// The holder that the packed ones are counted from.
    pub(super) base: u32,
    /// Not ordered.
    pub(super) packed: &'a [u64],
}

impl KeyRun<'_> {
    /// The holder of one of its packed keys.
    #[inline]
    pub(super) const fn holder(&self, packed: u64) -> u32 {
        self.base + (packed as u32 & (HOLDERS - 1))
    }

    /// One of its keys, which are of this partition, with its holder.
    #[inline]
    pub(super) fn key(&self, partition: usize, at: usize) -> Option<(u64, u32)> {
        let packed = *self.packed.get(at)?;
        Some((unpacked(packed, partition), self.holder(packed)))
    }

    /// Its keys, which are of this partition, with their holders.
    #[inline]
    pub(super) fn keys(self, partition: usize) -> impl Iterator<Item = (u64, u32)> {
        self.packed.iter().map(move |packed| (unpacked(*packed, partition), self.holder(*packed)))
    }
}

/// Runs of one partition, to which keys are added one at a time.
#[derive(Debug, Default)]
pub(super) struct Tail {
    packed: Vec<u64>,
    /// Of each run the holder that its keys count from, and where it begins in `packed`.
    runs: Vec<(u32, u32)>,
}

impl Tail {
    /// How many runs it holds.
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

    /// Adds a run of those keys of another that are to be kept.
    pub(super) fn add_some(&mut self, run: KeyRun<'_>, kept: impl Fn(u64) -> bool) {
        let start = self.packed.len();
        self.runs.push((run.base, start as u32));
        // All are written and some stay: no branch that nobody can foresee.
        self.packed.extend_from_slice(run.packed);
        let (behind, mut count) = (&mut self.packed[start..], 0);
        for packed in run.packed {
            behind[count] = *packed;
            count += usize::from(kept(*packed));
        }
        self.packed.truncate(start + count);
    }

    /// Its runs, those of a range by the order in which they were begun.
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

/// Keys in a slab: large enough that the system gives its memory whole. Large pages (`MADV_HUGEPAGE`) took 6 % off a run over
/// 10,000 documents that followed on another, and added 10 % where the machine had been idle before: a virtual machine gives
/// free large pages back to its host.
const SLAB: usize = 1 << 20;

/// Runs of all partitions one behind the other.
#[derive(Debug)]
pub(super) struct Slab {
    packed: Vec<u64>,
    /// The partition of each run, the holder that its keys count from, and where it begins, in the order of writing.
    order: Vec<(u16, u32, u32)>,
    /// By partition, where its runs begin in `runs`; one more at the end. Made by [`Self::finish`].
    starts: Vec<u32>,
    /// The holder, the begin and the end of each run, by partition.
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

    /// Adds a run of at most [`RUN`] keys; the flag says that no other has room.
    pub(super) fn push(&mut self, partition: usize, run: KeyRun<'_>) -> bool {
        self.order.push((partition as u16, run.base, self.packed.len() as u32));
        self.packed.extend_from_slice(run.packed);
        self.packed.len() + RUN > SLAB
    }

    /// Puts the runs in the order of their partitions, by counting.
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

    /// All its runs, each with its partition, as they lie one behind the other.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, KeyRun<'_>)> {
        let ends = self.order.iter().skip(1).map(|(_, _, start)| *start as usize);
        self.order.iter().zip(ends.chain([self.packed.len()])).map(|((at, base, start), end)| {
            let run = KeyRun { base: *base, packed: &self.packed[*start as usize..end] };
            (usize::from(*at), run)
        })
    }

    /// Leaves out the keys that do not stay, once [finished](Self::finish): the others move together.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(u64, u32) -> bool) {
        let mut kept = 0;
        for at in 0..self.order.len() {
            let (partition, base, start) = self.order[at];
            let end = self.order.get(at + 1).map_or(self.packed.len(), |next| next.2 as usize);
            self.order[at].2 = kept as u32;
            let run = KeyRun { base, packed: &[] };
            for place in start as usize..end {
                let packed = self.packed[place];
                if stays(unpacked(packed, partition.into()), run.holder(packed)) {
                    self.packed[kept] = packed;
                    kept += 1;
                }
            }
        }
        self.packed.truncate(kept);
        self.finish();
    }

    /// The runs of a partition, once [finished](Self::finish).
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
