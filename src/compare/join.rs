//! Which sketches share shingles, and how many: exact counts through the index. It knows no measure and no threshold.

use super::index::Index;

/// Two sketches by their numbers, `a < b`, and the count of distinct keys both hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared {
    /// The smaller number.
    pub a: u32,
    /// The larger number.
    pub b: u32,
    /// Distinct keys held by both, at least 1.
    pub count: u32,
}

/// Counts of one thread, reused from sketch to sketch.
#[derive(Debug)]
pub struct Counter {
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Counter {
    /// For sketches numbered below `limit`.
    pub fn new(limit: usize) -> Self {
        Self { counts: vec![0; limit], touched: Vec::new() }
    }

    /// Calls `found(number, count)` for each indexed sketch that shares a key with `keys` and whose number passes
    /// `wanted`, in ascending order of the numbers.
    pub fn partners(
        &mut self,
        index: &Index,
        keys: &[u64],
        wanted: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) {
        for key in keys {
            for holder in index.holders(*key) {
                if wanted(*holder) {
                    let count = &mut self.counts[*holder as usize];
                    if *count == 0 {
                        self.touched.push(*holder);
                    }
                    *count += 1;
                }
            }
        }
        self.touched.sort_unstable();
        for holder in self.touched.drain(..) {
            found(holder, std::mem::take(&mut self.counts[holder as usize]));
        }
    }
}

/// How many keys two ascending, distinct sketches share.
pub fn shared(a: &[u64], b: &[u64]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (left, right) = (a[i], b[j]);
        count += u32::from(left == right);
        i += usize::from(left <= right);
        j += usize::from(right <= left);
    }
    count
}

/// The keys that two ascending, distinct sketches share, ascending.
pub fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut rest = b.iter().peekable();
    let mut common = Vec::new();
    for key in a {
        while rest.next_if(|other| *other < key).is_some() {}
        common.extend(rest.next_if(|other| *other == key));
    }
    common
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{Counter, Index, Shared, common, shared};

    proptest! {
        #[test]
        fn the_index_counts_what_sets_share(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..40, 0..12), 1..12),
            spread in prop::sample::select(vec![1_u64, 1 << 58, 0x0123_4567_89ab_cdef]),
        ) {
            let sketches: Vec<Vec<u64>> = sets.iter().map(|set| {
                let mut keys: Vec<u64> = set.iter().map(|key| key.wrapping_mul(spread)).collect::<BTreeSet<_>>().into_iter().collect();
                keys.dedup();
                keys
            }).collect();
            let numbered: Vec<(u32, &[u64])> = sketches.iter().enumerate().map(|(n, keys)| (n as u32, keys.as_slice())).collect();
            let index = Index::build(&numbered, 2);
            let mut counter = Counter::new(sketches.len());
            let mut found = Vec::new();
            for (a, keys) in &numbered {
                counter.partners(&index, keys, |b| b > *a, |b, count| found.push(Shared { a: *a, b, count }));
            }
            let mut plain = Vec::new();
            for (a, left) in &numbered {
                for (b, right) in &numbered {
                    let left: BTreeSet<_> = left.iter().collect();
                    let count = right.iter().filter(|key| left.contains(key)).count() as u32;
                    if a < b && count > 0 {
                        plain.push(Shared { a: *a, b: *b, count });
                    }
                }
            }
            prop_assert_eq!(found, plain);
        }

        #[test]
        fn merging_counts_what_sets_share(a in prop::collection::btree_set(0_u64..40, 0..30), b in prop::collection::btree_set(0_u64..40, 0..30)) {
            let left: Vec<u64> = a.iter().copied().collect();
            let right: Vec<u64> = b.iter().copied().collect();
            prop_assert_eq!(shared(&left, &right) as usize, a.intersection(&b).count());
            prop_assert_eq!(common(&left, &right), a.intersection(&b).copied().collect::<Vec<_>>());
        }
    }
}
