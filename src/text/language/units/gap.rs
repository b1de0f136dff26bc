//! The parts of a unit: what stands between two words, what a change of language costs there, and what words tell together.

use std::ops::Range;

use crate::base::span::Span;
use crate::text::{EvidenceRow, Script, language::evidence::COLUMNS};

/// What the dearest change of language costs, in steps of a score.
pub(super) const CAP: i16 = 48;

/// What stands between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordGap {
    /// Nothing that ends a sentence.
    Word,
    /// The end of a sentence or of a line that is none.
    Sentence,
    /// An empty line.
    Paragraph,
}

impl WordGap {
    /// How far a language is ahead at least, of the cost of the dearest change: if it was less far ahead before, it is likeliest
    /// reached by a change from the best one, which costs what is left.
    pub(super) const fn floor(self) -> i16 {
        CAP - self.cost()
    }

    /// What a change of language costs here.
    pub(super) const fn cost(self) -> i16 {
        match self {
            Self::Word => CAP,
            Self::Sentence => CAP * 3 / 4,
            Self::Paragraph => CAP / 2,
        }
    }

    /// Of two gaps behind each other.
    pub(super) const fn wider(self, other: Self) -> Self {
        match (self, other) {
            (Self::Paragraph, _) | (_, Self::Paragraph) => Self::Paragraph,
            (Self::Sentence, _) | (_, Self::Sentence) => Self::Sentence,
            _ => Self::Word,
        }
    }

    /// Of what stands in a text between two words.
    #[inline]
    pub fn between(text: &str, between: Range<usize>) -> Self {
        let ascii = text.as_bytes().get(between.clone()).and_then(Self::of_ascii);
        ascii.unwrap_or_else(|| Self::of_any(text.get(between).unwrap_or_default()))
    }

    /// The same of ASCII, of which nearly all consists, spaces most of all: a third of the time. `None` where it is not.
    #[inline]
    fn of_ascii(text: &[u8]) -> Option<Self> {
        let (mut lines, mut ends, mut is_over) = (0, false, false);
        for sign in text {
            match sign {
                b' ' | b'\t' | b'\r' | 0xb => is_over |= ends,
                b'\n' => {
                    is_over |= ends;
                    lines += 1;
                    if lines > 1 {
                        return Some(Self::Paragraph);
                    }
                }
                0xc => return Some(Self::Paragraph),
                0x80.. => return None,
                sign => {
                    lines = 0;
                    ends |= matches!(sign, b'.' | b'!' | b'?');
                }
            }
        }
        Some(if is_over { Self::Sentence } else { Self::Word })
    }

    fn of_any(text: &str) -> Self {
        let mut lines = 0;
        let mut found = Self::Word;
        let mut ends = false;
        for character in text.chars() {
            match character {
                '\u{2029}' | '\u{c}' => return Self::Paragraph,
                space if space.is_whitespace() => {
                    if ends {
                        found = Self::Sentence;
                    }
                    lines += u32::from(space == '\n');
                    if lines > 1 {
                        return Self::Paragraph;
                    }
                }
                sign => {
                    lines = 0;
                    ends |= matches!(sign, '.' | '!' | '?' | '…' | '।' | '؟' | '۔' | '։' | '።');
                    // No space stands behind these.
                    if matches!(sign, '。' | '！' | '？' | '｡') {
                        (found, ends) = (Self::Sentence, true);
                    }
                }
            }
        }
        found
    }
}

/// The sums of the scores of at most 16 words, so that each fits into a byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    /// By language.
    pub(super) scores: [u8; COLUMNS],
    /// How many words of the script these are.
    pub(super) words: u8,
}

impl Sum {
    /// Of words, by the languages of a script; those of other scripts tell nothing.
    #[inline]
    pub(super) fn new(rows: &[EvidenceRow], script: Script) -> Self {
        let mut sum = Self { scores: [0; COLUMNS], words: 0 };
        for row in rows.iter().filter(|row| row.script() == Some(script)) {
            sum.words += 1;
            for (sum, score) in sum.scores.iter_mut().zip(row.scores()) {
                *sum = sum.wrapping_add(*score);
            }
        }
        sum
    }

    /// Asks one of the words for what else it tells than at a glance: all that it tells.
    pub(super) fn ask(&mut self, glance: EvidenceRow, word: &str) -> EvidenceRow {
        let row = glance.whole(word);
        let more = row.scores().iter().zip(glance.scores());
        for (sum, (whole, glance)) in self.scores.iter_mut().zip(more) {
            *sum = sum.wrapping_add(*whole).wrapping_sub(*glance);
        }
        row
    }

    /// By how much a language is ahead of all rivals, which have all bits.
    pub(super) fn margin(&self, column: u8, rivals: &[u8; COLUMNS]) -> i16 {
        // No branch: sixteen languages are looked at at once.
        let rivals = self.scores.iter().zip(rivals).map(|(score, rival)| score & rival);
        let next = rivals.fold(0, Ord::max);
        let own = self.scores.get(usize::from(column)).copied().unwrap_or_default();
        i16::from(own) - i16::from(next)
    }
}

/// So far ahead in steps must a text's sure language be by some words of a unit, that the others are not asked.
pub(super) const CLEAR: i16 = 12;

/// A unit of words.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitWords<'a> {
    /// Its place among all units.
    pub(super) at: u32,
    /// What stands before it.
    pub(super) gap: WordGap,
    /// What its words tell at a glance; those of other scripts tell nothing.
    pub(super) rows: &'a [EvidenceRow],
    /// Where they stand in the text.
    pub(super) spans: &'a [Span],
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::WordGap;

    proptest! {
        #[test]
        fn ascii_is_read_as_any_text_is(text in "[ \t\r\n\u{b}\u{c}\u{1c}.!?,;a\u{7f}é。\u{a0}]{0,9}|[ \n.,]{0,9}") {
            prop_assert_eq!(WordGap::between(&text, 0..text.len()), WordGap::of_any(&text));
        }
    }
}
