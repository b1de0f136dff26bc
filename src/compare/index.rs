//! The inverted index: from a shingle's key to the sketches that hold it. It counts nothing.

use hashbrown::HashMap;
use rayon::prelude::*;

/// A power of two, so that the high bits of a key choose its partition, and each sorted sketch crosses each once.
const PARTITIONS: usize = 64;

/// Which of the indexed sketches hold a key.
#[derive(Debug)]
pub struct Index {
    partitions: Vec<Partition>,
}

#[derive(Debug, Default)]
struct Partition {
    places: HashMap<u64, (u32, u32)>,
    postings: Vec<u32>,
}

impl Index {
    /// Indexes sketches (each ascending and distinct) under the numbers given with them.
    ///
    /// Keys held by fewer than `least` sketches are left out: a join of a set with itself needs only those held by 2.
    pub fn build(sketches: &[(u32, &[u64])], least: usize) -> Self {
        let partitions = (0..PARTITIONS)
            .into_par_iter()
            .map(|number| Partition::build(sketches, number as u64, least))
            .collect();
        Self { partitions }
    }

    /// The numbers of the sketches that hold `key`, ascending.
    pub fn holders(&self, key: u64) -> &[u32] {
        let partition = &self.partitions[(key >> 58) as usize];
        partition
            .places
            .get(&key)
            .map_or(&[], |(start, end)| &partition.postings[*start as usize..*end as usize])
    }
}

impl Partition {
    fn build(sketches: &[(u32, &[u64])], number: u64, least: usize) -> Self {
        let mut entries: Vec<(u64, u32)> = Vec::new();
        for (id, keys) in sketches {
            let start = keys.partition_point(|key| key >> 58 < number);
            entries.extend(
                keys[start..].iter().take_while(|key| **key >> 58 == number).map(|key| (*key, *id)),
            );
        }
        entries.sort_unstable();
        let mut partition = Self::default();
        for group in entries.chunk_by(|left, right| left.0 == right.0) {
            if group.len() >= least {
                let start = partition.postings.len() as u32;
                partition.postings.extend(group.iter().map(|(_, id)| *id));
                partition.places.insert(group[0].0, (start, partition.postings.len() as u32));
            }
        }
        partition
    }
}
