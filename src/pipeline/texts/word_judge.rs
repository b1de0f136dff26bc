//! Decides what becomes of each word, once for each language, for one thread. It knows no documents.

use crate::base::memo::{Memo, random_odd};
use crate::base::span::Span;
use crate::pipeline::document::canonical::canonical_hash;
use crate::shingle::hash::word_hash;
use crate::text::language::evidence::{EvidenceRow, row_at_a_glance};
use crate::text::language::units::read_otherwise;
use crate::text::normalize::Normalizer;
use crate::text::pos::Part;
use crate::text::word_batch::WordBatch;

/// The word is dropped; no word has this hash.
pub(super) const DROPPED: u64 = 0;

/// What is remembered of a word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Judged {
    /// The hash of its canonical form, or [`DROPPED`].
    pub(super) hash: u64,
    /// What it tells of its language.
    pub(super) row: EvidenceRow,
}

/// Decides each word of a language once.
#[derive(Debug)]
pub(super) struct WordJudge {
    normalizer: Normalizer,
    /// Whether what words tell of their language is asked for.
    asks: bool,
    keys: WordKeys,
    /// By the [key](WordKeys) of the word as written, and its part of speech.
    decided: Memo<Judged>,
    /// The last words of a text that are not heard of yet.
    batch: WordBatch,
}

/// What hears of each word of a text, in order: where it stands; the word, where it is [read otherwise](read_otherwise); what
/// becomes of it.
pub(super) trait Hear: FnMut(Span, Option<&str>, Judged) {}

impl<F: FnMut(Span, Option<&str>, Judged)> Hear for F {}

impl WordJudge {
    pub(super) fn new(normalizer: Normalizer, asks: bool) -> Self {
        let seed = random_odd();
        let keys = WordKeys { first: random_odd(), last: random_odd(), length: random_odd() };
        Self { normalizer, asks, keys, decided: Memo::new(seed), batch: WordBatch::default() }
    }

    pub(super) const fn normalizer(&self) -> &Normalizer {
        &self.normalizer
    }

    /// Takes the next word of a text, which is no part of speech. It is heard of now or with the [rest](Self::rest).
    #[inline]
    pub(super) fn judge(&mut self, text: &str, span: Span, word: &str, hear: &mut impl Hear) {
        match Eights::of(text.as_bytes(), span.start, word) {
            Some(eights) if read_otherwise(span, word).is_none() => {
                let key = self.keys.of_eights(eights, word.len());
                if self.batch.is_full_with(key, span) {
                    self.rest(text, hear);
                }
            }
            _ => self.judge_now(text, span, word, hear),
        }
    }

    /// A word that cannot wait.
    #[inline(never)]
    fn judge_now(&mut self, text: &str, span: Span, word: &str, hear: &mut impl Hear) {
        self.rest(text, hear);
        hear(span, read_otherwise(span, word), self.judge_any(word, Part::Other));
    }

    /// Tells of the words that are not heard of yet.
    #[inline(never)]
    pub(super) fn rest(&mut self, text: &str, hear: &mut impl Hear) {
        let Self { normalizer, asks, decided, batch, .. } = self;
        let decide = |word: &str| decide(normalizer, *asks, word, Part::Other);
        batch.answer(decided, text, decide, |span, judged| hear(span, None, judged));
    }

    /// Forgets the words that are not heard of yet, of a text that was given up.
    pub(super) fn forget(&mut self) {
        self.batch.forget();
    }

    #[inline(never)]
    pub(super) fn judge_any(&mut self, word: &str, part: Part) -> Judged {
        let Self { normalizer, asks, keys, decided, .. } = self;
        let key = part.tagged_hash(keys.of(word));
        decided.get(key, || decide(normalizer, *asks, word, part))
    }
}

fn decide(normalizer: &Normalizer, asks: bool, word: &str, part: Part) -> Judged {
    let hash = canonical_hash(normalizer, word, part).unwrap_or(DROPPED);
    let row = if asks { row_at_a_glance(word) } else { EvidenceRow::default() };
    Judged { hash, row }
}

/// By what words are told apart: one number of 64 bits for each, that of a short word from its bytes alone. Where each word
/// had its [`word_hash`], English took a tenth more instructions.
#[derive(Debug)]
struct WordKeys {
    /// Random for each run, so that nobody can write two words of one key.
    first: u64,
    last: u64,
    length: u64,
}

impl WordKeys {
    #[inline]
    fn of_eights(&self, eights: Eights, length: usize) -> u64 {
        let key = match eights {
            Eights::One(eight) => eight.wrapping_mul(self.first),
            Eights::Two(first, last) => {
                let product = u128::from(first ^ self.first) * u128::from(last ^ self.last);
                product as u64 ^ (product >> 64) as u64
            }
        };
        key.wrapping_add((length as u64).wrapping_mul(self.length))
    }

    fn of(&self, word: &str) -> u64 {
        Eights::alone(word)
            .map_or_else(|| word_hash(word), |eights| self.of_eights(eights, word.len()))
    }
}

/// The bytes of a short word, eight in a number.
#[derive(Clone, Copy)]
pub(super) enum Eights {
    /// Up to eight; those behind the word are 0.
    One(u64),
    /// The first and the last eight of 9 to 16.
    Two(u64, u64),
}

impl Eights {
    /// Of a word that stands in a text from `start` on; `None` where it is too long, too near to the end, or written
    /// otherwise than there.
    #[inline]
    pub(super) fn of(text: &[u8], start: u32, word: &str) -> Option<Self> {
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

    /// Of a word wherever it stands.
    fn alone(word: &str) -> Option<Self> {
        let mut eight = [0; 8];
        match word.len() {
            length @ 1..=8 => {
                eight.get_mut(..length)?.copy_from_slice(word.as_bytes());
                Some(Self::One(u64::from_le_bytes(eight)))
            }
            _ => Self::of(word.as_bytes(), 0, word),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::span::Span;
    use crate::shingle::hash::word_hash;
    use crate::text::normalize::{Case, Normalizer, Stem, StopList};
    use crate::text::tokenize::{Words, tokenize};
    use crate::text::word_batch::BATCH;

    use super::{Eights, Judged, WordJudge, WordKeys};

    #[test]
    fn words_are_heard_of_once_and_in_order_whether_they_wait_or_not() {
        let normalizer = Normalizer::new(None, Case::Unicode, StopList::Empty, None, Stem::Off);
        let mut judge = WordJudge::new(normalizer, false);
        // Some words are too long to wait, and some are read over a line's end.
        let odd = [
            "a-word-of-more-than-sixteen-letters incomprehensibilities ",
            "bro-\nken ",
            "E\u{301}té ",
        ];
        for words in [0, 1, BATCH - 1, BATCH, BATCH + 1, 3 * BATCH] {
            let parts =
                (0..words).map(|word| format!("Word{word} {}", odd.get(word % 7).unwrap_or(&"")));
            let text: String = parts.collect();
            let (mut written, mut heard) = (Vec::new(), Vec::new());
            let hear = &mut |span: Span, read: Option<&str>, Judged { hash, .. }| {
                let word = read.or_else(|| text.get(span.range())).unwrap_or_default();
                heard.push((span, word.to_string(), hash));
            };
            tokenize(&text, Words::Unicode, &mut |span, word| {
                written.push((span, word.to_string()));
                judge.judge(&text, span, word, hear);
            });
            judge.rest(&text, hear);
            assert!(words == 0 || heard.len() > words);
            for ((span, word), (heard_at, read, hash)) in written.iter().zip(&heard) {
                assert_eq!((span, word.len()), (heard_at, read.len()));
                assert_eq!(*hash, word_hash(&word.to_lowercase()), "{word}");
            }
            assert_eq!(written.len(), heard.len());
        }
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
            let key = keys.of(&word);
            for (before, behind) in [("", ""), ("Ab ", " and others"), ("é", "é and others")] {
                let text = format!("{before}{word}{behind}");
                let start = before.len();
                let written = text.get(start..start + word.len()).unwrap();
                let eights = Eights::of(text.as_bytes(), start as u32, written);
                let found = eights.map_or(key, |eights| keys.of_eights(eights, word.len()));
                assert_eq!(found, key, "{text:?}");
            }
            assert_eq!(*seen.entry(key).or_insert_with(|| word.clone()), word);
        }
    }
}
