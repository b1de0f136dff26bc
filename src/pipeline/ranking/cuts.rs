//! Where a ranking is cut into bins of about the same size. It holds no pairs.

use super::page::RowParts;

/// Samples between two cuts.
pub(crate) const SAMPLES_A_BIN: usize = 16;
/// The first bits of a place, which are looked up in a table; the rest is searched.
const FIRST_BITS: u32 = 12;

/// The places where one bin ends and the next begins, ascending.
#[derive(Debug, Clone)]
pub(crate) struct Cuts {
    places: Vec<u128>,
    /// For each value of the first bits of a place, how many cuts have smaller ones.
    before: Vec<u32>,
    /// Where keys do not decide the rank alone, pairs with equal keys stay in one bin.
    keys_decide_rank: bool,
}

impl Cuts {
    /// Chooses the cuts from a sample of the pairs.
    pub(crate) fn between(samples: impl Iterator<Item = RowParts>, keys_decide_rank: bool) -> Self {
        let mut cuts = Self { places: Vec::new(), before: Vec::new(), keys_decide_rank };
        let mut places: Vec<u128> = samples.map(|entry| cuts.place(&entry)).collect();
        places.sort_unstable();
        cuts.places = places.into_iter().skip(SAMPLES_A_BIN).step_by(SAMPLES_A_BIN).collect();
        cuts.places.dedup();
        let firsts = 0..=1_usize << FIRST_BITS;
        let before =
            |bits: usize| cuts.places.partition_point(|cut| first_bits(*cut) < bits) as u32;
        cuts.before = firsts.map(before).collect();
        cuts
    }

    /// The number of bins.
    pub(crate) const fn bins(&self) -> usize {
        self.places.len() + 1
    }

    /// The bin of a pair; smaller is better.
    pub(crate) fn bin(&self, entry: &RowParts) -> usize {
        let place = self.place(entry);
        let bits = first_bits(place);
        let (from, to) = (self.before[bits] as usize, self.before[bits + 1] as usize);
        from + self.places[from..to].partition_point(|cut| *cut <= place)
    }

    /// Whether keys decided the rank alone when the cuts were made.
    pub(crate) const fn keys_decide_rank(&self) -> bool {
        self.keys_decide_rank
    }

    const fn place(&self, entry: &RowParts) -> u128 {
        if self.keys_decide_rank { entry.place() } else { (!entry.key as u128) << 64 }
    }
}

const fn first_bits(place: u128) -> usize {
    (place >> (u128::BITS - FIRST_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Cuts, RowParts};
    use crate::base::ids::DocId;

    proptest! {
        #[test]
        fn better_pairs_are_never_in_a_later_bin(
            draws in prop::collection::vec((0_u64..6, 0_u32..3, 0_u32..40), 1..400),
            spread in prop::sample::select(vec![1_u64, 1 << 40, 1 << 61]),
            sampled in prop::sample::select(vec![1_usize, 2, 50]),
            keys_decide_rank in any::<bool>(),
        ) {
            let entry = |(key, a, b): (u64, u32, u32)| RowParts {
                key: key * spread,
                a: DocId(a),
                b: DocId(b),
                count: 1,
                shared: 1,
            };
            let mut entries: Vec<RowParts> = draws.into_iter().map(entry).collect();
            let samples = entries.iter().step_by(sampled).copied();
            let cuts = Cuts::between(samples, keys_decide_rank);
            entries.sort_unstable_by_key(RowParts::place);
            let bins: Vec<usize> = entries.iter().map(|entry| cuts.bin(entry)).collect();
            prop_assert!(bins.is_sorted());
            prop_assert!(bins.iter().all(|bin| *bin < cuts.bins()));
            prop_assert!(sampled > 1 || !keys_decide_rank || bins.iter().max() >= Some(&(cuts.bins() - 1)));
            for (left, right) in entries.iter().zip(&entries[1..]) {
                let is_same = left.key == right.key;
                prop_assert!(keys_decide_rank || !is_same || cuts.bin(left) == cuts.bin(right));
            }
        }
    }
}
