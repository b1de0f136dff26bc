//! Words to numbers and back, so that a document is kept as numbers. It judges no word and knows no document.

use std::hash::BuildHasherDefault;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::base::ids::TokenId;
use crate::base::memo::{Hashed, Memo, random_odd};

/// As many shards as make two threads seldom meet; a power of two.
const SHARDS: u32 = 32;

/// Every word seen so far, numbered. May be filled from several threads at once.
///
/// Words are told apart by a 64-bit hash (XXH3), as they are in shingles by another. The numbers depend on the order of arrival
/// and never leave a run: nothing that is shown depends on them.
#[derive(Debug)]
pub struct Lexicon {
    shards: [Mutex<Shard>; SHARDS as usize],
    /// Random for each run, so that no text can be written whose words all fall into one place of a table.
    seed: u64,
}

#[derive(Debug, Default)]
struct Shard {
    ids: HashMap<u64, TokenId, BuildHasherDefault<Hashed>>,
    words: Vec<Box<str>>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self { shards: Default::default(), seed: random_odd() }
    }
}

impl Lexicon {
    /// A way to number words from one of several threads.
    pub fn reader(&self) -> Reader<'_> {
        Reader { lexicon: self, ids: Memo::new(self.seed) }
    }

    /// Calls `with` with the word of a number that a [`Reader`] gave.
    pub fn with_word<T>(&self, id: TokenId, with: impl FnOnce(&str) -> T) -> T {
        with(&self.shard(id.0 % SHARDS).words[(id.0 / SHARDS) as usize])
    }

    /// One more than the largest number given so far: tables of this length hold an entry for every word.
    pub fn limit(&self) -> usize {
        (0..SHARDS).map(|shard| self.shard(shard).words.len() * SHARDS as usize).max().unwrap_or(0)
    }

    fn intern(&self, hash: u64, word: &str) -> TokenId {
        let key = hash.wrapping_mul(self.seed);
        let shard = (key >> 59) as u32 % SHARDS;
        let mut guard = self.shard(shard);
        let Shard { ids, words } = &mut *guard;
        *ids.entry(key).or_insert_with(|| {
            words.push(word.into());
            TokenId((words.len() as u32 - 1) * SHARDS + shard)
        })
    }

    fn shard(&self, shard: u32) -> MutexGuard<'_, Shard> {
        // A shard is whole between any two statements, so a panic elsewhere cannot have left it half changed.
        self.shards[shard as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Numbers words for one thread. It remembers what it met, so that the lexicon's locks are seldom taken: 10 ns a word where
/// taking a lock each time took 40.
#[derive(Debug)]
pub struct Reader<'a> {
    lexicon: &'a Lexicon,
    ids: Memo<TokenId>,
}

impl Reader<'_> {
    /// The number of `word`, a new one when it was not seen before.
    pub fn intern(&mut self, word: &str) -> TokenId {
        let hash = xxh3_64(word.as_bytes());
        self.ids.get(hash, || self.lexicon.intern(hash, word))
    }
}

#[cfg(test)]
mod tests {
    use super::Lexicon;

    #[test]
    fn a_word_has_one_number_and_a_number_one_word() {
        let lexicon = Lexicon::default();
        let (mut reader, mut other) = (lexicon.reader(), lexicon.reader());
        let ids: Vec<_> = (0..1000).map(|n| reader.intern(&format!("word{n}"))).collect();
        for (n, id) in ids.iter().enumerate() {
            let word = format!("word{n}");
            lexicon.with_word(*id, |found| assert_eq!(found, word));
            assert_eq!(reader.intern(&word), *id);
            assert_eq!(other.intern(&word), *id);
            assert!((id.0 as usize) < lexicon.limit());
        }
    }
}
