//! Counts the numbers that two ascending lists share, by going through both.

/// Steps between two checks whether to continue.
const STEPS: usize = 8;

/// How many numbers two lists share. Both are ascending and distinct.
pub(super) fn merge(a: &[u32], b: &[u32]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (left, right) = (a[i], b[j]);
        count += u32::from(left == right);
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    count
}

/// Like [`merge`], but from the end. `None` as soon as the lists cannot share `least` any more. For most candidates
/// that is after a few steps.
pub(super) fn merge_at_least(a: &[u32], b: &[u32], least: u32) -> Option<u32> {
    let (mut i, mut j, mut count) = (a.len(), b.len(), 0);
    while i.min(j) > 0 {
        if count + (i.min(j) as u32) < least {
            return None;
        }
        for _ in 0..i.min(j).min(STEPS) {
            let (left, right) = (a[i - 1], b[j - 1]);
            count += u32::from(left == right);
            i -= usize::from(left >= right);
            j -= usize::from(right >= left);
        }
    }
    (count >= least).then_some(count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{merge, merge_at_least};

    proptest! {
        #[test]
        fn merging_counts_what_sets_share(a in prop::collection::btree_set(0_u32..40, 0..30), b in prop::collection::btree_set(0_u32..40, 0..30)) {
            let left: Vec<u32> = a.iter().copied().collect();
            let right: Vec<u32> = b.iter().copied().collect();
            let count = a.intersection(&b).count() as u32;
            prop_assert_eq!(merge(&left, &right), count);
            for least in 0..12 {
                prop_assert_eq!(merge_at_least(&left, &right, least), (count >= least).then_some(count));
            }
        }
    }
}
