use std::{hash::Hasher, hint::black_box, ops::BitXor};

/// Number of slots of an empty cache; they fit into the processor's second-level cache.
const FIRST: usize = 1 << 12;
/// Largest number of slots. Beyond this, new answers replace old answers, so rare words cannot grow the cache.
const LARGEST: usize = 1 << 19;
/// Number of neighbouring slots tried before an answer is replaced.
const NEAR: usize = 64;

/// A cache of computed answers. The key of an answer is the 64-bit hash of its question.
#[derive(Debug)]
pub struct Memo<V> {
    /// Linear probing: a key with an occupied slot takes the next free slot.
    slots: Vec<(u64, V)>,
    /// Number of low bits dropped from a hash to get a slot number.
    shift: u32,
    count: usize,
    /// Random for each run, so that crafted words cannot all collide.
    seed: u64,
}

impl<V: Copy + Default> Memo<V> {
    pub fn new(seed: u64) -> Self {
        Self {
            slots: vec![(FREE, V::default()); FIRST],
            shift: bits_to_drop(FIRST),
            count: 0,
            seed,
        }
    }

    /// Returns the stored answer for the hash of a question, or computes and stores the answer.
    #[inline]
    pub fn get_or_compute(&mut self, hash: u64, find_out: impl FnOnce() -> V) -> V {
        let key = self.scramble_hash(hash);
        match self.slots.get((key >> self.shift) as usize) {
            Some((stored, value)) if *stored == key => *value,
            _ => self.probe_or_insert(key, find_out),
        }
    }

    /// Loads the slots of the next hashes into the processor's cache. Otherwise each lookup would wait for memory.
    pub fn prefetch(&self, hashes: &[u64]) {
        let slots = hashes
            .iter()
            .map(|hash| self.slots.get((self.scramble_hash(*hash) >> self.shift) as usize));
        let stored = slots.map(|slot| slot.map_or(0, |(stored, _)| *stored));
        // Keeps the compiler from removing these reads as unused.
        black_box(stored.fold(0, BitXor::bitxor));
    }

    #[inline]
    fn scramble_hash(&self, hash: u64) -> u64 {
        // Multiplication by an odd number is invertible, so equal keys mean equal hashes.
        hash.wrapping_mul(self.seed).max(FREE + 1)
    }

    #[inline(never)]
    fn probe_or_insert(&mut self, key: u64, find_out: impl FnOnce() -> V) -> V {
        if let Some((stored, value)) =
            find_slot(&self.slots, self.shift, key).map(|at| self.slots[at])
            && stored == key
        {
            return value;
        }
        let value = find_out();
        self.insert((key, value));
        value
    }

    fn insert(&mut self, entry: (u64, V)) {
        if self.count > self.slots.len() / 2 && self.slots.len() < LARGEST {
            self.grow();
        }
        let mut free = find_slot(&self.slots, self.shift, entry.0);
        if free.is_none() && self.slots.len() < LARGEST {
            self.grow();
            free = find_slot(&self.slots, self.shift, entry.0);
        }
        let own = (entry.0 >> self.shift) as usize;
        self.slots[free.unwrap_or(own)] = entry;
        self.count += 1;
    }

    fn grow(&mut self) {
        let mut slots = vec![(FREE, V::default()); self.slots.len() * 2];
        self.shift -= 1;
        for entry in self.slots.iter().filter(|(key, _)| *key != FREE) {
            let own = (entry.0 >> self.shift) as usize;
            let free = find_slot(&slots, self.shift, entry.0).unwrap_or(own);
            slots[free] = *entry;
        }
        self.slots = slots;
    }
}

const FREE: u64 = 0;

const fn bits_to_drop(slots: usize) -> u32 {
    u64::BITS - slots.trailing_zeros()
}

/// Returns the slot of a key, or else the free slot for the key. `None` if no slot nearby is free.
fn find_slot<V>(slots: &[(u64, V)], shift: u32, key: u64) -> Option<usize> {
    let own = (key >> shift) as usize;
    let mut near = (own..own + NEAR).map(|slot| slot % slots.len());
    near.find(|slot| slots[*slot].0 == key || slots[*slot].0 == FREE)
}

pub fn random_odd_number() -> u64 {
    use std::hash::BuildHasher as _;
    hashbrown::DefaultHashBuilder::default().hash_one(0_u64) | 1
}

/// A hasher for tables whose keys are hashes already.
#[derive(Debug, Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        // The high bits of a product depend on all bits of the hash, the low bits on few. The table uses both ends.
        self.0 = hash ^ (hash >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, Memo, random_odd_number};

    #[test]
    fn more_questions_than_it_remembers_are_still_answered() {
        let mut memo = Memo::new(random_odd_number());
        for question in 1..2 * LARGEST as u64 {
            assert_eq!(memo.get_or_compute(question, || question + 1), question + 1);
        }
        assert_eq!(memo.slots.len(), LARGEST);
        let mut asked = 0;
        for _ in 0..3 {
            for question in 0..1000_u64 {
                let ask = || {
                    asked += 1;
                    question
                };
                assert_eq!(memo.get_or_compute(u64::MAX - question, ask), question);
            }
        }
        assert!((1000..1500).contains(&asked), "{asked}");
    }

    #[test]
    fn a_hash_of_nothing_but_zeros_is_asked_about_as_well() {
        let mut memo = Memo::new(random_odd_number());
        assert_eq!((memo.get_or_compute(0, || 7), memo.get_or_compute(0, || 8)), (7, 7));
    }
}
