//! Counts the common numbers of two ascending lists.

const STEPS: usize = 8;

/// Counts common numbers of two ascending distinct lists.
pub fn count_common_numbers<T: Ord + Copy>(a: &[T], b: &[T]) -> u32 {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{count_common_numbers, count_common_numbers_at_least};

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
}
