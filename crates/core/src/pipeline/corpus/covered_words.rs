//! Assigns the words and sentences of a text to its sources.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use super::cover::{Cover, CoverSearch, CoveredBy};
use crate::pipeline::Document;
use base::span::Span;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredSentence {
    pub span: Span,
    pub words: u32,
    /// Source that has most words of the sentence; of equals, the first. `None` if no source has any.
    pub best: Option<u32>,
    pub covered: u32,
    /// Other sources that have as many words of the sentence as `best`.
    pub also: Vec<u32>,
}

/// The words of a text by source. A source has the words of the shingles that it shares with the text. An open pair
/// highlights the same words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredWords {
    /// For each counted word, the first source that has it. `Elsewhere` if only another document does, `Own` if none
    /// does, `Nothing` outside of counted shingles.
    pub by: Vec<CoveredBy>,
    /// Like `by`, but prefers the best source of each sentence for the words that this source has.
    pub by_sentence: Vec<CoveredBy>,
    pub runs: Vec<Vec<Range<usize>>>,
    pub sentences: Vec<CoveredSentence>,
}

impl CoveredWords {
    pub fn new(
        search: &CoverSearch<'_>,
        cover: &Cover,
        text: &Document,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let mut by = vec![CoveredBy::Nothing; text.canonical.len()];
        for wanted in [CoveredBy::Own, CoveredBy::Elsewhere] {
            for (at, who) in cover.by.iter().enumerate().filter(|(_, who)| **who == wanted) {
                by.get_mut(text.window.words_of_shingle(at)).unwrap_or_default().fill(*who);
            }
        }
        let starts: Vec<u32> =
            text.origin.iter().map(|word| text.words[*word as usize].span.start).collect();
        let ranges: Vec<(Span, Range<usize>)> = find_sentences(&text.text)
            .into_iter()
            .map(|span| {
                let before = |byte: u32| starts.partition_point(|start| *start < byte);
                (span, before(span.start)..before(span.end))
            })
            .collect();
        let mut found: Vec<CoveredSentence> = ranges
            .iter()
            .map(|(span, words)| CoveredSentence {
                span: *span,
                words: words.len() as u32,
                best: None,
                covered: 0,
                also: Vec::new(),
            })
            .collect();
        let mut runs = Vec::with_capacity(cover.parts.len());
        for (number, part) in cover.parts.iter().enumerate() {
            if stop() {
                return None;
            }
            let number = number as u32;
            let covered = search.runs_shared_with(part);
            for run in &covered {
                let words = by.get_mut(run.clone()).unwrap_or_default().iter_mut();
                let own = words.filter(|by| !matches!(by, CoveredBy::Part(_)));
                own.for_each(|by| *by = CoveredBy::Part(number));
            }
            let mut in_sentences: Vec<(usize, u32)> = Vec::new();
            for run in &covered {
                let from = ranges.partition_point(|(_, words)| words.end <= run.start);
                let here = ranges.iter().enumerate().skip(from);
                for (at, (_, words)) in here.take_while(|(_, (_, words))| words.start < run.end) {
                    let count = (run.end.min(words.end) - run.start.max(words.start)) as u32;
                    match in_sentences.last_mut() {
                        Some((last, covered)) if *last == at => *covered += count,
                        _ => in_sentences.push((at, count)),
                    }
                }
            }
            for (at, covered) in in_sentences {
                let sentence = &mut found[at];
                if covered > sentence.covered {
                    (sentence.best, sentence.covered) = (Some(number), covered);
                    sentence.also.clear();
                } else if covered == sentence.covered {
                    sentence.also.push(number);
                }
            }
            runs.push(covered);
        }
        let mut by_sentence = by.clone();
        for (number, runs) in runs.iter().enumerate() {
            let mine = found.iter().zip(&ranges).filter(|(one, _)| one.best == Some(number as u32));
            for (_, (_, words)) in mine {
                let from = runs.partition_point(|run| run.end <= words.start);
                let here = runs.iter().skip(from).take_while(|run| run.start < words.end);
                for run in here {
                    let both = run.start.max(words.start)..run.end.min(words.end);
                    let both = by_sentence.get_mut(both).unwrap_or_default();
                    both.fill(CoveredBy::Part(number as u32));
                }
            }
        }
        Some(Self { by, by_sentence, runs, sentences: found })
    }

    pub fn count_words_by(&self, who: CoveredBy) -> u32 {
        self.by.iter().filter(|by| **by == who).count() as u32
    }

    /// Counts the words that a source has, including words of earlier sources.
    pub fn count_shared_words(&self, part: u32) -> u32 {
        let runs = self.runs.get(part as usize).map_or(&[][..], Vec::as_slice);
        runs.iter().map(|run| run.len() as u32).sum()
    }

    /// Counts the words of a range that a source has and earlier sources do not.
    pub fn count_added_words(&self, part: u32, words: Range<usize>) -> u32 {
        let by = self.by.get(words).unwrap_or_default();
        by.iter().filter(|by| **by == CoveredBy::Part(part)).count() as u32
    }
}

/// Returns the sentences of a text, without the space around them. They end at the boundaries of Unicode (UAX #29) and
/// at empty lines. A single line end is a space: texts are often broken into lines anywhere.
pub fn find_sentences(text: &str) -> Vec<Span> {
    let joined = join_lines(text);
    let mut found = Vec::new();
    for (start, sentence) in joined.split_sentence_bound_indices() {
        let trimmed = sentence.trim_start();
        let start = start + (sentence.len() - trimmed.len());
        let trimmed = trimmed.trim_end();
        if !trimmed.is_empty() {
            found.push(Span::new(start as u32, (start + trimmed.len()) as u32));
        }
    }
    found
}

/// Replaces single line ends by spaces, without moving any byte.
fn join_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    let is_empty = |line: &str| line.trim().is_empty();
    while let Some(line) = lines.next() {
        let goes_on = !is_empty(line) && lines.peek().is_some_and(|next| !is_empty(next));
        let Some(before) = line.strip_suffix('\n').filter(|_| goes_on) else {
            joined.push_str(line);
            continue;
        };
        match before.strip_suffix('\r') {
            Some(before) => joined.extend([before, "  "]),
            None => joined.extend([before, " "]),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::find_sentences;

    fn cut(text: &str) -> Vec<&str> {
        find_sentences(text).into_iter().map(|span| text.get(span.range()).unwrap()).collect()
    }

    #[test]
    fn a_sentence_goes_on_over_a_line_end_but_not_over_an_empty_line() {
        assert_eq!(cut("One two.  Three\nfour. "), ["One two.", "Three\nfour."]);
        let expected = ["A heading", "A line\r\ngoes on.", "Is it?"];
        assert_eq!(cut("A heading\n\nA line\r\ngoes on. Is it?\n"), expected);
        assert_eq!(cut("a\n \nb"), ["a", "b"]);
        assert_eq!(cut("雨が降る。風が吹く。"), ["雨が降る。", "風が吹く。"]);
    }
}
