//! Finds the keys that at least two indexed sketches hold, with the places of these sketches.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::runs::{KeyRun, PARTITIONS, PARTITIONS_A_PIECE, RUN, Tail, rest_of, unpacked};
use super::store::FrozenStore;
use crate::base::{cancel::Cancel, lock::locked, memo::random_odd, workers::share};

/// The place of a holder that is not indexed.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The repeated keys of some partitions: the number of places of each, and the places, ascending for each key.
#[derive(Default)]
pub(super) struct KeyGroups {
    pub(super) lengths: Vec<u32>,
    pub(super) places: Vec<u32>,
}

/// Groups the keys of partitions and reuses its memory.
pub(super) struct Grouper {
    /// Random, so that nobody can write documents whose keys all collide in the table.
    factor: u64,
    /// The packed keys of the partition, copied into one piece. While they are copied, the memory serves many runs at
    /// the same time. Without the copy, each run was waited for.
    packed: Vec<u64>,
    /// For each run, its base holder and its number of keys.
    runs: Vec<(u32, usize)>,
    /// A bit for keys seen once and a bit for keys seen again. Both are in the same cache line.
    bitmap: Vec<[u64; 2]>,
    /// Open addressing: one more than the group of a key. 0 is a free slot.
    slots: Vec<u32>,
    /// The key of each group and its number of places.
    found: Vec<(u64, u32)>,
    /// The keys to be grouped, and their places. The vectors are longer than the number of keys.
    keys: Vec<u64>,
    places: Vec<u32>,
    /// The group of each key.
    groups: Vec<u32>,
}

impl Grouper {
    pub(super) fn new() -> Self {
        Self {
            factor: random_odd(),
            packed: vec![],
            runs: vec![],
            bitmap: vec![],
            slots: vec![],
            found: vec![],
            keys: vec![],
            places: vec![],
            groups: vec![],
        }
    }

    /// Adds the keys of a partition to `repeated`, without most of those that only one sketch holds. Most keys are of
    /// that kind, and with sixteen bits for each key 19 in 20 of them are filtered out. Nor does it add keys for which
    /// `leaves` is true.
    pub(super) fn find_repeated(
        &mut self,
        read: &FrozenStore<'_>,
        at: usize,
        leaves: &impl Fn(u64) -> bool,
        repeated: &mut Tail,
    ) {
        let Self { packed, runs, bitmap, .. } = self;
        packed.clear();
        runs.clear();
        for run in read.runs(at) {
            packed.extend_from_slice(run.packed);
            runs.push((run.base, run.packed.len()));
        }
        let bits = (packed.len() * 16).next_power_of_two().max(64);
        bitmap.clear();
        bitmap.resize(bits / 64, [0; 2]);
        let shift = 64 - bits.trailing_zeros();
        let bitmap = bitmap.as_mut_slice();
        for packed in &*packed {
            let (word, mask) = bit(*packed, shift);
            let [once, again] = &mut bitmap[word];
            *again |= *once & mask;
            *once |= mask;
        }
        let mut rest = packed.as_slice();
        for (base, length) in &*runs {
            let (packed, after) = rest.split_at(*length);
            rest = after;
            repeated.add_some(KeyRun { base: *base, packed }, |packed| {
                let (word, mask) = bit(packed, shift);
                bitmap[word][1] & mask != 0 && !leaves(unpacked(packed, at))
            });
        }
    }

    /// Adds the repeated keys of a partition that at least two indexed sketches hold.
    pub(super) fn group<'r>(
        &mut self,
        repeated: impl Iterator<Item = KeyRun<'r>>,
        place_of: &[u32],
        groups: &mut KeyGroups,
    ) {
        let count = self.pick(repeated, place_of);
        self.number(count);
        // Turns counts into ends: where the places of each group begin. Groups of one place are left out.
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

    /// Collects the keys of indexed sketches with their places. Returns how many there are.
    fn pick<'r>(&mut self, repeated: impl Iterator<Item = KeyRun<'r>>, place_of: &[u32]) -> usize {
        let mut count = 0;
        for run in repeated {
            if self.keys.len() < count + RUN {
                self.keys.resize(2 * (count + RUN), 0);
                self.places.resize(2 * (count + RUN), 0);
            }
            let (keys, places) = (self.keys.as_mut_slice(), self.places.as_mut_slice());
            for packed in run.packed {
                let place = place_of.get(run.holder(*packed) as usize).copied().unwrap_or(NOWHERE);
                // All keys are written and some stay. A branch here would be unpredictable.
                keys[count] = rest_of(*packed);
                places[count] = place;
                count += usize::from(place != NOWHERE);
            }
        }
        count
    }

    /// Numbers the groups of the first `count` collected keys, and counts the places of each.
    fn number(&mut self, count: usize) {
        self.found.clear();
        self.groups.clear();
        self.slots.clear();
        self.slots.resize(1024, 0);
        for at in 0..count {
            let group = self.group_of(self.keys[at]);
            self.found[group as usize].1 += 1;
            self.groups.push(group);
        }
    }

    fn group_of(&mut self, key: u64) -> u32 {
        if self.found.len() * 2 > self.slots.len() {
            let size = self.slots.len() * 4;
            self.slots.clear();
            self.slots.resize(size, 0);
            for group in 0..self.found.len() as u32 {
                let slot = self.slot(self.found[group as usize].0);
                self.slots[slot] = group + 1;
            }
        }
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            self.found.push((key, 0));
            self.slots[slot] = self.found.len() as u32;
        }
        self.slots[slot] - 1
    }

    /// The slot of a key, or the free slot where it belongs.
    fn slot(&self, key: u64) -> usize {
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

/// The word and the bit of a packed key, by its highest bits. These are the most evenly spread, and sampling does not
/// fix them.
#[inline]
const fn bit(packed: u64, shift: u32) -> (usize, u64) {
    let bit = packed >> shift;
    ((bit / 64) as usize, 1 << (bit % 64))
}

/// The keys that seem to be repeated.
pub(super) struct RepeatedKeys {
    /// The keys that each thread found.
    tails: Vec<Tail>,
    /// For each partition, the tail that it is in, and its range of runs there.
    of: Vec<(usize, Range<usize>)>,
    /// For each holder, how many of those keys it has.
    pub(super) counts: Vec<u32>,
}

impl RepeatedKeys {
    /// The runs of a partition.
    pub(super) fn runs(&self, at: usize) -> impl Iterator<Item = KeyRun<'_>> {
        let (tail, range) = &self.of[at];
        self.tails[*tail].runs(range.clone())
    }
}

/// Filters all partitions, and counts the keys of the holders below `holders`. `None` when cancelled.
pub(super) fn find_repeated(
    read: &FrozenStore<'_>,
    holders: usize,
    leaves: &(impl Fn(u64) -> bool + Sync),
    cancel: &Cancel,
) -> Option<RepeatedKeys> {
    struct Work {
        grouper: Grouper,
        /// One tail for all partitions of the thread. It grows a few times. One for each partition took hundreds of
        /// system calls.
        tail: Tail,
        of: Vec<(usize, Range<usize>)>,
        counts: Vec<u32>,
    }
    let all = Mutex::new(RepeatedKeys {
        tails: Vec::new(),
        of: vec![(0, 0..0); PARTITIONS],
        counts: vec![0; holders],
    });
    let begin = || Work {
        grouper: Grouper::new(),
        tail: Tail::default(),
        of: Vec::new(),
        counts: vec![0; holders],
    };
    let work = |work: &mut Work, range: Range<usize>| {
        for at in range {
            let start = work.tail.len();
            work.grouper.find_repeated(read, at, leaves, &mut work.tail);
            let runs = start..work.tail.len();
            for run in work.tail.runs(runs.clone()) {
                for packed in run.packed {
                    if let Some(count) = work.counts.get_mut(run.holder(*packed) as usize) {
                        *count += 1;
                    }
                }
            }
            work.of.push((at, runs));
        }
    };
    let end = |work: Work| {
        let mut all = locked(&all);
        let tail = all.tails.len();
        all.tails.push(work.tail);
        work.of.into_iter().for_each(|(at, runs)| all.of[at] = (tail, runs));
        all.counts.iter_mut().zip(work.counts).for_each(|(sum, part)| *sum += part);
    };
    share(PARTITIONS, PARTITIONS_A_PIECE, cancel, begin, work, end)?;
    Some(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}
