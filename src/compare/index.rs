//! The index: the keys that at least two sketches hold, numbered from the rarest to the most frequent, by sketch and by
//! key.

mod tables;

use std::ops::Range;

use hashbrown::HashSet;
use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::workers::share;

use super::grouper::{Grouper, KeyGroups, NOWHERE};
use super::merge::merge;
use super::repeated_keys::find_repeated;
use super::runs::{PARTITIONS, PARTITIONS_A_PIECE, Tail};
use super::store::Store;
use super::threshold_bounds::{Bar, Size};
use tables::{by_key, by_place};

/// The number of most frequent keys that are kept as bits too, one cache line for each sketch. Two documents with the
/// same header of 200 words are then compared with eight instructions instead of two hundred.
pub(super) const DENSE: usize = 512;
pub(super) const DENSE_WORDS: usize = DENSE / 64;

/// A sketch to index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexMember {
    /// Its holder number in the store.
    pub holder: u32,
    /// Its size.
    pub size: Size,
}

/// Which indexed sketches hold which repeated keys.
///
/// Sketches have places by ascending number of shingles. Repeated keys are numbered by ascending frequency. A join with
/// prefix and length filters needs these two orders (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007).
/// Most keys of most collections are held by one sketch alone. They appear only in the sizes.
#[derive(Debug, Default)]
pub struct Index {
    /// The members, by place.
    pub(super) members: Vec<IndexMember>,
    /// The place of each holder, or [`NOWHERE`] if it is not indexed.
    place_of: Vec<u32>,
    /// Where the keys of each place begin in `keys`, with one more entry at the end.
    starts: Vec<usize>,
    /// The key numbers, ascending for each place.
    keys: Vec<u32>,
    /// Where the places of each key begin in `places`, with one more entry at the end.
    key_starts: Vec<usize>,
    /// The places, ascending for each key.
    places: Vec<u32>,
    /// The number of the first key that is kept as a bit too.
    pub(super) dense_from: u32,
    /// The bits of each place, [`DENSE_WORDS`] words each.
    dense: Vec<u64>,
    /// For each place, how many of its keys are not kept as bits.
    sparse: Vec<u32>,
}

impl Index {
    /// Indexes these members of the store. `None` when cancelled.
    pub fn build(store: &Store, mut members: Vec<IndexMember>, cancel: &Cancel) -> Option<Self> {
        let place_of = placed(&mut members);
        let read = store.read();
        let groups = share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            || (Grouper::new(), Tail::default()),
            |(grouper, repeated), range| {
                let mut groups = KeyGroups::default();
                for at in range {
                    repeated.clear();
                    grouper.find_repeated(&read, at, repeated);
                    grouper.group(repeated.runs(0..repeated.len()), &place_of, &mut groups);
                }
                groups
            },
            drop,
        )?;
        Self::of_groups(members, place_of, groups, cancel)
    }

    /// Like [`Self::build`], for one join with this bar: leaves out members that can have no partner. Members for which
    /// `stay` is true stay in. `None` when cancelled.
    ///
    /// It first counts the keys of each sketch that seem to be repeated. At a resemblance of .5 among 10,000 documents,
    /// nine sketches in ten have fewer of those than they must share. Without them only half of the keys have to be
    /// grouped, numbered and written.
    pub fn build_for(
        store: &Store,
        mut members: Vec<IndexMember>,
        bar: Bar,
        stay: impl FnOnce() -> HashSet<u32>,
        cancel: &Cancel,
    ) -> Option<Self> {
        if members.iter().all(|member| bar.least_with_any(member.size) == 1) {
            return Self::build(store, members, cancel);
        }
        let read = store.read();
        let repeated = find_repeated(&read, holders_of(&members), cancel)?;
        let stay = stay();
        members.retain(|member| {
            repeated.counts[member.holder as usize] >= bar.least_with_any(member.size)
                || stay.contains(&member.holder)
        });
        let place_of = placed(&mut members);
        let groups = share(
            PARTITIONS,
            PARTITIONS_A_PIECE,
            cancel,
            Grouper::new,
            |grouper, range| {
                let mut groups = KeyGroups::default();
                for at in range {
                    grouper.group(repeated.runs(at), &place_of, &mut groups);
                }
                groups
            },
            drop,
        )?;
        Self::of_groups(members, place_of, groups, cancel)
    }

    fn of_groups(
        members: Vec<IndexMember>,
        place_of: Vec<u32>,
        groups: Vec<KeyGroups>,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (key_starts, places) = by_key(&groups);
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

    /// The number of indexed sketches.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether no sketch is indexed.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of keys that two sketches share, if both are indexed. Sketches are given by holder.
    pub fn shared(&self, a: u32, b: u32) -> Option<u32> {
        Some(merge(self.keys(self.place(a)?), self.keys(self.place(b)?)))
    }

    /// The place of a sketch, if it is indexed.
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

    /// Adds those of the keys that a sketch at place `first` or later holds, each with the range of its places.
    ///
    /// Each list is somewhere else in memory. There is no branch on its content, so all of them are requested from
    /// memory at the same time. With this and [`super::merge::merge_at_least`], 100,000 texts with their stop words are
    /// joined in little more than half the time.
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
            // Every key has a place.
            let last = self.places[range.end - 1];
            lists[count] = (*key, range);
            count += usize::from(last as usize >= first);
        }
        lists.truncate(count);
    }

    /// The places of a list that are below `end`.
    pub(super) fn places_below(&self, list: &Range<usize>, end: usize) -> &[u32] {
        let places = &self.places[list.clone()];
        if places.last().is_none_or(|last| (*last as usize) < end) {
            return places;
        }
        &places[..places.partition_point(|place| (*place as usize) < end)]
    }

    /// The bits of the sketch at a place: which of the most frequent keys it holds.
    pub(super) fn dense(&self, place: usize) -> &[u64] {
        &self.dense[place * DENSE_WORDS..(place + 1) * DENSE_WORDS]
    }

    /// The keys of the sketch at a place that are not kept as bits.
    pub(super) fn sparse_keys(&self, place: usize) -> &[u32] {
        let start = self.starts[place];
        &self.keys[start..start + self.sparse[place] as usize]
    }

    /// The bits of each place, and how many of its keys have no bit.
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

/// One more than the largest holder.
fn holders_of(members: &[IndexMember]) -> usize {
    members.iter().map(|member| member.holder as usize + 1).max().unwrap_or_default()
}

/// Sorts the members into their places. Returns the place of each holder.
fn placed(members: &mut [IndexMember]) -> Vec<u32> {
    members.par_sort_unstable_by_key(|member| (member.size.shingles, member.holder));
    let mut place_of = vec![NOWHERE; holders_of(members)];
    for (place, member) in members.iter().enumerate() {
        place_of[member.holder as usize] = place as u32;
    }
    place_of
}
