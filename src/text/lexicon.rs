//! Words to numbers and back, so that a document is kept as numbers. It judges no word and knows no document.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;

use crate::base::ids::TokenId;

/// As many shards as make two threads seldom meet; a power of two.
const SHARDS: u32 = 32;

/// Every word seen so far, numbered. May be filled from several threads at once.
///
/// The numbers depend on the order of arrival and never leave a run: nothing that is shown depends on them.
#[derive(Debug, Default)]
pub struct Lexicon {
    shards: [Mutex<Shard>; SHARDS as usize],
    hasher: hashbrown::DefaultHashBuilder,
}

#[derive(Debug, Default)]
struct Shard {
    ids: HashMap<Arc<str>, u32>,
    words: Vec<Arc<str>>,
}

impl Lexicon {
    /// The number of `word`, a new one when it was not seen before.
    pub fn intern(&self, word: &str) -> TokenId {
        use std::hash::BuildHasher as _;
        let hash = self.hasher.hash_one(word);
        let shard = (hash >> 59) as u32 % SHARDS;
        let mut guard = self.shard(shard);
        let Shard { ids, words } = &mut *guard;
        let index = ids.get(word).copied().unwrap_or_else(|| {
            let word: Arc<str> = word.into();
            words.push(Arc::clone(&word));
            let index = words.len() as u32 - 1;
            ids.insert(word, index);
            index
        });
        TokenId(index * SHARDS + shard)
    }

    /// The word of a number that [`Lexicon::intern`] gave.
    pub fn word(&self, id: TokenId) -> Arc<str> {
        Arc::clone(&self.shard(id.0 % SHARDS).words[(id.0 / SHARDS) as usize])
    }

    /// One more than the largest number given so far: tables of this length hold an entry for every word.
    pub fn limit(&self) -> usize {
        (0..SHARDS).map(|shard| self.shard(shard).words.len() * SHARDS as usize).max().unwrap_or(0)
    }

    fn shard(&self, shard: u32) -> MutexGuard<'_, Shard> {
        // A shard is whole between any two statements, so a panic elsewhere cannot have left it half changed.
        self.shards[shard as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Lexicon;

    #[test]
    fn a_word_has_one_number_and_a_number_one_word() {
        let lexicon = Lexicon::default();
        let ids: Vec<_> = (0..1000).map(|n| lexicon.intern(&format!("word{n}"))).collect();
        for (n, id) in ids.iter().enumerate() {
            let word = format!("word{n}");
            assert_eq!(*lexicon.word(*id), *word);
            assert_eq!(lexicon.intern(&word), *id);
            assert!((id.0 as usize) < lexicon.limit());
        }
    }
}
