//! A cache of what was computed from a number: a small table in front of a large one.

use std::hash::{BuildHasherDefault, Hasher};

use hashbrown::HashMap;

/// Answers in the small table. So few fit into the second-level cache, and two words in three of running text are found
/// here. A hit takes 3 ns. A hit in the large table takes 30 ns once that table has outgrown the caches.
const SMALL: usize = 1 << 12;
/// Most answers in the large table. A language has fewer words than this, and texts of noise cannot make it grow
/// further.
const LARGEST: usize = 1 << 18;

/// Answers, looked up by 64-bit hashes of the questions.
#[derive(Debug)]
pub struct Memo<V> {
    small: Vec<(u64, V)>,
    large: HashMap<u64, V, BuildHasherDefault<Hashed>>,
    /// Random for each run, so that nobody can write a text whose words all collide in the table.
    seed: u64,
}

impl<V: Copy + Default> Memo<V> {
    /// An empty cache. `seed` comes from [`random_odd`].
    pub fn new(seed: u64) -> Self {
        Self { small: vec![(0, V::default()); SMALL], large: HashMap::default(), seed }
    }

    /// The answer for a hash. `find_out` computes it if it is not in the cache.
    #[inline]
    pub fn get(&mut self, hash: u64, find_out: impl FnOnce() -> V) -> V {
        // Multiplying by an odd number loses no bit, so equal keys mean equal hashes. A key of 0 marks a free slot.
        let key = hash.wrapping_mul(self.seed).max(1);
        let at = (key >> 52) as usize % SMALL;
        let (held, value) = self.small[at];
        if held == key {
            return value;
        }
        let value = self.look_up_large(key, find_out);
        self.small[at] = (key, value);
        value
    }

    fn look_up_large(&mut self, key: u64, find_out: impl FnOnce() -> V) -> V {
        if let Some(value) = self.large.get(&key) {
            return *value;
        }
        let value = find_out();
        if self.large.len() < LARGEST {
            self.large.insert(key, value);
        }
        value
    }
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
    use super::{LARGEST, Memo, SMALL, random_odd};

    #[test]
    fn an_answer_is_found_out_once_and_then_remembered() {
        let mut memo = Memo::new(random_odd());
        let mut asked = 0;
        for _ in 0..3 {
            for question in 0..10 * SMALL as u64 {
                let answer = memo.get(question * question + 7, || {
                    asked += 1;
                    question * 2
                });
                assert_eq!(answer, question * 2);
            }
        }
        assert_eq!(asked, 10 * SMALL);
    }

    #[test]
    fn more_questions_than_it_remembers_are_still_answered() {
        let mut memo = Memo::new(random_odd());
        for question in 1..2 * LARGEST as u64 {
            assert_eq!(memo.get(question, || question + 1), question + 1);
        }
        assert_eq!(memo.get(5, || 0), 6);
    }

    #[test]
    fn a_hash_of_nothing_but_zeros_is_asked_about_as_well() {
        let mut memo = Memo::new(random_odd());
        assert_eq!((memo.get(0, || 7), memo.get(0, || 8)), (7, 7));
    }
}
