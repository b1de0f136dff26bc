//! Words by UAX #29 for any text, by ICU's segmenter on the cleaned text. It takes no short cut.

use super::clean::clean_within;
use super::line_ends::LineEnds;
use super::segmenter::{SEGMENTER, is_letter_or_digit};
use crate::base::span::Span;
use crate::text::confusables::mixes_scripts;

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
