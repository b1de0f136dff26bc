//! Which words and sentences of a text come from which part of its cover. It reads no other text.

use crate::base::span::Span;
use crate::pipeline::document::Document;
use crate::pipeline::document::sentences::sentences;

use super::cover::{Cover, CoverSearch, CoveredBy};

/// A sentence of a text, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredSentence {
    /// Its place in the text.
    pub span: Span,
    /// Its counted words.
    pub words: u32,
    /// The part of the cover that has most of these words, of several the first; `None` where none has any.
    pub best: Option<u32>,
    /// How many of the words that part has.
    pub covered: u32,
    /// The other parts that have as many.
    pub also: Vec<u32>,
}

/// The words of a text by where they come from. A part covers the words of the shingles that it shares, as an open pair
/// highlights them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredWords {
    /// For each counted word, the first part that covers it, or else who has a shingle with it. A word of no counted
    /// shingle is the text's own.
    pub by: Vec<CoveredBy>,
    /// The sentences, in order.
    pub sentences: Vec<CoveredSentence>,
}

impl CoveredWords {
    /// Those of a text and its cover.
    pub fn of(search: &CoverSearch<'_>, cover: &Cover, text: &Document) -> Self {
        let mut by = vec![CoveredBy::Own; text.canonical.len()];
        for (at, who) in cover.by.iter().enumerate() {
            if *who == CoveredBy::Elsewhere {
                by.get_mut(text.window.words(at)).unwrap_or_default().fill(*who);
            }
        }
        let starts: Vec<u32> =
            text.origin.iter().map(|word| text.words[*word as usize].span.start).collect();
        let ranges: Vec<(Span, std::ops::Range<usize>)> = sentences(&text.text)
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
        for (number, part) in cover.parts.iter().enumerate() {
            let number = number as u32;
            let has = search.words(part);
            for (by, _) in by.iter_mut().zip(&has).filter(|(_, has)| **has) {
                if !matches!(by, CoveredBy::Part(_)) {
                    *by = CoveredBy::Part(number);
                }
            }
            for (sentence, (_, words)) in found.iter_mut().zip(&ranges) {
                let words = has.get(words.clone()).unwrap_or_default();
                let covered = words.iter().filter(|has| **has).count() as u32;
                if covered > sentence.covered {
                    (sentence.best, sentence.covered) = (Some(number), covered);
                    sentence.also.clear();
                } else if covered > 0 && covered == sentence.covered {
                    sentence.also.push(number);
                }
            }
        }
        Self { by, sentences: found }
    }

    /// How many words are covered so.
    pub fn count(&self, who: CoveredBy) -> u32 {
        self.by.iter().filter(|by| **by == who).count() as u32
    }
}
