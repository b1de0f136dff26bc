//! An index of repeated keys, from sketch to keys and from key to sketches. Frequent keys have large numbers.

use std::{borrow::Borrow, ops::Range};

use rayon::prelude::*;

use super::grouper::{Grouper, KeyGroups, NOWHERE, RepeatedKeys, find_repeated_keys};
use super::measure::{Bar, Size};
use super::runs::{PARTITIONS, PARTITIONS_A_PIECE};
use super::{merge::count_common_numbers, store::FrozenStore, store::Store};
use base::{cancel::Cancel, workers::run_in_pieces};

/// Smallest number of frequent keys for which sketches also get a row of bits. With 512 keys, a row is one cache line,
/// and eight instructions compare two documents with a common header.
const DENSE: usize = 512;

/// A key that at least 1/32 of the sketches have is also a bit. Its list of places would take as much memory.
const OFTEN: usize = 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexMember {
    pub holder: u32,
    pub size: Size,
}

pub(super) type KeyList = (u32, Range<usize>);

/// Repeated keys by indexed sketch, and sketches by key.
///
/// Places sort sketches by ascending number of shingles. Numbers sort keys by ascending frequency. A join with prefix
/// and length filters needs both orders (Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007). Most keys
/// have a single holder. The index does not store these keys, but counts them in the sizes of sketches.
#[derive(Debug, Default)]
pub struct Index {
    pub(super) members: Vec<IndexMember>,
    /// Place of each holder; [`NOWHERE`] for a holder that is not indexed.
    place_of: Vec<u32>,
    /// Start of each place's keys in `keys`, and the end.
    starts: Vec<usize>,
    /// Key numbers of all places, ascending per place.
    keys: Vec<u32>,
    /// Start of each key's places in `places`, and the end.
    key_starts: Vec<usize>,
    /// Places of all keys, ascending per key.
    places: Vec<u32>,
    /// Smallest number of a key that is also a bit. All larger numbers are bits too.
    pub(super) dense_from: u32,
    pub(super) dense_words: usize,
    dense: Vec<u64>,
    /// For each text, the number of its keys in lists. Frequent keys are bits instead.
    sparse: Vec<u32>,
}

impl Index {
    /// Indexes members of the store, without the keys for which `leaves` returns true, or returns `None` when
    /// cancelled. With the bar of a join, skips members without possible partners.
    ///
    /// Counts the keys of each sketch that may be repeated. At a resemblance of .5 among 10,000 documents, nine
    /// sketches in ten have fewer than they must share. Skipping them halves the keys to group, number and write.
    ///
    /// If the store is owned, its memory is freed before the tables are built, which need as much.
    pub fn build(
        store: impl Borrow<Store>,
        mut members: Vec<IndexMember>,
        bar: Option<Bar>,
        leaves: &(impl Fn(u64) -> bool + Sync),
        cancel: &Cancel,
    ) -> Option<Self> {
        let read = store.borrow().freeze();
        let limit = bar.map_or(0, |_| holder_limit(&members));
        let repeated = find_repeated_keys(&read, limit, leaves, cancel)?;
        if let Some(bar) = bar
            && members.iter().any(|member| bar.least_shared_with_any_size(member.size) > 1)
        {
            members.retain(|member| {
                repeated.counts[member.holder as usize]
                    >= bar.least_shared_with_any_size(member.size)
            });
        }
        let grouped = group_keys(&read, &repeated, &mut members, cancel)?;
        drop((read, repeated));
        drop(store);
        Self::from_groups(grouped, members, cancel)
    }

    fn from_groups(
        (groups, place_of): (Vec<KeyGroups>, Vec<u32>),
        members: Vec<IndexMember>,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (key_starts, places) = order_places_by_key(&groups);
        drop(groups);
        if cancel.is_cancelled() {
            return None;
        }
        let (starts, keys) = keys_by_place(&key_starts, &places, members.len());
        let often = key_starts.windows(2).rev();
        let often = often.take_while(|ends| (ends[1] - ends[0]) * OFTEN >= members.len()).count();
        let dense_words = often.max(DENSE).div_ceil(64);
        let dense_from = (key_starts.len() - 1).saturating_sub(dense_words * 64) as u32;
        let mut index = Self {
            members,
            place_of,
            starts,
            keys,
            key_starts,
            places,
            dense_from,
            dense_words,
            dense: Vec::new(),
            sparse: Vec::new(),
        };
        (index.dense, index.sparse) = index.build_dense_bits();
        Some(index)
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    pub fn count_shared_keys(&self, a: u32, b: u32) -> Option<u32> {
        Some(count_common_numbers(
            self.keys_at_place(self.place_of(a)?),
            self.keys_at_place(self.place_of(b)?),
        ))
    }

    pub(super) fn place_of(&self, holder: u32) -> Option<usize> {
        let place = self.place_of.get(holder as usize).copied().filter(|place| *place != NOWHERE);
        place.map(|place| place as usize)
    }

    /// Returns the repeated keys of the sketch at a place, rarest first.
    pub(super) fn keys_at_place(&self, place: usize) -> &[u32] {
        &self.keys[self.starts[place]..self.starts[place + 1]]
    }

    pub(super) fn places_with(&self, key: u32) -> &[u32] {
        &self.places[self.key_starts[key as usize]..self.key_starts[key as usize + 1]]
    }

    /// Adds to `lists` the keys that a sketch at place `first` or later has, with the ranges of their places.
    ///
    /// The lists are spread over memory. The loop has no branch on their content, so the processor requests all at
    /// once.
    pub(super) fn add_key_lists_from(&self, first: usize, keys: &[u32], lists: &mut Vec<KeyList>) {
        let mut count = lists.len();
        lists.resize(count + keys.len(), (0, 0..0));
        for key in keys {
            let range = self.key_starts[*key as usize]..self.key_starts[*key as usize + 1];
            let last = self.places[range.end - 1];
            lists[count] = (*key, range);
            count += usize::from(last as usize >= first);
        }
        lists.truncate(count);
    }

    pub(super) fn places_in_list_below(&self, list: &Range<usize>, end: usize) -> &[u32] {
        let places = &self.places[list.clone()];
        if places.last().is_none_or(|last| (*last as usize) < end) {
            return places;
        }
        &places[..places.partition_point(|place| (*place as usize) < end)]
    }

    pub(super) fn dense_bits_of(&self, place: usize) -> &[u64] {
        &self.dense[place * self.dense_words..(place + 1) * self.dense_words]
    }

    pub(super) fn sparse_keys(&self, place: usize) -> &[u32] {
        let start = self.starts[place];
        &self.keys[start..start + self.sparse[place] as usize]
    }

    fn build_dense_bits(&self) -> (Vec<u64>, Vec<u32>) {
        let mut dense = vec![0; self.members.len() * self.dense_words];
        let mut sparse: Vec<u32> =
            self.starts.windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect();
        for key in self.dense_from..(self.key_starts.len() - 1) as u32 {
            let bit = (key - self.dense_from) as usize;
            for place in self.places_with(key) {
                dense[*place as usize * self.dense_words + bit / 64] |= 1 << (bit % 64);
                sparse[*place as usize] -= 1;
            }
        }
        (dense, sparse)
    }
}

fn holder_limit(members: &[IndexMember]) -> usize {
    members.iter().map(|member| member.holder as usize + 1).max().unwrap_or_default()
}

fn sort_into_places(members: &mut [IndexMember]) -> Vec<u32> {
    members.par_sort_unstable_by_key(|member| (member.size.shingles, member.holder));
    let mut place_of = vec![NOWHERE; holder_limit(members)];
    for (place, member) in members.iter().enumerate() {
        place_of[member.holder as usize] = place as u32;
    }
    place_of
}

fn group_keys(
    read: &FrozenStore<'_>,
    repeated: &RepeatedKeys,
    members: &mut [IndexMember],
    cancel: &Cancel,
) -> Option<(Vec<KeyGroups>, Vec<u32>)> {
    let place_of = sort_into_places(members);
    let groups = run_in_pieces(
        PARTITIONS,
        PARTITIONS_A_PIECE,
        cancel,
        Grouper::new,
        |grouper, range| {
            let mut groups = KeyGroups::default();
            for at in range {
                grouper.group_partition(read, at, &repeated.bits[at], &place_of, &mut groups);
            }
            groups
        },
        drop,
    )?;
    Some((groups, place_of))
}

const STARTS_A_PIECE: usize = 1 << 14;

/// Numbers the keys, rare keys first. Returns the start of each key's places, and the places.
pub(super) fn order_places_by_key(groups: &[KeyGroups]) -> (Vec<usize>, Vec<u32>) {
    let (numbers, starts) = assign_key_numbers(groups);
    let entries = starts.last().copied().unwrap_or_default();
    let mut places = vec![0; entries];
    fill_rows_in_parallel(&mut places, &starts, |range, into| {
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

/// Numbers the keys by ascending number of places, and finds where the places of each number start. Threads count and
/// number pieces of groups.
fn assign_key_numbers(groups: &[KeyGroups]) -> (Vec<Vec<u32>>, Vec<usize>) {
    let piece = groups.len().div_ceil(rayon::current_num_threads()).max(1);
    let counted = |groups: &[KeyGroups]| {
        let mut counts: Vec<usize> = Vec::new();
        for length in groups.iter().flat_map(|groups| &groups.lengths) {
            let length = *length as usize;
            if counts.len() <= length {
                counts.resize(length + 1, 0);
            }
            counts[length] += 1;
        }
        counts
    };
    // Number of keys by piece and number of places; later replaced by the number of the first such key.
    let mut pieces: Vec<Vec<usize>> = groups.par_chunks(piece).map(counted).collect();
    // By number of places: number of the first key, and start of the places of that key.
    let mut firsts = Vec::new();
    let (mut keys, mut entries) = (0, 0);
    for length in 0..pieces.iter().map(Vec::len).max().unwrap_or_default() {
        firsts.push((keys, entries));
        for count in pieces.iter_mut().filter_map(|counts| counts.get_mut(length)) {
            let first = keys;
            keys += *count;
            entries += *count * length;
            *count = first;
        }
    }
    firsts.push((keys, entries));
    let number = |(groups, mut next): (&[KeyGroups], Vec<usize>)| {
        let mut number = |length: &u32| {
            let slot = &mut next[*length as usize];
            *slot += 1;
            (*slot - 1) as u32
        };
        let one = |groups: &KeyGroups| groups.lengths.iter().map(&mut number).collect();
        groups.iter().map(one).collect::<Vec<Vec<u32>>>()
    };
    let numbers = groups.par_chunks(piece).zip(pieces).flat_map_iter(number).collect();
    (numbers, starts_of_keys(&firsts, keys))
}

/// Returns the start of the places of each key, and the end. `firsts` has, by number of places, the first key and the
/// start of its places.
fn starts_of_keys(firsts: &[(usize, usize)], keys: usize) -> Vec<usize> {
    let mut starts = vec![0; keys + 1];
    starts.par_chunks_mut(STARTS_A_PIECE).enumerate().for_each(|(piece, starts)| {
        let first = piece * STARTS_A_PIECE;
        let mut length = firsts.partition_point(|(key, _)| *key <= first) - 1;
        for (key, start) in (first..).zip(starts) {
            while firsts.get(length + 1).is_some_and(|(next, _)| *next <= key) {
                length += 1;
            }
            let (first, entries) = firsts[length];
            *start = entries + (key - first) * length;
        }
    });
    starts
}

/// Inverts the table from keys to places, and returns the start of each place's keys, and the keys, ascending.
pub(super) fn keys_by_place(
    key_starts: &[usize],
    places: &[u32],
    members: usize,
) -> (Vec<usize>, Vec<u32>) {
    let mut starts = vec![0_usize; members + 1];
    for place in places {
        starts[*place as usize + 1] += 1;
    }
    for place in 0..members {
        starts[place + 1] += starts[place];
    }
    let mut keys = vec![0; places.len()];
    fill_rows_in_parallel(&mut keys, &starts, |range, into| {
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

/// Splits a table at row ends into parts of about equal size, and calls `part` for each on a thread. Every thread reads
/// the whole input, which is cheap, and writes only its part.
fn fill_rows_in_parallel(
    table: &mut [u32],
    starts: &[usize],
    part: impl Fn(Range<usize>, &mut [u32]) + Sync,
) {
    let threads = if table.len() < 1 << 16 { 1 } else { rayon::current_num_threads().min(16) };
    let rows = starts.len() - 1;
    let mut parts = Vec::new();
    let (mut rest, mut row) = (table, 0);
    for thread in 1..=threads {
        let end = if thread == threads {
            rows
        } else {
            let target = starts[rows] / threads * thread;
            starts.partition_point(|start| *start < target).clamp(row, rows)
        };
        let (here, after) = rest.split_at_mut(starts[end] - starts[row]);
        parts.push((row..end, here));
        (rest, row) = (after, end);
    }
    parts.into_par_iter().for_each(|(range, into)| {
        if !range.is_empty() {
            part(range, into);
        }
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{keys_by_place, order_places_by_key};
    use crate::compare::grouper::KeyGroups;

    fn lists() -> impl Strategy<Value = Vec<Vec<Vec<u32>>>> {
        let places = prop::collection::btree_set(0_u32..40, 2..12);
        let places = places.prop_map(|places| places.into_iter().collect());
        prop::collection::vec(prop::collection::vec(places, 0..30), 0..9)
    }

    fn agree(pieces: &[Vec<Vec<u32>>], members: u32) {
        let groups: Vec<KeyGroups> = pieces
            .iter()
            .map(|lists| KeyGroups {
                lengths: lists.iter().map(|list| list.len() as u32).collect(),
                places: lists.concat(),
            })
            .collect();
        let mut plain: Vec<&Vec<u32>> = pieces.iter().flatten().collect();
        plain.sort_by_key(|list| list.len());
        let mut turned = vec![Vec::new(); members as usize];
        for (key, list) in (0..).zip(&plain) {
            list.iter().for_each(|place| turned[*place as usize].push(key));
        }
        let rows = |starts: &[usize], table: &[u32]| -> Vec<Vec<u32>> {
            starts.windows(2).map(|ends| table[ends[0]..ends[1]].to_vec()).collect()
        };
        let (starts, places) = order_places_by_key(&groups);
        assert!(rows(&starts, &places).iter().eq(plain), "by key");
        let (starts, keys) = keys_by_place(&starts, &places, members as usize);
        assert_eq!(rows(&starts, &keys), turned, "by place");
    }

    proptest! {
        #[test]
        fn keys_of_fewer_places_come_first_and_both_tables_tell_the_same(pieces in lists()) {
            agree(&pieces, 40);
        }
    }

    #[test]
    fn both_tables_tell_the_same_where_several_threads_fill_them() {
        let list = |at: u32| (0..2 + at * 7 % 5).map(move |place| (at + place * 11) % 97);
        let sorted = |at| {
            let mut list: Vec<u32> = list(at).collect();
            list.sort_unstable();
            list
        };
        let pieces: Vec<_> =
            (0..130).map(|piece| (0..300).map(|at| sorted(piece * 31 + at)).collect()).collect();
        agree(&pieces, 97);
    }
}
