//! Reads the words of a text: finds each word, looks up a value that the caller defines in a cache, and adds up its
//! language.

use xxhash_rust::xxh3::xxh3_64;

use super::language::evidence::{EvidenceRow, score_word_quickly};
use super::language::units::{Gatherer, word_if_folded};
use super::tokenize::{Words, tokenize};
use super::{language::stretches::Stretches, pos::Part};
use base::memo::{Memo, random_odd_number};
use base::span::Span;

/// Number of words looked up together. The cache is larger than the processor's caches, so memory is read for many
/// words at once.
pub(super) const BATCH: usize = 32;

#[derive(Debug)]
pub struct WordCache<V> {
    /// True if languages are detected; their scores take longer than all other work on a new word.
    detects: bool,
    keys: WordKeys,
    known: Memo<(V, EvidenceRow)>,
    batch: ([u64; BATCH], [Span; BATCH]),
    batched: usize,
}

impl<V: Copy + Default> WordCache<V> {
    pub fn new(detects: bool) -> Self {
        let keys = WordKeys {
            first: random_odd_number(),
            last: random_odd_number(),
            length: random_odd_number(),
        };
        let batch = ([0; BATCH], [Span::new(0, 0); BATCH]);
        Self { detects, keys, known: Memo::new(random_odd_number()), batch, batched: 0 }
    }

    pub const fn detects(&self) -> bool {
        self.detects
    }

    /// Calls `take` with each word of a text, in order: its span, the word if it differs from the text, and its value.
    /// `find_out` computes the value of a new word. Returns the number of disguised words, and the languages if the
    /// cache detects them.
    pub fn read_words(
        &mut self,
        text: &str,
        words: Words,
        languages: Option<&mut Gatherer>,
        find_out: impl FnMut(&str) -> V,
        mut take: impl FnMut(Span, Option<&str>, V),
    ) -> (u32, Option<Stretches>) {
        let Some(languages) = languages else {
            let take = &mut |span, read: Option<&str>, (value, _)| take(span, read, value);
            return (self.look_up_all(text, words, find_out, take), None);
        };
        languages.begin_text();
        let take = &mut |span, read: Option<&str>, (value, row)| {
            languages.add_word(text, span, read.and_then(|word| word_if_folded(span, word)), row);
            take(span, read, value);
        };
        let mixed = self.look_up_all(text, words, find_out, take);
        (mixed, Some(languages.finish(text)))
    }

    #[inline(never)]
    pub fn get(&mut self, word: &str, part: Part, find_out: impl FnOnce() -> V) -> V {
        // Only words with the part `Other` are scored for languages.
        let detects = self.detects && part == Part::Other;
        let key = part.add_to_hash(self.keys.key(word));
        self.known.get_or_compute(key, || (find_out(), evidence_row(detects, word))).0
    }

    fn look_up_all(
        &mut self,
        text: &str,
        words: Words,
        mut find_out: impl FnMut(&str) -> V,
        take: &mut impl FnMut(Span, Option<&str>, (V, EvidenceRow)),
    ) -> u32 {
        // Drops words of a text whose reading stopped early.
        self.batched = 0;
        let mixed = tokenize(text, words, &mut |span, word| {
            self.look_up(text, span, word, &mut find_out, take);
        });
        self.look_up_batch(text, &mut find_out, take);
        mixed
    }

    #[inline]
    fn look_up(
        &mut self,
        text: &str,
        span: Span,
        word: &str,
        find_out: &mut impl FnMut(&str) -> V,
        take: &mut impl FnMut(Span, Option<&str>, (V, EvidenceRow)),
    ) {
        match Eights::in_text(text.as_bytes(), span.start, word) {
            Some(eights) if word.len() == span.len() as usize => {
                if self.push_and_check_full(self.keys.key_of_eights(eights, word.len()), span) {
                    self.look_up_batch(text, find_out, take);
                }
            }
            _ => self.look_up_changed_word(text, span, word, find_out, take),
        }
    }

    #[inline(never)]
    fn look_up_changed_word(
        &mut self,
        text: &str,
        span: Span,
        word: &str,
        find_out: &mut impl FnMut(&str) -> V,
        take: &mut impl FnMut(Span, Option<&str>, (V, EvidenceRow)),
    ) {
        let key = self.keys.key(word);
        if text.get(span.range()).is_some_and(|written| std::ptr::eq(written, word)) {
            if self.push_and_check_full(key, span) {
                self.look_up_batch(text, find_out, take);
            }
            return;
        }
        self.look_up_batch(text, find_out, take);
        let detects = self.detects;
        take(
            span,
            Some(word),
            self.known.get_or_compute(key, || (find_out(word), evidence_row(detects, word))),
        );
    }

    #[inline(never)]
    fn look_up_batch(
        &mut self,
        text: &str,
        find_out: &mut impl FnMut(&str) -> V,
        take: &mut impl FnMut(Span, Option<&str>, (V, EvidenceRow)),
    ) {
        let (keys, spans) = &self.batch;
        let keys = keys.get(..std::mem::take(&mut self.batched)).unwrap_or_default();
        self.known.prefetch(keys);
        for (&key, &span) in keys.iter().zip(spans) {
            let found = self.known.get_or_compute(key, || {
                let word = text.get(span.range()).unwrap_or_default();
                (find_out(word), evidence_row(self.detects, word))
            });
            take(span, None, found);
        }
    }

    #[inline]
    fn push_and_check_full(&mut self, key: u64, span: Span) -> bool {
        let place = self.batched % BATCH;
        self.batch.0[place] = key;
        self.batch.1[place] = span;
        self.batched = place + 1;
        self.batched == BATCH
    }
}

fn evidence_row(detects: bool, word: &str) -> EvidenceRow {
    if detects { score_word_quickly(word) } else { EvidenceRow::default() }
}

/// Keys of words, with 64 bits each. The key of a short word depends on its bytes alone: XXH3 for every word took a
/// tenth more instructions for English.
#[derive(Debug)]
struct WordKeys {
    /// Random for each run, so that two words with one key cannot be crafted.
    first: u64,
    last: u64,
    length: u64,
}

impl WordKeys {
    #[inline]
    fn key_of_eights(&self, eights: Eights, length: usize) -> u64 {
        let key = match eights {
            Eights::One(eight) => eight.wrapping_mul(self.first),
            Eights::Two(first, last) => {
                let product = u128::from(first ^ self.first) * u128::from(last ^ self.last);
                product as u64 ^ (product >> 64) as u64
            }
        };
        key.wrapping_add((length as u64).wrapping_mul(self.length))
    }

    fn key(&self, word: &str) -> u64 {
        Eights::of_word(word).map_or_else(
            || xxh3_64(word.as_bytes()),
            |eights| self.key_of_eights(eights, word.len()),
        )
    }
}

#[derive(Debug, Clone, Copy)]
pub enum Eights {
    /// A word of at most eight bytes, padded with 0.
    One(u64),
    /// The first and the last eight bytes of a word of 9 to 16 bytes.
    Two(u64, u64),
}

impl Eights {
    #[inline]
    pub fn in_text(text: &[u8], start: u32, word: &str) -> Option<Self> {
        let rest = text.get(start as usize..)?;
        let first = u64::from_le_bytes(*rest.first_chunk()?);
        match word.len() {
            length @ 1..=8 if std::ptr::eq(rest.as_ptr(), word.as_ptr()) => {
                Some(Self::One(first & u64::MAX >> (64 - 8 * length)))
            }
            9..=16 if std::ptr::eq(rest.as_ptr(), word.as_ptr()) => {
                let (first, last) = (word.as_bytes().first_chunk()?, word.as_bytes().last_chunk()?);
                Some(Self::Two(u64::from_le_bytes(*first), u64::from_le_bytes(*last)))
            }
            _ => None,
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let mut eight = [0; 8];
        match word.len() {
            length @ 1..=8 => {
                eight.get_mut(..length)?.copy_from_slice(word.as_bytes());
                Some(Self::One(u64::from_le_bytes(eight)))
            }
            _ => Self::in_text(word.as_bytes(), 0, word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BATCH, Eights, Gatherer, WordCache, WordKeys, Words, tokenize, xxh3_64};

    #[test]
    fn words_are_taken_once_and_in_order_whether_they_wait_or_not() {
        // Some words are too long for a number, or read over a line's end.
        let odd = [
            "a-word-of-more-than-sixteen-letters incomprehensibilities ",
            "bro-\nken ",
            "E\u{301}té ",
        ];
        for detects in [false, true] {
            let mut cache = WordCache::new(detects);
            let mut languages = Gatherer::default();
            for words in [0, 1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH] {
                let parts = (0..words)
                    .map(|word| format!("Word{word} {}", odd.get(word % 7).unwrap_or(&"")));
                let text: String = parts.collect();
                let (mut written, mut taken) = (Vec::new(), Vec::new());
                tokenize(&text, Words::Unicode, &mut |span, word| {
                    written.push((span, word.to_string(), xxh3_64(word.as_bytes())));
                });
                let (_, found) = cache.read_words(
                    &text,
                    Words::Unicode,
                    detects.then_some(&mut languages),
                    |word| xxh3_64(word.as_bytes()),
                    |span, read, hash| {
                        let word = read.or_else(|| text.get(span.range())).unwrap();
                        taken.push((span, word.to_string(), hash));
                    },
                );
                assert_eq!(found.is_some(), detects);
                assert!(words == 0 || taken.len() > words);
                assert_eq!(written, taken);
            }
        }
    }

    #[test]
    fn a_text_that_was_given_up_leaves_nothing() {
        let mut cache = WordCache::new(true);
        let mut languages = Gatherer::default();
        let text = "One sentence that is given up. Another one behind it, which is longer.";
        let given_up = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let languages = Some(&mut languages);
            let take = |_, _: Option<&str>, ()| ();
            cache.read_words(text, Words::Unicode, languages, |word| assert_ne!(word, "it"), take);
        }));
        assert!(given_up.is_err());
        let read = |cache: &mut WordCache<()>, languages: &mut Gatherer| {
            let mut words = 0;
            let text = "Deux mots, et puis encore quelques autres dans une phrase.";
            let take = |_, _: Option<&str>, ()| words += 1;
            let (_, found) = cache.read_words(text, Words::Unicode, Some(languages), |_| (), take);
            (words, found)
        };
        let found = read(&mut cache, &mut languages);
        assert_eq!(found, read(&mut WordCache::new(true), &mut Gatherer::default()));
        assert_eq!(found.0, 10);
    }

    #[test]
    fn a_word_has_one_key_wherever_it_stands_and_no_other_word_has_it() {
        let keys =
            WordKeys { first: 0x9e37_79b9_7f4a_7c15, last: 3, length: 0xbf58_476d_1ce4_e5b9 };
        let mut seen = std::collections::HashMap::new();
        for word in (1..20).flat_map(|length| {
            ["a", "b", "\0", "é"]
                .map(|letter| letter.repeat(length))
                .into_iter()
                .chain(["x", "\0"].map(|last| format!("{}{last}", "a".repeat(length))))
        }) {
            let key = keys.key(&word);
            for (before, behind) in [("", ""), ("Ab ", " and others"), ("é", "é and others")] {
                let text = format!("{before}{word}{behind}");
                let start = before.len();
                let written = text.get(start..start + word.len()).unwrap();
                let eights = Eights::in_text(text.as_bytes(), start as u32, written);
                let found = eights.map_or(key, |eights| keys.key_of_eights(eights, word.len()));
                assert_eq!(found, key, "{text:?}");
            }
            assert_eq!(*seen.entry(key).or_insert_with(|| word.clone()), word);
        }
    }
}
