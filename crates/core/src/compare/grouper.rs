//! Finds the repeated keys, those of at least two indexed sketches, with the places of these sketches.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE, RUN, key_in_partition, unpack_key};
use super::store::FrozenStore;
use base::{cancel::Cancel, lock::lock_mutex, memo::random_odd_number, workers::run_in_pieces};

pub(super) const NOWHERE: u32 = u32::MAX;

/// Repeated keys of partitions: for each key, the number of places; then all places, ascending per key.
#[derive(Default)]
pub(super) struct KeyGroups {
    pub(super) lengths: Vec<u32>,
    pub(super) places: Vec<u32>,
}

/// Packed keys of a partition, copied into one list. Copying reads many runs from memory at once. Otherwise the
/// processor would wait for each run.
#[derive(Default)]
struct CopiedPartition {
    packed: Vec<u64>,
    runs: Vec<(u32, usize)>,
}

impl CopiedPartition {
    fn copy_from(&mut self, read: &FrozenStore<'_>, at: usize) {
        self.packed.clear();
        self.runs.clear();
        for run in read.runs(at) {
            self.packed.extend_from_slice(run.packed);
            self.runs.push((run.base, run.packed.len()));
        }
    }

    fn runs(&self) -> impl Iterator<Item = KeyRun<'_>> {
        let mut rest = self.packed.as_slice();
        self.runs.iter().map(move |(base, length)| {
            let (packed, after) = rest.split_at(*length);
            rest = after;
            KeyRun { base: *base, packed }
        })
    }
}

pub(super) struct Grouper {
    /// Random factor of hashes, so that crafted keys cannot all collide.
    factor: u64,
    partition: CopiedPartition,
    /// For each hash, a bit for keys seen once and a bit for keys seen again. Both are in one cache line.
    bitmap: Vec<[u64; 2]>,
    /// Hash table of groups: number of a key's group plus 1; 0 is a free slot.
    slots: Vec<u32>,
    found: Vec<(u64, u32)>,
    /// Repeated keys of the partition, with their places. Entries after the collected ones are left from earlier
    /// partitions.
    keys: Vec<u64>,
    places: Vec<u32>,
    groups: Vec<u32>,
}

impl Grouper {
    pub(super) fn new() -> Self {
        Self {
            factor: random_odd_number(),
            partition: CopiedPartition::default(),
            bitmap: vec![],
            slots: vec![],
            found: vec![],
            keys: vec![],
            places: vec![],
            groups: vec![],
        }
    }

    /// Marks the keys of a partition that may be repeated, as bits per run, and calls `counted` with their holders.
    /// With sixteen bits per key, 19 in 20 keys with a single holder stay unmarked. Excludes keys for which `leaves`
    /// returns true.
    pub(super) fn mark_repeated_keys(
        &mut self,
        read: &FrozenStore<'_>,
        at: usize,
        leaves: &impl Fn(u64) -> bool,
        mut counted: impl FnMut(u32),
    ) -> Vec<u64> {
        let Self { partition, bitmap, .. } = self;
        partition.copy_from(read, at);
        let packed = &partition.packed;
        let bits = (packed.len() * 16).next_power_of_two().max(64);
        bitmap.clear();
        bitmap.resize(bits / 64, [0; 2]);
        let shift = 64 - bits.trailing_zeros();
        let bitmap = bitmap.as_mut_slice();
        for packed in packed {
            let (word, mask) = bit_position_of_key(*packed, shift);
            let [once, again] = &mut bitmap[word];
            *again |= *once & mask;
            *once |= mask;
        }
        let repeated = |run: KeyRun<'_>| {
            let seem_repeated = run.choose_packed_keys(|packed| {
                let (word, mask) = bit_position_of_key(packed, shift);
                bitmap[word][1] & mask != 0
            });
            let bits =
                seem_repeated & !run.choose_packed_keys(|packed| leaves(unpack_key(packed, at)));
            run.for_each_chosen_key(bits, |packed| counted(run.holder_of(packed)));
            bits
        };
        partition.runs().map(repeated).collect()
    }

    /// Adds the keys of a partition that at least two indexed sketches have, and reads only keys that [may be
    /// repeated](Self::mark_repeated_keys).
    pub(super) fn group_partition(
        &mut self,
        read: &FrozenStore<'_>,
        at: usize,
        repeated: &[u64],
        place_of: &[u32],
        groups: &mut KeyGroups,
    ) {
        self.partition.copy_from(read, at);
        let count = self.copy_chosen_keys(repeated, place_of);
        self.group_collected_keys(count);
        // Turns the number of places of each group into their start. Groups with one place get no start.
        let base = groups.places.len();
        let mut end = base;
        for (_, count) in &mut self.found {
            let length = std::mem::replace(count, end as u32);
            if length > 1 {
                groups.lengths.push(length);
                end += length as usize;
            } else {
                *count = NOWHERE;
            }
        }
        groups.places.resize(end, 0);
        for (group, place) in self.groups.iter().zip(&self.places) {
            let next = &mut self.found[*group as usize].1;
            if *next != NOWHERE {
                groups.places[*next as usize] = *place;
                *next += 1;
            }
        }
        let mut start = base;
        for (_, end) in self.found.iter().filter(|(_, end)| *end != NOWHERE) {
            groups.places[start..*end as usize].sort_unstable();
            start = *end as usize;
        }
    }

    /// Returns the keys of the last [grouped](Self::group_partition) partition, in the order of their groups.
    pub(super) fn repeated_keys(&self, at: usize) -> impl Iterator<Item = u64> {
        let repeated = self.found.iter().filter(|(_, end)| *end != NOWHERE);
        repeated.map(move |(rest, _)| unpack_key(rest << PARTITIONS.trailing_zeros(), at))
    }

    /// Copies the keys with a set bit in `repeated`, with the places of their texts. Returns the number of keys.
    fn copy_chosen_keys(&mut self, repeated: &[u64], place_of: &[u32]) -> usize {
        let Self { partition, keys, places, .. } = self;
        let mut count = 0;
        for (run, bits) in partition.runs().zip(repeated) {
            if keys.len() < count + RUN {
                keys.resize(2 * (count + RUN), 0);
                places.resize(2 * (count + RUN), 0);
            }
            let (keys, places) = (keys.as_mut_slice(), places.as_mut_slice());
            run.for_each_chosen_key(*bits, |packed| {
                let place =
                    place_of.get(run.holder_of(packed) as usize).copied().unwrap_or(NOWHERE);
                // Writes every key and advances only past the chosen ones, because a branch would be unpredictable.
                keys[count] = key_in_partition(packed);
                places[count] = place;
                count += usize::from(place != NOWHERE);
            });
        }
        count
    }

    fn group_collected_keys(&mut self, count: usize) {
        self.found.clear();
        self.groups.clear();
        self.slots.clear();
        self.slots.resize(1024, 0);
        for at in 0..count {
            let group = self.group_of_key(self.keys[at]);
            self.found[group as usize].1 += 1;
            self.groups.push(group);
        }
    }

    fn group_of_key(&mut self, key: u64) -> u32 {
        if self.found.len() * 2 > self.slots.len() {
            let size = self.slots.len() * 4;
            self.slots.clear();
            self.slots.resize(size, 0);
            for group in 0..self.found.len() as u32 {
                let slot = self.find_slot(self.found[group as usize].0);
                self.slots[slot] = group + 1;
            }
        }
        let slot = self.find_slot(key);
        if self.slots[slot] == 0 {
            self.found.push((key, 0));
            self.slots[slot] = self.found.len() as u32;
        }
        self.slots[slot] - 1
    }

    fn find_slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(self.factor) >> 32) as usize & mask;
        while let Some(group) = self.slots[slot].checked_sub(1)
            && self.found[group as usize].0 != key
        {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Returns the position of a packed key's bit, by its highest bits, which are random even after sampling.
#[inline]
const fn bit_position_of_key(packed: u64, shift: u32) -> (usize, u64) {
    let bit = packed >> shift;
    ((bit / 64) as usize, 1 << (bit % 64))
}

pub(super) struct RepeatedKeys {
    /// Bits of the keys that may be repeated, by partition and run.
    pub(super) bits: Vec<Vec<u64>>,
    pub(super) counts: Vec<u32>,
}

/// Filters all partitions, and counts the keys of each holder below `holders`, or returns `None` when cancelled.
pub(super) fn find_repeated_keys(
    read: &FrozenStore<'_>,
    holders: usize,
    leaves: &(impl Fn(u64) -> bool + Sync),
    cancel: &Cancel,
) -> Option<RepeatedKeys> {
    let all = Mutex::new(vec![0; holders]);
    let bits = run_in_pieces(
        PARTITIONS,
        PARTITIONS_A_PIECE,
        cancel,
        || (Grouper::new(), vec![0; holders]),
        |(grouper, counts), range: Range<usize>| {
            let mut counted = |holder: u32| {
                if let Some(count) = counts.get_mut(holder as usize) {
                    *count += 1;
                }
            };
            let find = |at| grouper.mark_repeated_keys(read, at, leaves, &mut counted);
            range.map(find).collect::<Vec<_>>()
        },
        |(_, counts)| lock_mutex(&all).iter_mut().zip(counts).for_each(|(sum, part)| *sum += part),
    )?;
    let counts: Vec<u32> = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(RepeatedKeys { bits: bits.into_iter().flatten().collect(), counts })
}
