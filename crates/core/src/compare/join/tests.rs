//! Tests of the join against counting every pair, and of merging against sets.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{super::store::Store, Cancel, Index, IndexMember, Join, SharedCount, common_keys};
use crate::compare::{Size, measure::bar_tests::any_bar, measure::bar_tests::passes};

/// Sketches with unique keys, keys of a small common set, and more words than keys.
fn sketches() -> impl Strategy<Value = Vec<(BTreeSet<u64>, u32)>> {
    let few = prop::collection::btree_set(0_u64..40, 0..30);
    // More than `index::DENSE` keys.
    let many = prop::collection::btree_set(0_u64..3000, 0..900);
    let own = prop::collection::btree_set(1_000_000_u64..1_000_000_000, 0..20);
    let one = |set| {
        (set, own.clone(), 0_u32..9).prop_map(|(set, own, more): (BTreeSet<u64>, _, _)| {
            (set.into_iter().chain(own).collect::<BTreeSet<u64>>(), more)
        })
    };
    // Near copies, so many that the keys of only two or three sketches are not bits.
    let lacks = prop::collection::btree_set(0_u64..600, 0..9);
    let near = (lacks, prop::collection::btree_set(600_u64..700, 0..6), 0_u32..9).prop_map(
        |(lacks, others, more)| {
            let keys = (0..600).filter(|key| !lacks.contains(key)).chain(others);
            (keys.collect::<BTreeSet<u64>>(), more)
        },
    );
    prop_oneof![
        36 => prop::collection::vec(one(few.boxed()), 0..16),
        4 => prop::collection::vec(one(many.boxed()), 0..8),
        1 => prop::collection::vec(near, 40..70),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn it_finds_what_comparing_all_with_all_finds(sets in sketches(), bar in any_bar(), first in 0_usize..3) {
        let spread = |key: &u64| key.wrapping_mul(0x0123_4567_89ab_cdef);
        let mut store = Store::default();
        let mut members = Vec::new();
        for (holder, (set, more)) in sets.iter().enumerate() {
            let keys: Vec<u64> = set.iter().map(spread).collect();
            store.add_sketch(holder as u32, &keys);
            // The first holders of the store are not members.
            if holder >= first {
                let size = Size { shingles: keys.len() as u32, words: keys.len() as u32 + more };
                members.push(IndexMember { holder: holder as u32, size });
            }
        }
        let mut plain = Vec::new();
        for former in &members {
            for latter in members.iter().filter(|latter| latter.holder > former.holder) {
                let both = &sets[former.holder as usize].0 & &sets[latter.holder as usize].0;
                let count = both.len() as u32;
                if count > 0 && passes(bar, former.size, latter.size, count) {
                    plain.push(SharedCount { a: former.holder, b: latter.holder, count });
                }
            }
        }
        plain.sort_unstable();
        let never = Cancel::never_cancelled();
        let of_all = Index::build(&store, members.clone(), None, &|_| false, &never).unwrap();
        let of_some = Index::build(&store, members, Some(bar), &|_| false, &never).unwrap();
        for index in [of_all, of_some] {
            let join = Join::new(&index, bar);
            let mut found = join.find_pairs(&never, &|_, _| ());
            found.sort_unstable();
            prop_assert_eq!(&found, &plain);
            prop_assert_eq!(join.estimate_pair_count(usize::MAX), plain.len() as u64);
        }
    }

    #[test]
    fn what_two_sketches_share_is_common_to_them(a in prop::collection::btree_set(0_u64..40, 0..30), b in prop::collection::btree_set(0_u64..40, 0..30)) {
        let former: Vec<u64> = a.iter().copied().collect();
        let latter: Vec<u64> = b.iter().copied().collect();
        prop_assert_eq!(common_keys(&former, &latter), a.intersection(&b).copied().collect::<Vec<_>>());
    }
}
