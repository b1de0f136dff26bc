//! Builds the tables of the index, places by key and keys by place, from the groups that the threads have found.

use std::ops::Range;

use rayon::prelude::*;

use super::super::grouper::KeyGroups;

/// Keys that a thread takes at once.
const STARTS_A_PIECE: usize = 1 << 14;

/// Numbers the keys by ascending frequency. Returns where the places of each key begin, and the places.
pub(super) fn by_key(groups: &[KeyGroups]) -> (Vec<usize>, Vec<u32>) {
    let (numbers, starts) = numbered(groups);
    let entries = starts.last().copied().unwrap_or_default();
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

/// The number of each key, and where the places of each number begin, with one more entry at the end. Keys with fewer
/// places come first. Keys with equally many keep their order.
///
/// Each thread counts and numbers the groups of a piece: 2.2 ms on two cores for 500,000 keys, where one core took 3.5
/// ms.
fn numbered(groups: &[KeyGroups]) -> (Vec<Vec<u32>>, Vec<usize>) {
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
    // For each piece and length, first the number of keys, then the number of the first of these keys.
    let mut pieces: Vec<Vec<usize>> = groups.par_chunks(piece).map(counted).collect();
    // For each length, the number of its first key and where the places of that key begin. One more entry at the end.
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
    (numbers, starts_of(&firsts, keys))
}

/// Where the places of each of `keys` keys begin, with one more entry at the end. `firsts` gives for each length the
/// number of its first key and where the places of that key begin.
fn starts_of(firsts: &[(usize, usize)], keys: usize) -> Vec<usize> {
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

/// Inverts the table. Returns where the keys of each place begin, and the keys, ascending.
pub(super) fn by_place(
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

/// Cuts a table at row ends into parts of about equal size, and fills each on one thread with `part`, which gets the
/// range of its rows. Every thread reads the whole input, which is cheap, and writes only its own part.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::grouper::KeyGroups;
    use super::{by_key, by_place};

    /// Places, ascending, at least two for each key, in pieces.
    fn lists() -> impl Strategy<Value = Vec<Vec<Vec<u32>>>> {
        let places = prop::collection::btree_set(0_u32..40, 2..12);
        let places = places.prop_map(|places| places.into_iter().collect());
        prop::collection::vec(prop::collection::vec(places, 0..30), 0..9)
    }

    /// Builds the tables of these lists of places below `members` in a plain way and compares.
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
        let (starts, places) = by_key(&groups);
        assert!(rows(&starts, &places).iter().eq(plain), "by key");
        let (starts, keys) = by_place(&starts, &places, members as usize);
        assert_eq!(rows(&starts, &keys), turned, "by place");
    }

    proptest! {
        #[test]
        fn keys_of_fewer_places_come_first_and_both_tables_tell_the_same(pieces in lists()) {
            agree(&pieces, 40);
        }
    }

    #[test]
    fn so_do_tables_that_several_threads_fill() {
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
