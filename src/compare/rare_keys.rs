//! Finds the pairs of sketches that share rare keys. Frequent keys, such as boilerplate, are ignored, so the time is
//! linear even if all sketches share them.

use rayon::prelude::*;

use super::{index::Index, join::Shared, merge::merge};
use crate::base::cancel::Cancel;

const PLACES_AT_ONCE: usize = 512;

impl Index {
    /// Pairs of sketches that share at least `least` keys of at most `most` holders, in no order, with the counts of
    /// all shared keys. Incomplete when cancelled.
    pub fn pairs_by_rare_keys(&self, most: usize, least: u32, cancel: &Cancel) -> Vec<Shared> {
        let end = self.keys_of_at_most(most);
        let pairs = (0..self.len()).into_par_iter().with_min_len(PLACES_AT_ONCE).map_init(
            || (vec![0_u32; self.len()], Vec::new()),
            |(counts, touched), place| {
                if cancel.is_cancelled() {
                    return Vec::new();
                }
                let keys = self.keys(place);
                for key in &keys[..keys.partition_point(|key| *key < end)] {
                    let places = self.places(*key);
                    let larger = places.partition_point(|other| *other as usize <= place);
                    for partner in &places[larger..] {
                        let count = &mut counts[*partner as usize];
                        if *count == 0 {
                            touched.push(*partner);
                        }
                        *count += 1;
                    }
                }
                let own = self.members[place].holder;
                let mut found = Vec::new();
                for partner in touched.drain(..).map(|partner| partner as usize) {
                    if std::mem::take(&mut counts[partner]) >= least {
                        let other = self.members[partner].holder;
                        let count = merge(keys, self.keys(partner));
                        found.push(Shared { a: own.min(other), b: own.max(other), count });
                    }
                }
                found
            },
        );
        pairs.flatten_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::super::{IndexMember, Size, Store};
    use super::{Cancel, Index, Shared};

    proptest! {
        #[test]
        fn pairs_share_so_many_keys_that_few_hold(
            sets in prop::collection::vec(prop::collection::btree_set(0_u64..60, 0..25), 0..20),
            most in 2_usize..8,
            least in 1_u32..5,
        ) {
            let mut store = Store::default();
            let mut holders: BTreeMap<u64, usize> = BTreeMap::new();
            for (holder, set) in sets.iter().enumerate() {
                let spread = |key: &u64| key.wrapping_mul(0x0123_4567_89ab_cdef);
                store.add(holder as u32, &set.iter().map(spread).collect::<Vec<_>>());
                for key in set {
                    *holders.entry(*key).or_default() += 1;
                }
            }
            let size = |set: &BTreeSet<u64>| Size { shingles: set.len() as u32, words: set.len() as u32 };
            let member = |(holder, set)| IndexMember { holder: holder as u32, size: size(set) };
            let members = sets.iter().enumerate().map(member).collect();
            let index = Index::build(&store, members, &|_| false, &Cancel::never()).unwrap();
            let mut plain = Vec::new();
            for (b, latter) in sets.iter().enumerate() {
                for (a, former) in sets[..b].iter().enumerate() {
                    let both: BTreeSet<u64> = former & latter;
                    if both.iter().filter(|key| holders[*key] <= most).count() as u32 >= least {
                        plain.push(Shared { a: a as u32, b: b as u32, count: both.len() as u32 });
                    }
                }
            }
            plain.sort_unstable();
            let mut found = index.pairs_by_rare_keys(most, least, &Cancel::never());
            found.sort_unstable();
            prop_assert_eq!(found, plain);
        }
    }
}
