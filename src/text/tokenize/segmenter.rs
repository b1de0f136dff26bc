//! ICU's word segmenter, and which of its segments are words.

use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

/// Finds word boundaries by UAX #29. Scripts without spaces are split by dictionary.
pub(super) static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// How many words a clean text contains.
pub(super) fn words_in(clean: &str) -> usize {
    let mut start = 0;
    let segments = SEGMENTER.segment_str(clean).filter(|&end| {
        let segment = clean.get(start..end).unwrap_or_default();
        start = end;
        segment.chars().any(is_letter_or_digit)
    });
    segments.count()
}

/// Like [`char::is_alphanumeric`], which searches a table for each ideograph. Saves 4 % of the instructions for
/// Chinese.
pub(super) fn is_letter_or_digit(character: char) -> bool {
    matches!(character, '\u{4e00}'..='\u{9fff}') || character.is_alphanumeric()
}
