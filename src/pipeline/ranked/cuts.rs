//! Where a ranking is cut into bins of about as many pairs. It holds none of them.

use crate::pipeline::rows::page::Entry;

/// Samples between two cuts.
const SAMPLES_A_BIN: usize = 16;

/// Places between bins, ascending.
#[derive(Debug, Clone)]
pub(super) struct Cuts {
    places: Vec<u128>,
    /// Where keys do not tell all, those of the same key stay together.
    keys_tell_all: bool,
}

impl Cuts {
    /// Between some samples of the pairs that there will be.
    pub(super) fn between(samples: impl Iterator<Item = Entry>, keys_tell_all: bool) -> Self {
        let mut cuts = Self { places: Vec::new(), keys_tell_all };
        let mut places: Vec<u128> = samples.map(|entry| cuts.place(&entry)).collect();
        places.sort_unstable();
        cuts.places = places.into_iter().skip(SAMPLES_A_BIN).step_by(SAMPLES_A_BIN).collect();
        cuts.places.dedup();
        cuts
    }

    /// How many bins there are.
    pub(super) const fn bins(&self) -> usize {
        self.places.len() + 1
    }

    /// The bin of a pair: the better the smaller.
    pub(super) fn bin(&self, entry: &Entry) -> usize {
        let place = self.place(entry);
        self.places.partition_point(|cut| *cut <= place)
    }

    /// Whether keys were made under this too.
    pub(super) const fn keys_tell_all(&self) -> bool {
        self.keys_tell_all
    }

    const fn place(&self, entry: &Entry) -> u128 {
        if self.keys_tell_all { entry.place() } else { (!entry.key as u128) << 64 }
    }
}
