//! ICU's word segmenter, and which of its segments are words.

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::alphanumeric::is_alphanumeric;
use super::ideographs::{self, DICTIONARY};

/// Finds word boundaries by UAX #29. Scripts without spaces are split by dictionary.
pub(super) static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Calls `take` with each word of a clean text, in order: the segments that contain a letter or digit.
pub(super) fn each_word(clean: &str, mut take: impl FnMut(Range<usize>)) {
    let mut done = 0;
    while let Some(run) = ideographs::run(clean, done)
        && let Some(dictionary) = &*DICTIONARY
    {
        segments(clean, done..run.start, &mut take);
        let mut start = run.start;
        dictionary.cut(clean.get(run.clone()).unwrap_or_default(), |end| {
            let end = run.start + end;
            take(start..end);
            start = end;
        });
        done = run.end;
    }
    segments(clean, done..clean.len(), &mut take);
}

/// The words of a part of a text, by ICU alone.
fn segments(clean: &str, part: Range<usize>, take: &mut impl FnMut(Range<usize>)) {
    let text = clean.get(part.clone()).unwrap_or_default();
    // Most parts between ideographs are signs.
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

/// How many words a clean text contains.
pub(super) fn words_in(clean: &str) -> usize {
    let mut words = 0;
    each_word(clean, |_| words += 1);
    words
}
