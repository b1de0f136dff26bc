use std::hash::BuildHasherDefault;
use std::sync::{Mutex, MutexGuard};

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::{pos::Part, word_cache::WordCache};
use base::memo::{Hashed, random_odd_number};
use base::{ids::TokenId, lock::lock_mutex};

/// Number of shards; a power of two, large enough that two threads seldom need the same shard.
const SHARDS: u32 = 32;

/// Numbers for all words read so far, shared by threads.
///
/// Words count as equal if their 64-bit hashes (XXH3) are equal. If parts of speech matter, a word has a number for
/// each part. Numbers depend on the order of reading, so no output depends on them.
#[derive(Debug)]
pub struct Lexicon {
    shards: [Mutex<Shard>; SHARDS as usize],
    /// Random, so that crafted words cannot all collide.
    seed: u64,
    /// Caches of earlier readers, for later ones. A folder is read in pieces, with new readers for each.
    remembered: Mutex<Vec<WordCache<TokenId>>>,
}

#[derive(Debug, Default)]
struct Shard {
    ids: HashMap<u64, TokenId, BuildHasherDefault<Hashed>>,
    words: Vec<Box<str>>,
    free: Vec<u32>,
    parts: HashMap<u32, Part>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self { shards: Default::default(), seed: random_odd_number(), remembered: Mutex::default() }
    }
}

impl Lexicon {
    /// Frees the caches, up to 12 MB for each reader, if no reader will follow soon.
    pub fn drop_caches(&self) {
        lock_mutex(&self.remembered).clear();
    }

    /// Removes all words for which `is_needed`, by number, is false. New words reuse their numbers.
    pub fn retain_words(&mut self, is_needed: &[bool]) {
        self.drop_caches();
        for number in 0..SHARDS {
            let needed = |place: u32| is_needed[(place * SHARDS + number) as usize];
            let mut shard = self.lock_shard(number);
            shard.ids.retain(|_, id| needed(id.0 / SHARDS));
            shard.parts.retain(|place, _| needed(*place));
            shard.free = (0..shard.words.len() as u32).filter(|place| !needed(*place)).collect();
            for place in shard.free.clone() {
                shard.words[place as usize] = Box::default();
            }
        }
    }

    /// Returns the cache of an earlier reader, or a new one.
    pub fn take_cache(&self, detects: bool) -> WordCache<TokenId> {
        let mut remembered = lock_mutex(&self.remembered);
        let known = remembered.iter().position(|words| words.detects() == detects);
        known.map_or_else(|| WordCache::new(detects), |place| remembered.swap_remove(place))
    }

    pub fn remember_cache(&self, cache: WordCache<TokenId>) {
        lock_mutex(&self.remembered).push(cache);
    }

    pub fn with_word<T>(&self, id: TokenId, with: impl FnOnce(&str, Part) -> T) -> T {
        let (shard, place) = (self.lock_shard(id.0 % SHARDS), id.0 / SHARDS);
        let part = shard.parts.get(&place).copied().unwrap_or_default();
        with(&shard.words[place as usize], part)
    }

    /// Calls `with` for every word, in any order. Forgotten words are empty.
    pub fn for_each_word(&self, mut with: impl FnMut(TokenId, &str)) {
        for shard in 0..SHARDS {
            for (place, word) in self.lock_shard(shard).words.iter().enumerate() {
                with(TokenId(place as u32 * SHARDS + shard), word);
            }
        }
    }

    /// Returns a number above that of every word, for tables with an entry per word.
    pub fn number_limit(&self) -> usize {
        (0..SHARDS)
            .map(|shard| self.lock_shard(shard).words.len() * SHARDS as usize)
            .max()
            .unwrap_or(0)
    }

    pub fn intern(&self, word: &str, part: Part) -> TokenId {
        let key = part.add_to_hash(xxh3_64(word.as_bytes())).wrapping_mul(self.seed);
        // Does not use the highest bits, because the hash table of a shard uses them.
        let shard = (key >> 32) as u32 % SHARDS;
        let mut guard = self.lock_shard(shard);
        let Shard { ids, words, free, parts } = &mut *guard;
        *ids.entry(key).or_insert_with(|| {
            let place = free.pop().unwrap_or_else(|| {
                words.push(Box::default());
                words.len() as u32 - 1
            });
            words[place as usize] = word.into();
            if part != Part::Other {
                parts.insert(place, part);
            }
            TokenId(place * SHARDS + shard)
        })
    }

    fn lock_shard(&self, shard: u32) -> MutexGuard<'_, Shard> {
        // After a panic, a shard is still consistent, because every statement leaves it consistent.
        lock_mutex(&self.shards[shard as usize])
    }
}

#[cfg(test)]
mod tests {

    use super::{Lexicon, Part, lock_mutex};
    use crate::text::{Gatherer, Words};

    #[test]
    fn numbers_of_forgotten_words_are_given_again_and_needed_words_keep_theirs() {
        let mut lexicon = Lexicon::default();
        let number = |lexicon: &Lexicon, words: std::ops::Range<u32>, part| -> Vec<_> {
            words.map(|n| lexicon.intern(&format!("word{n}"), part)).collect()
        };
        let ids = number(&lexicon, 0..1000, Part::Plural);
        let limit = lexicon.number_limit();
        let mut is_needed = vec![false; limit];
        ids.iter().step_by(2).for_each(|id| is_needed[id.0 as usize] = true);
        lexicon.retain_words(&is_needed);
        let new = number(&lexicon, 1000..1100, Part::Other);
        assert!(new.iter().all(|id| !is_needed[id.0 as usize]), "the number of a needed word");
        assert_eq!(lexicon.number_limit(), limit, "numbers of forgotten words are free");
        for (number, word) in new.iter().zip(1000..) {
            lexicon.with_word(*number, |found, part| {
                assert_eq!((found, part), (&*format!("word{word}"), Part::Other));
            });
        }
        let again = number(&lexicon, 0..1000, Part::Plural);
        assert!(again.iter().zip(&ids).step_by(2).all(|(again, before)| again == before));
        for (id, n) in again.iter().zip(0..) {
            lexicon.with_word(*id, |word, part| {
                assert_eq!((word, part), (&*format!("word{n}"), Part::Plural));
            });
        }
    }

    #[test]
    fn a_reader_knows_what_the_one_before_it_learnt_and_no_other_kind() {
        let lexicon = Lexicon::default();
        let text = "Nobody may be compelled to belong to an association.";
        let read = |detects: bool| {
            let (mut ids, mut languages) = (Vec::new(), Gatherer::default());
            let gathered = detects.then_some(&mut languages);
            let mut cache = lexicon.take_cache(detects);
            let find_out = |word: &str| lexicon.intern(word, Part::Other);
            let take = |_, _: Option<&str>, id| ids.push(id);
            let (_, found) = cache.read_words(text, Words::Unicode, gathered, find_out, take);
            lexicon.remember_cache(cache);
            (ids, found.map(|found| found.as_slice()[0].language.unwrap().code().to_string()))
        };
        let (numbers, found) = read(true);
        assert_eq!(found.as_deref(), Some("en"));
        for _ in 0..2 {
            assert_eq!(read(true), (numbers.clone(), found.clone()));
            assert_eq!(read(false), (numbers.clone(), None));
        }
        assert_eq!(lock_mutex(&lexicon.remembered).len(), 2);
        lexicon.drop_caches();
        assert_eq!(read(true), (numbers, found));
    }

    #[test]
    fn a_word_has_another_number_as_another_part_of_speech() {
        let lexicon = Lexicon::default();
        let parts = [Part::Other, Part::Plural, Part::Adjective, Part::Infinitive];
        let ids = parts.map(|part| lexicon.intern("lights", part));
        for (id, part) in ids.into_iter().zip(parts) {
            lexicon.with_word(id, |word, found| assert_eq!((word, found), ("lights", part)));
            assert_eq!(lexicon.intern("lights", part), id);
            assert_eq!(ids.iter().filter(|other| **other == id).count(), 1);
        }
        assert_eq!(lexicon.intern("lights", Part::Other), ids[0]);
        let mut seen = std::collections::HashSet::new();
        for letters in 0..26 * 26_u16 {
            let word: String = [letters / 26, letters % 26]
                .map(|letter| char::from(b'a' + letter as u8))
                .iter()
                .collect();
            assert!(parts.iter().all(|part| seen.insert(lexicon.intern(&word, *part))), "{word}");
        }
    }
}
