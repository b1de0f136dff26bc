//! The words of a document that are not counted, or not for the passage that one would expect, with the reasons. The
//! reasons come from normalising, sampling and aligning; it decides none of them.

use crate::base::span::Span;
use crate::compare::align::Match;
use crate::pipeline::document::{Document, Word};
use crate::shingle::hash::begins;
use crate::shingle::sketch::Shingle;

use super::left_out::LeftOutReason;

/// Why a word is not counted, or not for the passage that one would expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// It is a stop word, and in no shingle that counts.
    StopWord,
    /// Words of its part of speech are left out.
    PartOfSpeech,
    /// Modulo keeps no shingle that covers it.
    SampledOut,
    /// Every kept shingle that covers it is left out. The first of them is left out because too many documents have it.
    Common,
    /// The same, but the first of them is left out because a template has it.
    Template,
    /// The same, but the first of them is left out because a phrase has it.
    Phrase,
    /// Shared shingles of several passages cover it. It is highlighted for the longest of these.
    Overlap,
}

/// A word with the reason why it is not counted as one would expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped {
    /// Its place in the side's text.
    pub span: Span,
    /// The reason.
    pub why: Why,
}

/// The words of a document that have such a reason, in reading order. `side` picks this document's words of a passage.
pub(crate) fn dropped(
    document: &Document,
    matches: &[Match],
    side: impl Fn(&Match) -> std::ops::Range<usize>,
) -> Vec<Dropped> {
    let count = document.canonical.len();
    let runs = |of: fn(&Document, &Shingle) -> bool| {
        let shingles = document.shingles.iter().enumerate();
        shingles
            .filter(move |(_, shingle)| of(document, shingle))
            .map(move |(at, _)| document.window.words(at))
    };
    let any = covered(count, runs(|_, _| true));
    let begun = covered(count, runs(|_, shingle| shingle.begins));
    let kept = covered(count, runs(|_, shingle| shingle.kept));
    let counted = covered(count, runs(Document::counts));
    let passages = covered(count, matches.iter().map(side));
    let why = |word: &Word| match word.canonical.map(|index| index as usize) {
        None if word.part().is_left_out() => Some(Why::PartOfSpeech),
        None => Some(Why::StopWord),
        // Only with stop words inside shingles can there be a window of words that is not a shingle.
        Some(index) if begun[index] == 0 && any[index] > 0 => {
            (!begins(document.canonical[index].hash)).then_some(Why::StopWord)
        }
        Some(index) if kept[index] == 0 && any[index] > 0 => Some(Why::SampledOut),
        Some(index) if counted[index] == 0 && any[index] > 0 => left_out(document, index),
        Some(index) if passages[index] > 1 => Some(Why::Overlap),
        Some(_) => None,
    };
    document
        .words
        .iter()
        .filter_map(|word| why(word).map(|why| Dropped { span: word.span, why }))
        .collect()
}

/// Why a word is left out: the reason of the first kept shingle that covers it.
fn left_out(document: &Document, word: usize) -> Option<Why> {
    let covering = document.shingles.get(document.window.covering(word))?;
    let first = covering.iter().find(|shingle| shingle.kept)?;
    document.left_out().reason(first.key).map(|reason| match reason {
        LeftOutReason::Common { .. } => Why::Common,
        LeftOutReason::Template(_) => Why::Template,
        LeftOutReason::Phrase(_) => Why::Phrase,
    })
}

/// How many of the ranges cover each of `count` places. Takes linear time.
fn covered(count: usize, ranges: impl Iterator<Item = std::ops::Range<usize>>) -> Vec<u32> {
    let mut begin = vec![0_u32; count + 1];
    let mut end = vec![0_u32; count + 1];
    for range in ranges {
        begin[range.start.min(count)] += 1;
        end[range.end.min(count)] += 1;
    }
    let mut open = 0;
    begin
        .iter()
        .zip(&end)
        .take(count)
        .map(|(begin, end)| {
            open = open + begin - end;
            open
        })
        .collect()
}
