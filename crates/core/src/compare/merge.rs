//! Counts common numbers or keys of two lists: by merging, or in any order with a table.

use base::memo::random_odd_number;

const STEPS: usize = 8;

/// Counts common numbers of two ascending distinct lists.
pub(super) fn count_common_numbers(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (first, second) = (a[i], b[j]);
        count += u32::from(first == second);
        i += usize::from(first <= second);
        j += usize::from(second <= first);
    }
    count
}

/// Like [`count_common_numbers`], from the end. `None` as soon as `least` is impossible, which takes a few steps for most
/// candidates.
pub(super) fn count_common_numbers_at_least(a: &[u32], b: &[u32], least: u32) -> Option<u32> {
    let (mut i, mut j, mut count) = (a.len(), b.len(), 0);
    while i.min(j) > 0 {
        if count + (i.min(j) as u32) < least {
            return None;
        }
        for _ in 0..i.min(j).min(STEPS) {
            let (first, second) = (a[i - 1], b[j - 1]);
            count += u32::from(first == second);
            i -= usize::from(first >= second);
            j -= usize::from(second >= first);
        }
    }
    (count >= least).then_some(count)
}

/// Counts common keys of two sets in any order.
///
/// The smaller set goes into a table in the first-level cache, at a few nanoseconds a key and without sorting.
pub fn count_shared_keys(a: &[u64], b: &[u64]) -> u32 {
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let size = (few.len() * 2).next_power_of_two();
    // Random per table, so that crafted keys cannot all collide.
    let (factor, shift) = (random_odd_number(), 63 - size.trailing_zeros());
    // Index of the key plus 1; 0 is free.
    let mut slots = vec![0_u32; size];
    let at_home = |key: u64| {
        let mut at = (key.wrapping_mul(factor) >> 1 >> shift) as usize;
        move || {
            let now = at;
            at = (at + 1) & (size - 1);
            now
        }
    };
    for (place, key) in few.iter().enumerate() {
        let mut next = at_home(*key);
        let mut at = next();
        while slots[at] != 0 {
            at = next();
        }
        slots[at] = place as u32 + 1;
    }
    let is_there = |key: &&u64| {
        let mut next = at_home(**key);
        loop {
            match slots[next()] {
                0 => return false,
                place if few[place as usize - 1] == **key => return true,
                _ => {}
            }
        }
    };
    many.iter().filter(is_there).count() as u32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{count_common_numbers, count_common_numbers_at_least, count_shared_keys};

    proptest! {
        #[test]
        fn merging_counts_what_sets_share(a in prop::collection::btree_set(0_u32..40, 0..30), b in prop::collection::btree_set(0_u32..40, 0..30)) {
            let first: Vec<u32> = a.iter().copied().collect();
            let second: Vec<u32> = b.iter().copied().collect();
            let count = a.intersection(&b).count() as u32;
            prop_assert_eq!(count_common_numbers(&first, &second), count);
            for least in 0..12 {
                prop_assert_eq!(count_common_numbers_at_least(&first, &second, least), (count >= least).then_some(count));
            }
        }
    }

    proptest! {
        #[test]
        fn it_counts_what_sets_share(
            a in prop::collection::btree_set(0_u64..90, 0..60),
            b in prop::collection::btree_set(0_u64..90, 0..60),
            spread in prop::sample::select(vec![1, 1 << 40, 0x9e37_79b9_7f4a_7c15]),
        ) {
            let keys = |set: &BTreeSet<u64>| -> Vec<u64> {
                set.iter().rev().map(|key| key.wrapping_mul(spread)).collect()
            };
            prop_assert_eq!(count_shared_keys(&keys(&a), &keys(&b)) as usize, a.intersection(&b).count());
        }
    }
}
