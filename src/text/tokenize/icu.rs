//! Finds words by UAX #29 in any text, with ICU's segmenter on the cleaned text. Slow, but complete.

use super::clean::clean_within;
use super::line_ends::LineEnds;
use super::segmenter::each_word;
use crate::base::span::Span;
use crate::text::confusables::mixes_scripts;

/// Emits the segments of the cleaned text that contain a letter or digit. Spans are counted from `offset`. `ends`
/// decides about hyphens at line ends. Returns how many words mix scripts.
///
/// ICU's own word type is not used, because it rejects words that end in a combining mark.
pub(super) fn tokenize(
    text: &str,
    offset: usize,
    ends: &LineEnds<'_>,
    emit: &mut impl FnMut(Span, &str),
) -> u32 {
    let cleaned = clean_within(text, ends);
    let (mut last, mut mixed) = (0, 0);
    each_word(cleaned.text(), |word| {
        let range = cleaned.range(word.start, word.end);
        // Two words can come from one composed cluster. The second one keeps what the first one left of it.
        let from = range.start.max(last);
        if from < range.end {
            let word = cleaned.text().get(word).unwrap_or_default();
            mixed += u32::from(mixes_scripts(word));
            emit(super::span(offset + from, offset + range.end), word);
            last = range.end;
        }
    });
    mixed
}
