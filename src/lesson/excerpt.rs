//! The part of a long text that a lesson uses: around one byte, cut between words.

use std::sync::Arc;

/// Longer texts, with more than about two thousand words, are taught by an excerpt of at most this many bytes.
pub const LONGEST: usize = 12_000;
/// Bytes of context before the passage in question.
const BEFORE: usize = 2_000;
/// The furthest that a blank is searched for, in scripts with blanks.
const NEAR: usize = 200;

/// A text, or the part of it that is taught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The text that is taught.
    pub text: Arc<str>,
    /// The number of bytes of the whole text before it.
    pub before: usize,
    /// The number of bytes of the whole text.
    pub whole: usize,
}

impl Excerpt {
    /// A short text itself, or the part of a long one around a byte.
    pub fn of(text: &Arc<str>, around: u32) -> Self {
        let whole = text.len();
        if whole <= LONGEST {
            return Self { text: Arc::clone(text), before: 0, whole };
        }
        let start = (around as usize).saturating_sub(BEFORE).min(whole - LONGEST);
        let start = if start == 0 { 0 } else { after_blank(text, start) };
        let end = start + LONGEST;
        let end = if end >= whole { whole } else { before_blank(text, end) };
        let part = text.get(start..end).unwrap_or_default();
        Self { text: part.into(), before: start, whole }
    }

    /// Whether a part of the text was left out.
    pub fn is_cut(&self) -> bool {
        self.text.len() < self.whole
    }
}

/// The first offset from `at` on after a blank, or else at a character boundary.
fn after_blank(text: &str, at: usize) -> usize {
    let at = (at..text.len()).find(|place| text.is_char_boundary(*place)).unwrap_or(text.len());
    let near = text.get(at..).unwrap_or_default();
    let blank = near.char_indices().take_while(|(place, _)| *place < NEAR);
    blank
        .filter(|(_, one)| one.is_whitespace())
        .map(|(place, one)| at + place + one.len_utf8())
        .next()
        .unwrap_or(at)
}

/// The last offset up to `at` before a blank, or else at a character boundary.
fn before_blank(text: &str, at: usize) -> usize {
    let at = boundary(text, at);
    let near = text.get(boundary(text, at.saturating_sub(NEAR))..at).unwrap_or_default();
    let place = near.char_indices().rev().find(|(_, one)| one.is_whitespace());
    place.map_or(at, |(place, _)| at - near.len() + place)
}

/// The last character boundary up to `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|place| text.is_char_boundary(*place)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::{Excerpt, LONGEST};

    #[test]
    fn a_short_text_is_taught_whole() {
        let text: Arc<str> = "one two".into();
        let excerpt = Excerpt::of(&text, 4);
        assert_eq!((&*excerpt.text, excerpt.is_cut()), ("one two", false));
    }

    #[test]
    fn a_long_text_is_cut_between_words_around_the_place() {
        let text: Arc<str> = "lantern ".repeat(9_000).into();
        let excerpt = Excerpt::of(&text, 40_000);
        assert!(excerpt.is_cut() && excerpt.before <= 40_000);
        assert!(excerpt.text.split_whitespace().all(|word| word == "lantern"));
    }

    proptest! {
        #[test]
        fn an_excerpt_is_a_part_of_its_text_and_never_longer_than_the_longest(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..9_000, around in 0_u32..90_000,
        ) {
            let text: Arc<str> = unit.repeat(times).into();
            let excerpt = Excerpt::of(&text, around);
            let end = excerpt.before + excerpt.text.len();
            prop_assert_eq!(text.get(excerpt.before..end), Some(&*excerpt.text));
            prop_assert!(excerpt.text.len() <= LONGEST);
            prop_assert_eq!(excerpt.is_cut(), text.len() > LONGEST);
        }
    }
}
