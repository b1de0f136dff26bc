//! A cache of what was computed from a number.

use std::{hash::Hasher, hint::black_box, ops::BitXor};

/// Slots of an empty cache. So many fit into the second-level cache.
const FIRST: usize = 1 << 12;
/// Slots of the largest cache. Texts of noise cannot make it grow further: then an answer pushes out another. With half as many,
/// 100,000 texts of 400,000 distinct words took 1.3 times as long.
const LARGEST: usize = 1 << 19;
/// Slots in which a key may be: its own and those behind it.
const NEAR: usize = 64;

/// Answers, looked up by 64-bit hashes of the questions.
///
/// One table with the answers beside their keys: nearly every question is answered in the slot that it belongs to, by code that
/// is small enough to be compiled into its caller. With a small table in front of a `hashbrown` one, a run with the defaults
/// took 6 % more instructions.
#[derive(Debug)]
pub struct Memo<V> {
    /// Where a key's slot is taken by another, it has the next free one.
    slots: Vec<(u64, V)>,
    /// The shift that leaves the number of a key's slot.
    shift: u32,
    count: usize,
    /// Random for each run, so that nobody can write a text whose words all collide in the table.
    seed: u64,
}

impl<V: Copy + Default> Memo<V> {
    /// An empty cache. `seed` comes from [`random_odd`].
    pub fn new(seed: u64) -> Self {
        Self { slots: vec![(FREE, V::default()); FIRST], shift: shift(FIRST), count: 0, seed }
    }

    /// The answer for a hash. `find_out` computes it if it is not in the cache.
    #[inline]
    pub fn get(&mut self, hash: u64, find_out: impl FnOnce() -> V) -> V {
        let key = self.key(hash);
        match self.slots.get((key >> self.shift) as usize) {
            Some((stored, value)) if *stored == key => *value,
            _ => self.look_further(key, find_out),
        }
    }

    /// Fetches from memory what will be asked for next. Whoever asks one by one waits for the memory each time.
    pub fn fetch(&self, hashes: &[u64]) {
        let slots =
            hashes.iter().map(|hash| self.slots.get((self.key(*hash) >> self.shift) as usize));
        let stored = slots.map(|slot| slot.map_or(0, |(stored, _)| *stored));
        // Nothing else is done with what is read.
        black_box(stored.fold(0, BitXor::bitxor));
    }

    #[inline]
    fn key(&self, hash: u64) -> u64 {
        // Multiplying by an odd number loses no bit, so equal keys mean equal hashes.
        hash.wrapping_mul(self.seed).max(FREE + 1)
    }

    #[inline(never)]
    fn look_further(&mut self, key: u64, find_out: impl FnOnce() -> V) -> V {
        if let Some((stored, value)) = slot(&self.slots, self.shift, key).map(|at| self.slots[at])
            && stored == key
        {
            return value;
        }
        let value = find_out();
        self.keep((key, value));
        value
    }

    /// Puts an answer into the first free slot from its own on. Where there is none near, the table grows.
    fn keep(&mut self, entry: (u64, V)) {
        if self.count > self.slots.len() / 4 * 3 && self.slots.len() < LARGEST {
            self.grow();
        }
        let mut free = slot(&self.slots, self.shift, entry.0);
        if free.is_none() && self.slots.len() < LARGEST {
            self.grow();
            free = slot(&self.slots, self.shift, entry.0);
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
            let free = slot(&slots, self.shift, entry.0).unwrap_or(own);
            slots[free] = *entry;
        }
        self.slots = slots;
    }
}

/// The key of a free slot.
const FREE: u64 = 0;

/// The shift that leaves the number of one of so many slots, a power of two.
const fn shift(slots: usize) -> u32 {
    u64::BITS - slots.trailing_zeros()
}

/// The slot that holds a key; the first free one from its own on where none does; `None` where neither is near.
fn slot<V>(slots: &[(u64, V)], shift: u32, key: u64) -> Option<usize> {
    let own = (key >> shift) as usize;
    let mut near = (own..own + NEAR).map(|slot| slot % slots.len());
    near.find(|slot| slots[*slot].0 == key || slots[*slot].0 == FREE)
}

/// A random odd number to multiply hashes by.
pub fn random_odd() -> u64 {
    use std::hash::BuildHasher as _;
    hashbrown::DefaultHashBuilder::default().hash_one(0_u64) | 1
}

/// The hasher of keys that are hashes already.
#[derive(Debug, Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        // After a multiplication the high bits depend on all bits of the hash and the low bits on few. The table uses
        // both.
        self.0 = hash ^ (hash >> 32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST, LARGEST, Memo, random_odd};

    #[test]
    fn an_answer_is_found_out_once_and_then_remembered() {
        let mut memo = Memo::new(random_odd());
        let mut asked = 0;
        for _ in 0..3 {
            for question in 0..10 * FIRST as u64 {
                let answer = memo.get(question * question + 7, || {
                    asked += 1;
                    question * 2
                });
                assert_eq!(answer, question * 2);
            }
        }
        assert_eq!(asked, 10 * FIRST);
    }

    #[test]
    fn more_questions_than_it_remembers_are_still_answered() {
        let mut memo = Memo::new(random_odd());
        for question in 1..2 * LARGEST as u64 {
            assert_eq!(memo.get(question, || question + 1), question + 1);
        }
        assert_eq!(memo.slots.len(), LARGEST);
        // Of 1,000 more that come again and again few are asked twice.
        let mut asked = 0;
        for _ in 0..3 {
            for question in 0..1000_u64 {
                let ask = || {
                    asked += 1;
                    question
                };
                assert_eq!(memo.get(u64::MAX - question, ask), question);
            }
        }
        assert!((1000..1500).contains(&asked), "{asked}");
    }

    #[test]
    fn a_hash_of_nothing_but_zeros_is_asked_about_as_well() {
        let mut memo = Memo::new(random_odd());
        assert_eq!((memo.get(0, || 7), memo.get(0, || 8)), (7, 7));
    }
}
