//! The keys that at least two sketches hold, numbered from the rarest to the most frequent, by sketch and by key. It
//! compares nothing.

use std::ops::Range;

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::workers::share;

use super::bounds::{Bar, Size};
use super::grouper::{Grouper, Groups, NOWHERE};
use super::merge::merge;
use super::runs::{PARTITIONS, Tail};
use super::sieved::sieve;
use super::store::Store;

/// So many of the most frequent keys are kept as bits too, one cache line a sketch: two headers of 200 words that
/// everybody has are then compared by eight instructions, not by two hundred.
pub(super) const DENSE: usize = 512;
pub(super) const DENSE_WORDS: usize = DENSE / 64;

/// Partitions that a thread takes at once: few enough to be shared evenly.
pub(super) const PARTITIONS_A_PIECE: usize = 8;

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
    /// By place, how many of its keys are kept as numbers alone.
    sparse: Vec<u32>,
}

impl Index {
    /// Indexes the members out of all holders of the store. `None` when cancelled.
    pub fn build(store: &Store, mut members: Vec<Member>, cancel: &Cancel) -> Option<Self> {
        let place_of = placed(&mut members);
        let read = store.read();
        let groups = share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            || (Grouper::new(), Tail::default()),
            |(grouper, sieved), range| {
                let mut groups = Groups::default();
                for at in range {
                    sieved.clear();
                    grouper.sieve(&read, at, sieved);
                    grouper.group(sieved.runs(0..sieved.len()), &place_of, &mut groups);
                }
                groups
            },
            drop,
        )?;
        Self::of_groups(members, place_of, groups, cancel)
    }

    /// As [`Self::build`], without the members that can have no partner: for one join with this bar. Those that `stay`
    /// names stay. `None` when cancelled.
    ///
    /// Keys that seem to be repeated are counted by sketch first. At a resemblance of .5 among 10,000 documents, nine
    /// sketches in ten have fewer of those than they must share, and with them goes half of the keys that are to be
    /// grouped, numbered and written.
    pub fn build_for(
        store: &Store,
        mut members: Vec<Member>,
        bar: Bar,
        stay: impl FnOnce() -> HashSet<u32>,
        cancel: &Cancel,
    ) -> Option<Self> {
        if members.iter().all(|member| bar.least_with_any(member.size) == 1) {
            return Self::build(store, members, cancel);
        }
        let read = store.read();
        let sieved = sieve(&read, holders_of(&members), cancel)?;
        let stay = stay();
        members.retain(|member| {
            sieved.counts[member.holder as usize] >= bar.least_with_any(member.size)
                || stay.contains(&member.holder)
        });
        let place_of = placed(&mut members);
        let groups = share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            Grouper::new,
            |grouper, range| {
                let mut groups = Groups::default();
                for at in range {
                    grouper.group(sieved.runs(at), &place_of, &mut groups);
                }
                groups
            },
            drop,
        )?;
        Self::of_groups(members, place_of, groups, cancel)
    }

    fn of_groups(
        members: Vec<Member>,
        place_of: Vec<u32>,
        groups: Vec<Groups>,
        cancel: &Cancel,
    ) -> Option<Self> {
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
            sparse: Vec::new(),
        };
        (index.dense, index.sparse) = index.dense_bits();
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

    /// Adds those of some keys that a sketch at `first` or behind holds, each with where its places lie.
    ///
    /// Each list lies somewhere else in memory, and the memory is asked for all of them at once: no branch hangs on what it
    /// says. With this and [`super::merge::merge_at_least`] 100,000 texts with their stop words are joined in little more
    /// than half the time.
    pub(super) fn with_last_from(
        &self,
        first: usize,
        keys: &[u32],
        lists: &mut Vec<(u32, Range<usize>)>,
    ) {
        let mut count = lists.len();
        lists.resize(count + keys.len(), (0, 0..0));
        for key in keys {
            let range = self.key_starts[*key as usize]..self.key_starts[*key as usize + 1];
            // No key has no place.
            let last = self.places[range.end - 1];
            lists[count] = (*key, range);
            count += usize::from(last as usize >= first);
        }
        lists.truncate(count);
    }

    /// The places of a list that are below one.
    pub(super) fn places_below(&self, list: &Range<usize>, end: usize) -> &[u32] {
        let places = &self.places[list.clone()];
        if places.last().is_none_or(|last| (*last as usize) < end) {
            return places;
        }
        &places[..places.partition_point(|place| (*place as usize) < end)]
    }

    /// Which of the most frequent keys the sketch at a place holds.
    pub(super) fn dense(&self, place: usize) -> &[u64] {
        &self.dense[place * DENSE_WORDS..(place + 1) * DENSE_WORDS]
    }

    /// Its keys without those kept as bits too.
    pub(super) fn sparse_keys(&self, place: usize) -> &[u32] {
        let start = self.starts[place];
        &self.keys[start..start + self.sparse[place] as usize]
    }

    /// The bits of each place, and how many of its keys have none.
    fn dense_bits(&self) -> (Vec<u64>, Vec<u32>) {
        let mut dense = vec![0; self.members.len() * DENSE_WORDS];
        let mut sparse: Vec<u32> =
            self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect();
        for key in self.dense_from..(self.key_starts.len() - 1) as u32 {
            let bit = (key - self.dense_from) as usize;
            for place in self.places(key) {
                dense[*place as usize * DENSE_WORDS + bit / 64] |= 1 << (bit % 64);
                sparse[*place as usize] -= 1;
            }
        }
        (dense, sparse)
    }
}

/// One more than the largest number of a holder.
fn holders_of(members: &[Member]) -> usize {
    members.iter().map(|member| member.holder as usize + 1).max().unwrap_or_default()
}

/// Puts members in their places; by holder its place.
fn placed(members: &mut [Member]) -> Vec<u32> {
    members.par_sort_unstable_by_key(|member| (member.size.shingles, member.holder));
    let mut place_of = vec![NOWHERE; holders_of(members)];
    for (place, member) in members.iter().enumerate() {
        place_of[member.holder as usize] = place as u32;
    }
    place_of
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
fn fill(table: &mut [u32], starts: &[usize], part: impl Fn(Range<usize>, &mut [u32]) + Sync) {
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
