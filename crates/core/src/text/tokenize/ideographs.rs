//! Splits runs of ideographs and hiragana into words by ICU's dictionary, with the same result as ICU's segmenter. That
//! segmenter reads each character many times. This code takes two fifths of the instructions in a run over Chinese
//! texts.

use std::{ops::Range, sync::LazyLock};

use icu_collections::char16trie::Char16TrieCursor;
use icu_provider::{
    DataIdentifierBorrowed, DataMarkerAttributes, DataProvider, DataRequest, DataResponse,
};
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::provider::{Baked, DictionaryBreakData, SegmenterDictionaryAutoV2};
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::class::is_alphanumeric;

const WIDTH: usize = 3;

const HIRAGANA: Range<u16> = 0x3041..0x3097;
const IDEOGRAPHS: Range<u16> = 0x4e00..0xa000;

#[derive(Debug)]
pub(super) struct Dictionary {
    /// Position in the dictionary after each first character, hiragana before ideographs. A table, because finding the
    /// first character takes longer than all others.
    tails: Vec<Char16TrieCursor<'static>>,
}

/// The dictionary. `None` if ICU changed its format; a test checks that it did not.
pub(super) static DICTIONARY: LazyLock<Option<Dictionary>> = LazyLock::new(Dictionary::read);

impl Dictionary {
    fn read() -> Option<Self> {
        let name = DataMarkerAttributes::try_from_str("cjdict").ok()?;
        let id = DataIdentifierBorrowed::for_marker_attributes(name);
        let request = DataRequest { id, ..DataRequest::default() };
        let found: DataResponse<SegmenterDictionaryAutoV2> = Baked.load(request).ok()?;
        let DictionaryBreakData::Char16Trie(trie) = found.payload.get_static()? else {
            return None;
        };
        let tails = HIRAGANA.chain(IDEOGRAPHS).map(|letter| {
            let mut cursor = trie.cursor();
            cursor.step16(letter);
            cursor
        });
        Some(Self { tails: tails.collect() })
    }

    /// Calls `take` with the end of each word of a [run](next_run), the longest that the dictionary has at its place.
    pub(super) fn split_run(&self, run: &str, mut take: impl FnMut(usize)) {
        let letters = run.as_bytes().as_chunks::<WIDTH>().0;
        let mut start = 0;
        while let Some(cursor) =
            letters.get(start).and_then(|letter| self.cursor_after(letter_code(*letter)))
        {
            start += longest_word_length(cursor.clone(), &letters[start + 1..]);
            take(start * WIDTH);
        }
    }

    fn cursor_after(&self, letter: u16) -> Option<&Char16TrieCursor<'static>> {
        let place = if HIRAGANA.contains(&letter) {
            letter - HIRAGANA.start
        } else {
            letter.checked_sub(IDEOGRAPHS.start)? + HIRAGANA.len() as u16
        };
        self.tails.get(usize::from(place))
    }
}

/// Returns the number of letters in the longest word from here. Without a word, the number of letters that ICU would
/// look at.
fn longest_word_length(mut cursor: Char16TrieCursor<'_>, rest: &[[u8; WIDTH]]) -> usize {
    let mut word = None;
    let mut letters = 1;
    let mut rest = rest.iter();
    loop {
        if cursor.value().is_some() {
            word = Some(letters);
        }
        if cursor.is_empty() {
            break;
        }
        let Some(next) = rest.next() else { break };
        cursor.step16(letter_code(*next));
        letters += 1;
    }
    word.unwrap_or(letters)
}

/// Returns the next run of ideographs and hiragana from `at` on. Stops where ICU might join a run with characters
/// around it.
pub(super) fn next_run(text: &str, mut at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    loop {
        let skipped = bytes.get(at..)?.iter().position(|byte| matches!(byte, 0xe3..=0xe9))?;
        let start = at + skipped;
        let letters = bytes.get(start..)?.as_chunks::<WIDTH>().0.iter();
        let end =
            start + letters.take_while(|letter| is_ideograph_or_hiragana(**letter)).count() * WIDTH;
        let before = text.get(..start)?.chars().next_back();
        let tails = text.get(end..)?.chars().next();
        if end > start && before.is_none_or(is_always_apart) && tails.is_none_or(is_always_apart) {
            return Some(start..end);
        }
        at = end.max(start + WIDTH);
    }
}

#[inline]
const fn letter_code([first, middle, last]: [u8; WIDTH]) -> u16 {
    (first as u16 & 0xf) << 12 | (middle as u16 & 0x3f) << 6 | (last as u16 & 0x3f)
}

#[inline]
fn is_ideograph_or_hiragana(letter: [u8; WIDTH]) -> bool {
    match letter[0] {
        0xe4 => letter[1] >= 0xb8,
        0xe5..=0xe9 => true,
        0xe3 => HIRAGANA.contains(&letter_code(letter)),
        _ => false,
    }
}

/// Returns true if ICU always separates the character from ideographs. Not so for ideographs, hiragana, marks and
/// invisible signs.
const fn is_always_apart(character: char) -> bool {
    matches!(character, '\0'..='\x7f' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3011}'
        | '\u{30a1}'..='\u{30fc}' | '\u{ff01}'..='\u{ff65}')
}

pub(super) static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

#[inline(never)]
pub(super) fn for_each_word(clean: &str, mut take: impl FnMut(Range<usize>)) {
    let mut done = 0;
    while let Some(run) = next_run(clean, done)
        && let Some(dictionary) = &*DICTIONARY
    {
        segment_by_icu(clean, done..run.start, &mut take);
        let mut start = run.start;
        dictionary.split_run(clean.get(run.clone()).unwrap_or_default(), |end| {
            let end = run.start + end;
            take(start..end);
            start = end;
        });
        done = run.end;
    }
    segment_by_icu(clean, done..clean.len(), &mut take);
}

fn segment_by_icu(clean: &str, part: Range<usize>, take: &mut impl FnMut(Range<usize>)) {
    let text = clean.get(part.clone()).unwrap_or_default();
    if !text.chars().any(is_alphanumeric) {
        return;
    }
    let mut start = 0;
    for end in SEGMENTER.segment_str(text) {
        if text.get(start..end).is_some_and(|word| word.chars().any(is_alphanumeric)) {
            take(part.start + start..part.start + end);
        }
        start = end;
    }
}

pub(super) fn count_words(clean: &str) -> usize {
    let mut words = 0;
    for_each_word(clean, |_| words += 1);
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DICTIONARY, HIRAGANA, IDEOGRAPHS, SEGMENTER, for_each_word};
    use crate::text::tokenize::class::is_alphanumeric;

    fn by_icu(text: &str) -> Vec<&str> {
        let ends: Vec<usize> = SEGMENTER.segment_str(text).collect();
        let words = ends.windows(2).map(|ends| text.get(ends[0]..ends[1]).unwrap());
        words.filter(|word| word.chars().any(is_alphanumeric)).collect()
    }

    fn found(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        for_each_word(text, |range| words.push(text.get(range).unwrap()));
        words
    }

    #[test]
    fn icu_has_its_dictionary_in_the_form_that_is_read() {
        assert!(DICTIONARY.is_some());
    }

    #[test]
    fn every_character_alone_and_twice_gives_icus_words() {
        for code in HIRAGANA.chain(IDEOGRAPHS) {
            let letter = char::from_u32(code.into()).unwrap();
            for text in [format!("{letter}"), format!("{letter}{letter}。{letter}a")] {
                assert_eq!(found(&text), by_icu(&text));
            }
        }
    }

    /// Tries every character between two ideographs, and between an ideograph and another character.
    #[test]
    fn every_character_beside_ideographs_gives_icus_words() {
        for character in
            ('\0'..=char::MAX).filter(|character| !('\u{ac00}'..'\u{d7a3}').contains(character))
        {
            let text = format!("不{character}知 {character}道a");
            assert_eq!(found(&text), by_icu(&text), "{character:?}");
        }
    }

    fn text() -> impl Strategy<Value = String> {
        let words = "中国|人民|共和国|不知道|東京都|ありがとう|について|一|の|々|カタカナ|3.|a|x1|。|、|\n| |'|ー|\u{3099}|\
            \u{200d}|_|ｱ|ภาษา|，|３";
        let words: Vec<_> = words.split('|').collect();
        let piece = prop_oneof![
            3 => prop::sample::select(words).prop_map(str::to_string),
            2 => prop::char::range('\u{4e00}', '\u{9fff}').prop_map(String::from),
            1 => prop::char::range('\u{3000}', '\u{30ff}').prop_map(String::from),
            1 => any::<char>().prop_map(String::from),
        ];
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_text_gives_icus_words(text in text()) {
            prop_assert_eq!(found(&text), by_icu(&text));
        }
    }
}
