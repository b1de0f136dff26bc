//! What stands between two words, and what a change of language costs there. It knows no languages.

use std::ops::Range;

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
    pub fn of(text: &str, between: Range<usize>) -> Self {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::WordGap;

    proptest! {
        #[test]
        fn ascii_is_read_as_any_text_is(text in "[ \t\r\n\u{b}\u{c}\u{1c}.!?,;a\u{7f}é。\u{a0}]{0,9}|[ \n.,]{0,9}") {
            prop_assert_eq!(WordGap::of(&text, 0..text.len()), WordGap::of_any(&text));
        }
    }
}
