//! Turns words into numbers and back, so that a document is kept as numbers.

use std::hash::BuildHasherDefault;
use std::sync::{Mutex, MutexGuard};

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use crate::base::ids::TokenId;
use crate::base::lock::locked;
use crate::base::memo::{Hashed, Memo, random_odd};
use crate::base::span::Span;

use super::language::evidence::{EvidenceRow, row_at_a_glance};
use super::language::units::read_otherwise;
use super::pos::Part;
use super::word_batch::WordBatch;

/// With so many shards two threads seldom need the same one. A power of two.
const SHARDS: u32 = 32;

/// Numbers for every word seen so far. Several threads can add words at the same time.
///
/// Words are equal when their 64-bit hashes (XXH3) are. If parts of speech count, a word has a separate number for each
/// part. The numbers depend on the order of arrival and never leave a run, so no output depends on them.
#[derive(Debug)]
pub struct Lexicon {
    shards: [Mutex<Shard>; SHARDS as usize],
    /// Random for each run, so that nobody can write a text whose words all collide in the table.
    seed: u64,
    /// What readers remembered that are gone, for the next ones: a folder is read piece by piece.
    remembered: Mutex<Vec<Remembered>>,
}

/// The words that a reader met, with their numbers and what they say about their language.
type Words = Memo<(TokenId, EvidenceRow)>;

/// The words of a reader, and whether it asked what they say.
type Remembered = (bool, Words);

#[derive(Debug, Default)]
struct Shard {
    ids: HashMap<u64, TokenId, BuildHasherDefault<Hashed>>,
    words: Vec<Box<str>>,
    /// Parts of speech by the index of the word. Words without one are not in it.
    parts: HashMap<u32, Part>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Self { shards: Default::default(), seed: random_odd(), remembered: Mutex::default() }
    }
}

impl Lexicon {
    /// Forgets what readers remembered, up to 12 MB for each of them: there will be none for a while.
    pub fn forget_readers(&self) {
        locked(&self.remembered).clear();
    }

    /// A reader that numbers words for one thread. `asks` is whether it also looks up what each word says about its
    /// language, which takes longer than everything else done with a new word.
    pub fn reader(&self, asks: bool) -> LexiconReader<'_> {
        let mut remembered = locked(&self.remembered);
        let known = remembered.iter().position(|(asked, _)| *asked == asks);
        let known = known.map(|place| remembered.swap_remove(place).1);
        drop(remembered);
        let ids = known.unwrap_or_else(|| Memo::new(self.seed));
        LexiconReader { lexicon: self, asks, ids, batch: WordBatch::default() }
    }

    /// Calls `with` with the word of a number that a [`LexiconReader`] gave, and its part of speech.
    pub fn with_word<T>(&self, id: TokenId, with: impl FnOnce(&str, Part) -> T) -> T {
        let (shard, place) = (self.shard(id.0 % SHARDS), id.0 / SHARDS);
        let part = shard.parts.get(&place).copied().unwrap_or_default();
        with(&shard.words[place as usize], part)
    }

    /// Calls `with` with every number given so far and its word, in no particular order.
    pub fn for_each(&self, mut with: impl FnMut(TokenId, &str)) {
        for shard in 0..SHARDS {
            for (place, word) in self.shard(shard).words.iter().enumerate() {
                with(TokenId(place as u32 * SHARDS + shard), word);
            }
        }
    }

    /// One more than the largest number given so far. A table of this length has an entry for every word.
    pub fn limit(&self) -> usize {
        (0..SHARDS).map(|shard| self.shard(shard).words.len() * SHARDS as usize).max().unwrap_or(0)
    }

    fn intern(&self, hash: u64, word: &str, part: Part) -> TokenId {
        let key = hash.wrapping_mul(self.seed);
        // Not the highest bits: by these the table of a shard tells its keys apart.
        let shard = (key >> 32) as u32 % SHARDS;
        let mut guard = self.shard(shard);
        let Shard { ids, words, parts } = &mut *guard;
        *ids.entry(key).or_insert_with(|| {
            let place = words.len() as u32;
            words.push(word.into());
            if part != Part::Other {
                parts.insert(place, part);
            }
            TokenId(place * SHARDS + shard)
        })
    }

    fn shard(&self, shard: u32) -> MutexGuard<'_, Shard> {
        // A shard is consistent between any two statements, so a panic elsewhere cannot have left it half changed.
        locked(&self.shards[shard as usize])
    }
}

/// Numbers words for one thread. It caches the words it met, so that it seldom takes a lock: 10 ns a word instead of
/// 40.
#[derive(Debug)]
pub struct LexiconReader<'a> {
    lexicon: &'a Lexicon,
    asks: bool,
    ids: Words,
    /// The last words of a text that are not numbered yet.
    batch: WordBatch,
}

impl LexiconReader<'_> {
    /// Takes the next word of a text, which stands at `span` there. `take` hears of it now or with the [rest](Self::rest), in
    /// order: where it stands; the word, where it is read otherwise than written; its number, new if the word was not seen
    /// before; what it says about its language, if that is asked for.
    #[inline]
    pub fn intern(
        &mut self,
        text: &str,
        span: Span,
        word: &str,
        take: &mut impl FnMut(Span, Option<&str>, (TokenId, EvidenceRow)),
    ) {
        let hash = xxh3_64(word.as_bytes());
        let is_written = text.get(span.range()).is_some_and(|written| std::ptr::eq(written, word));
        if !is_written {
            self.rest(text, take);
            let Self { lexicon, ids, asks, .. } = self;
            let find_out = || (lexicon.intern(hash, word, Part::Other), row(*asks, word));
            let found = ids.get(hash, find_out);
            take(span, read_otherwise(span, word), found);
        } else if self.batch.is_full_with(hash, span) {
            self.rest(text, take);
        }
    }

    /// Tells of the words that are not heard of yet.
    pub fn rest(
        &mut self,
        text: &str,
        take: &mut impl FnMut(Span, Option<&str>, (TokenId, EvidenceRow)),
    ) {
        let Self { lexicon, ids, batch, asks } = self;
        let find_out = |word: &str| {
            let id = lexicon.intern(xxh3_64(word.as_bytes()), word, Part::Other);
            (id, row(*asks, word))
        };
        batch.answer(ids, text, find_out, |span, found| take(span, None, found));
    }

    /// Forgets the words that are not heard of yet, of a text that was given up.
    pub fn forget(&mut self) {
        self.batch.forget();
    }

    /// The number of `word` with this part of speech.
    pub fn intern_as(&mut self, word: &str, part: Part) -> TokenId {
        let hash = part.tagged_hash(xxh3_64(word.as_bytes()));
        // As this part it has the hash of the word alone, which may be asked what it says.
        let asks = self.asks && part == Part::Other;
        self.ids.get(hash, || (self.lexicon.intern(hash, word, part), row(asks, word))).0
    }
}

impl Drop for LexiconReader<'_> {
    fn drop(&mut self) {
        let empty = Memo::new(self.lexicon.seed);
        let known = (self.asks, std::mem::replace(&mut self.ids, empty));
        locked(&self.lexicon.remembered).push(known);
    }
}

/// What a word says about its language at a glance, if that is asked for.
fn row(asks: bool, word: &str) -> EvidenceRow {
    if asks { row_at_a_glance(word) } else { EvidenceRow::default() }
}

#[cfg(test)]
mod tests {
    use super::super::word_batch::BATCH;
    use super::{EvidenceRow, Lexicon, Part, Span, locked, row_at_a_glance};

    #[test]
    fn words_of_a_text_have_the_numbers_that_they_have_alone_in_order() {
        let lexicon = Lexicon::default();
        let mut reader = lexicon.reader(true);
        for words in [1, BATCH, BATCH + 1, 3 * BATCH] {
            let words: Vec<_> = (0..words).map(|word| format!("word{} the ", word % 40)).collect();
            let text = words.concat();
            let (mut at, mut taken) = (0, Vec::new());
            let mut take = |span: Span, read: Option<&str>, (id, row)| {
                taken.push((span, read.map(str::to_string), id, row));
            };
            let mut wanted = Vec::new();
            for word in text.split_terminator(' ') {
                let span = Span::new(at as u32, (at + word.len()) as u32);
                at += word.len() + 1;
                // One in five is read over a line's end.
                let read = if wanted.len() % 5 == 4 { format!("{word}-") } else { word.into() };
                wanted.push((span, read.clone()));
                let read = if wanted.len() % 5 == 0 { &*read } else { word };
                reader.intern(&text, span, read, &mut take);
            }
            reader.rest(&text, &mut take);
            assert_eq!(taken.len(), wanted.len());
            for ((span, word), (at, read, id, row)) in wanted.iter().zip(&taken) {
                assert_eq!((span, read.is_some()), (at, word.ends_with('-')));
                assert_eq!(*id, reader.intern_as(word, Part::Other));
                assert!(!row.tells_more(), "{word}");
            }
        }
    }

    #[test]
    fn a_word_has_one_number_and_a_number_one_word() {
        let lexicon = Lexicon::default();
        let (mut reader, mut other) = (lexicon.reader(false), lexicon.reader(true));
        let ids: Vec<_> =
            (0..1000).map(|n| reader.intern_as(&format!("word{n}"), Part::Other)).collect();
        for (n, id) in ids.iter().enumerate() {
            let word = format!("word{n}");
            lexicon.with_word(*id, |found, part| assert_eq!((found, part), (&*word, Part::Other)));
            assert_eq!(reader.intern_as(&word, Part::Other), *id);
            assert_eq!(other.intern_as(&word, Part::Other), *id);
            assert!((id.0 as usize) < lexicon.limit());
        }
    }

    #[test]
    fn a_reader_knows_what_the_one_before_it_learnt_and_no_other_kind() {
        let lexicon = Lexicon::default();
        let ask = |asks: bool| {
            let mut found = Vec::new();
            let mut reader = lexicon.reader(asks);
            let (text, span) = ("the", Span::new(0, 3));
            let mut take = |_, _: Option<&str>, answer| found.push(answer);
            reader.intern(text, span, text, &mut take);
            reader.rest(text, &mut take);
            found
        };
        let number = lexicon.reader(true).intern_as("the", Part::Other);
        let asked = [(number, row_at_a_glance("the"))];
        for _ in 0..2 {
            assert_eq!(ask(true), asked);
            assert_eq!(ask(false), [(number, EvidenceRow::default())]);
        }
        assert_eq!(locked(&lexicon.remembered).len(), 2);
        lexicon.forget_readers();
        assert_eq!(ask(true), asked);
    }

    #[test]
    fn a_word_has_another_number_as_another_part_of_speech() {
        let lexicon = Lexicon::default();
        let mut reader = lexicon.reader(false);
        let parts = [Part::Other, Part::Plural, Part::Adjective, Part::Infinitive];
        let ids = parts.map(|part| reader.intern_as("lights", part));
        for (id, part) in ids.into_iter().zip(parts) {
            lexicon.with_word(id, |word, found| assert_eq!((word, found), ("lights", part)));
            assert_eq!(reader.intern_as("lights", part), id);
            assert_eq!(ids.iter().filter(|other| **other == id).count(), 1);
        }
        assert_eq!(reader.intern_as("lights", Part::Other), ids[0]);
        let mut seen = std::collections::HashSet::new();
        for letters in 0..26 * 26_u16 {
            let word: String = [letters / 26, letters % 26]
                .map(|letter| char::from(b'a' + letter as u8))
                .iter()
                .collect();
            assert!(parts.iter().all(|part| seen.insert(reader.intern_as(&word, *part))), "{word}");
        }
    }
}
