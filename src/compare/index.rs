//! The keys that at least two sketches hold, numbered from the rarest to the most frequent, by sketch and by key. It
//! compares nothing.

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::memo::random_odd;
use crate::base::workers::share;

use super::bounds::Size;
use super::join::merge;
use super::store::{PARTITIONS, Reading, Store};

/// So many of the most frequent keys are kept as bits too, one cache line a sketch: two headers of 200 words that
/// everybody has are then compared by eight instructions, not by two hundred.
pub(super) const DENSE: usize = 512;
pub(super) const DENSE_WORDS: usize = DENSE / 64;

/// A sketch to be indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The number by which the store knows it as a holder.
    pub holder: u32,
    /// How large it is.
    pub size: Size,
}

/// Which of the indexed sketches hold which of the repeated keys.
///
/// Sketches stand in places by ascending count of shingles, repeated keys are numbered by ascending frequency: the two
/// orders on which a join with prefix and length filters rests (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and
/// Srikant 2007). Keys held by one sketch alone, most keys of most collections, appear only in the sizes.
#[derive(Debug, Default)]
pub struct Index {
    /// By place.
    pub(super) members: Vec<Member>,
    /// By holder; [`NOWHERE`] for one that is not indexed.
    place_of: Vec<u32>,
    /// By place, where its keys begin in `keys`; one more at the end.
    starts: Vec<usize>,
    /// Numbers of keys, ascending for each place.
    keys: Vec<u32>,
    /// By number of a key, where its places begin in `places`; one more at the end.
    key_starts: Vec<usize>,
    /// Places, ascending for each key.
    places: Vec<u32>,
    /// The number of the first key that is kept as a bit too.
    pub(super) dense_from: u32,
    /// By place, [`DENSE_WORDS`] each.
    dense: Vec<u64>,
}

/// The repeated keys of one partition: how many places each has, and the places.
#[derive(Default)]
struct Groups {
    lengths: Vec<u32>,
    places: Vec<u32>,
}

/// No place: a holder that is not indexed.
const NOWHERE: u32 = u32::MAX;

impl Index {
    /// Indexes the members out of all holders of the store. `None` when cancelled.
    pub fn build(store: &Store, mut members: Vec<Member>, cancel: &Cancel) -> Option<Self> {
        members.par_sort_unstable_by_key(|member| (member.size.shingles, member.holder));
        let holders =
            members.iter().map(|member| member.holder as usize + 1).max().unwrap_or_default();
        let mut place_of = vec![NOWHERE; holders];
        for (place, member) in members.iter().enumerate() {
            place_of[member.holder as usize] = place as u32;
        }
        let read = store.read();
        let groups = share(
            PARTITIONS,
            1,
            cancel,
            Grouper::new,
            |grouper, range| {
                let mut groups = Groups::default();
                for at in range {
                    grouper.group(&read, at, &place_of, &mut groups);
                }
                groups
            },
            drop,
        )?;
        let (key_starts, places) = by_key(&groups, members.len());
        drop(groups);
        if cancel.is_cancelled() {
            return None;
        }
        let (starts, keys) = by_place(&key_starts, &places, members.len());
        let dense_from = (key_starts.len() - 1).saturating_sub(DENSE) as u32;
        let mut index = Self {
            members,
            place_of,
            starts,
            keys,
            key_starts,
            places,
            dense_from,
            dense: Vec::new(),
        };
        index.dense = index.dense_bits();
        Some(index)
    }

    /// How many sketches are indexed.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many keys two sketches share, by their numbers, if both are indexed.
    pub fn shared(&self, a: u32, b: u32) -> Option<u32> {
        Some(merge(self.keys(self.place(a)?), self.keys(self.place(b)?)))
    }

    /// The place of a sketch by its number, if it is indexed.
    pub(super) fn place(&self, holder: u32) -> Option<usize> {
        let place = self.place_of.get(holder as usize).copied().filter(|place| *place != NOWHERE);
        place.map(|place| place as usize)
    }

    /// The repeated keys of the sketch at a place, from the rarest to the most frequent.
    pub(super) fn keys(&self, place: usize) -> &[u32] {
        &self.keys[self.starts[place]..self.starts[place + 1]]
    }

    /// The places of the sketches that hold a key, ascending.
    pub(super) fn places(&self, key: u32) -> &[u32] {
        &self.places[self.key_starts[key as usize]..self.key_starts[key as usize + 1]]
    }

    /// Which of the most frequent keys the sketch at a place holds.
    pub(super) fn dense(&self, place: usize) -> &[u64] {
        &self.dense[place * DENSE_WORDS..(place + 1) * DENSE_WORDS]
    }

    fn dense_bits(&self) -> Vec<u64> {
        let mut dense = vec![0; self.members.len() * DENSE_WORDS];
        for key in self.dense_from..(self.key_starts.len() - 1) as u32 {
            let bit = (key - self.dense_from) as usize;
            for place in self.places(key) {
                dense[*place as usize * DENSE_WORDS + bit / 64] |= 1 << (bit % 64);
            }
        }
        dense
    }
}

/// Groups the keys of partitions; its memory is used again.
struct Grouper {
    /// Random, so that no documents can be written whose keys all fall into one place.
    factor: u64,
    /// The partition's keys with their holders in one piece: gathering them first has the memory at work on many runs at
    /// once, where judging them run by run waited for each.
    keys: Vec<u64>,
    holders: Vec<u32>,
    /// Bits for keys seen once and for keys seen again, side by side, so that both lie in one cache line.
    seen: Vec<[u64; 2]>,
    /// Where the keys stand that were seen again.
    again: Vec<u32>,
    /// Open addressing: one more than the group of a key; 0 is free.
    slots: Vec<u32>,
    /// By group, its key and how many places it has.
    found: Vec<(u64, u32)>,
    /// The group and the place of each key that may be repeated.
    entries: Vec<(u32, u32)>,
}

impl Grouper {
    fn new() -> Self {
        let factor = random_odd();
        Self {
            factor,
            keys: vec![],
            holders: vec![],
            seen: vec![],
            again: vec![],
            slots: vec![],
            found: vec![],
            entries: vec![],
        }
    }

    /// Adds the keys that at least two indexed sketches hold.
    fn group(&mut self, read: &Reading<'_>, at: usize, place_of: &[u32], groups: &mut Groups) {
        self.keys.clear();
        self.holders.clear();
        for (keys, holders) in read.runs(at) {
            self.keys.extend_from_slice(keys);
            self.holders.extend_from_slice(holders);
        }
        self.mark();
        self.gather(place_of);
        // Counts to ends: where the places of each group begin, those of single ones left out.
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
        for (group, place) in &self.entries {
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

    /// Marks which keys were seen once and which again: with sixteen times as many bits as keys that throws out 19 in 20
    /// of the keys that one sketch alone holds, which are most.
    fn mark(&mut self) {
        let bits = (self.keys.len() * 16).next_power_of_two().max(64);
        self.seen.clear();
        self.seen.resize(bits / 64, [0; 2]);
        let shift = self.seen_shift();
        let seen = self.seen.as_mut_slice();
        for key in &self.keys {
            let (word, mask) = bit(*key, shift);
            let [once, again] = &mut seen[word];
            *again |= *once & mask;
            *once |= mask;
        }
    }

    const fn seen_shift(&self) -> u32 {
        64 - (self.seen.len() * 64).trailing_zeros()
    }

    /// Numbers the keys that were seen again and counts the places of each.
    fn gather(&mut self, place_of: &[u32]) {
        let shift = self.seen_shift();
        self.found.clear();
        self.entries.clear();
        self.slots.clear();
        self.slots.resize(1024, 0);
        // Every place is written and only those of keys seen again are kept: no branch that nobody can foresee.
        self.again.resize(self.keys.len(), 0);
        let mut count = 0;
        for (at, key) in self.keys.iter().enumerate() {
            self.again[count] = at as u32;
            let (word, mask) = bit(*key, shift);
            count += usize::from(self.seen[word][1] & mask != 0);
        }
        for number in 0..count {
            let at = self.again[number] as usize;
            let place = place_of.get(self.holders[at] as usize).copied().unwrap_or(NOWHERE);
            if place != NOWHERE {
                let group = self.group_of(self.keys[at]);
                self.found[group as usize].1 += 1;
                self.entries.push((group, place));
            }
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

    /// The slot of a key, or the free one where it would stand.
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

/// The word and the bit that stand for a key. Sampled keys may all be even, so the low bits alone would not do; the high
/// ones chose the partition.
const fn bit(key: u64, shift: u32) -> (usize, u64) {
    let bit = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift;
    ((bit / 64) as usize, 1 << (bit % 64))
}

/// Numbers the keys by ascending frequency: where the places of each begin, and the places.
fn by_key(groups: &[Groups], members: usize) -> (Vec<usize>, Vec<u32>) {
    // How many keys have each length, then the number of the first key of each length.
    let mut first = vec![0_usize; members + 2];
    for length in groups.iter().flat_map(|groups| &groups.lengths) {
        first[*length as usize + 1] += 1;
    }
    let mut starts = vec![0_usize];
    let (mut keys, mut entries) = (0, 0);
    for (length, slot) in first.iter_mut().skip(1).enumerate() {
        let count = std::mem::replace(slot, keys);
        keys += count;
        // `slot` stands one behind its length, so that afterwards `first[length + 1]` is where that length begins.
        let of_length = length;
        for _ in 0..count {
            entries += of_length;
            starts.push(entries);
        }
    }
    let mut next = first;
    let numbers: Vec<Vec<u32>> = groups
        .iter()
        .map(|groups| {
            let number = |length: &u32| {
                let slot = &mut next[*length as usize + 1];
                *slot += 1;
                (*slot - 1) as u32
            };
            groups.lengths.iter().map(number).collect()
        })
        .collect();
    let mut places = vec![0; entries];
    fill(&mut places, &starts, |range, into| {
        let base = starts[range.start];
        for (groups, numbers) in groups.iter().zip(&numbers) {
            let mut from = 0;
            for (number, length) in numbers.iter().zip(&groups.lengths) {
                let to = from + *length as usize;
                if range.contains(&(*number as usize)) {
                    let start = starts[*number as usize] - base;
                    into[start..start + *length as usize].copy_from_slice(&groups.places[from..to]);
                }
                from = to;
            }
        }
    });
    (starts, places)
}

/// Turns the table round: where the keys of each place begin, and the keys, ascending.
fn by_place(key_starts: &[usize], places: &[u32], members: usize) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0_usize; members + 1];
    for place in places {
        starts[*place as usize + 1] += 1;
    }
    for place in 0..members {
        starts[place + 1] += starts[place];
    }
    let mut keys = vec![0; places.len()];
    fill(&mut keys, &starts, |range, into| {
        let base = starts[range.start];
        let mut next: Vec<usize> = starts[range.clone()].iter().map(|start| start - base).collect();
        for (key, ends) in key_starts.windows(2).enumerate() {
            for place in &places[ends[0]..ends[1]] {
                if range.contains(&(*place as usize)) {
                    let slot = &mut next[*place as usize - range.start];
                    into[*slot] = key as u32;
                    *slot += 1;
                }
            }
        }
    });
    (starts, keys)
}

/// Cuts a table at row ends into about equal parts, one for each thread, and has each filled by who is given the rows.
/// Every thread reads all that there is to read, which is cheap, and writes its own part, which is not.
fn fill(
    table: &mut [u32],
    starts: &[usize],
    part: impl Fn(std::ops::Range<usize>, &mut [u32]) + Sync,
) {
    let threads = if table.len() < 1 << 16 { 1 } else { rayon::current_num_threads().min(16) };
    let rows = starts.len() - 1;
    let mut parts = Vec::new();
    let (mut rest, mut row) = (table, 0);
    for thread in 1..=threads {
        let end = if thread == threads {
            rows
        } else {
            let wanted = starts[rows] / threads * thread;
            starts.partition_point(|start| *start < wanted).clamp(row, rows)
        };
        let (here, behind) = rest.split_at_mut(starts[end] - starts[row]);
        parts.push((row..end, here));
        (rest, row) = (behind, end);
    }
    parts.into_par_iter().for_each(|(range, into)| {
        if !range.is_empty() {
            part(range, into);
        }
    });
}
