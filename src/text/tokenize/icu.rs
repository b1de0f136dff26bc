//! Words by UAX #29 for any text, by ICU's segmenter on the cleaned text. It takes no short cut.

use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::clean::clean_within;
use super::line_ends::LineEnds;
use crate::base::span::Span;
use crate::text::confusables::mixes_scripts;

static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// The segments of the cleaned text that hold a letter or digit; their spans are counted from `offset`, its hyphens
/// at line ends judged by those of the document. Gives how
/// many mix scripts.
///
/// ICU's own judgement of what is a word is not asked: it refuses words that end in a combining mark.
pub(super) fn tokenize(
    text: &str,
    offset: usize,
    ends: &LineEnds<'_>,
    emit: &mut impl FnMut(Span, &str),
) -> u32 {
    let cleaned = clean_within(text, ends);
    let mut start = 0;
    let mut last = 0;
    let mut mixed = 0;
    for end in SEGMENTER.segment_str(cleaned.text()) {
        if let Some(word) = cleaned.text().get(start..end)
            && word.chars().any(is_letter_or_digit)
        {
            let range = cleaned.range(start, end);
            // Two words can come from one composed cluster; the second then keeps what the first left of it.
            let from = range.start.max(last);
            if from < range.end {
                mixed += u32::from(mixes_scripts(word));
                emit(super::span(offset + from, offset + range.end), word);
                last = range.end;
            }
        }
        start = end;
    }
    mixed
}

/// How many words a text holds that is clean.
pub(super) fn words_in(clean: &str) -> usize {
    let mut start = 0;
    let segments = SEGMENTER.segment_str(clean).filter(|&end| {
        let segment = clean.get(start..end).unwrap_or_default();
        start = end;
        segment.chars().any(is_letter_or_digit)
    });
    segments.count()
}

/// As [`char::is_alphanumeric`], which searches a table for each ideograph: .04 of the instructions of Chinese.
fn is_letter_or_digit(character: char) -> bool {
    matches!(character, '\u{4e00}'..='\u{9fff}') || character.is_alphanumeric()
}
