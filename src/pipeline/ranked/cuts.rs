//! Where a ranking is cut into bins of about as many pairs. It holds none of them.

use crate::pipeline::rows::page::Entry;

/// Samples between two cuts.
pub(super) const SAMPLES_A_BIN: usize = 16;
/// Bits of a place that are looked up and not searched for.
const FIRST_BITS: u32 = 12;

/// Places between bins, ascending.
#[derive(Debug, Clone)]
pub(super) struct Cuts {
    places: Vec<u128>,
    /// By the first bits of a place, how many cuts have smaller ones.
    before: Vec<u32>,
    /// Where keys do not tell all, those of the same key stay together.
    keys_tell_all: bool,
}

impl Cuts {
    /// Between some samples of the pairs that there will be.
    pub(super) fn between(samples: impl Iterator<Item = Entry>, keys_tell_all: bool) -> Self {
        let mut cuts = Self { places: Vec::new(), before: Vec::new(), keys_tell_all };
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

    /// How many bins there are.
    pub(super) const fn bins(&self) -> usize {
        self.places.len() + 1
    }

    /// The bin of a pair: the better the smaller.
    pub(super) fn bin(&self, entry: &Entry) -> usize {
        let place = self.place(entry);
        let bits = first_bits(place);
        let (from, to) = (self.before[bits] as usize, self.before[bits + 1] as usize);
        from + self.places[from..to].partition_point(|cut| *cut <= place)
    }

    /// Whether keys were made under this too.
    pub(super) const fn keys_tell_all(&self) -> bool {
        self.keys_tell_all
    }

    const fn place(&self, entry: &Entry) -> u128 {
        if self.keys_tell_all { entry.place() } else { (!entry.key as u128) << 64 }
    }
}

const fn first_bits(place: u128) -> usize {
    (place >> (u128::BITS - FIRST_BITS)) as usize
}
