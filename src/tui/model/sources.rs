//! The view of the sources of a document: its text in rows, the source of each word, the selected source and its active
//! passage.

use std::sync::Arc;

use shingle::base::{numbers::thousands, path::DocPath, span::Span};
use shingle::pipeline::document::pair::tints_in;
use shingle::pipeline::{DocInfo, Highlight, SourcePassage, SourcedText, TextSource};

use crate::tui::actions::{Motion, StepDirection};
use crate::tui::drawing::WrappedRows;
use crate::tui::model::{Cursor, VisibleLines};

/// A text with its sources, laid out before it reaches the screen's thread.
#[derive(Debug, Clone)]
pub(crate) struct LaidSources {
    pub(crate) found: Arc<SourcedText>,
    pub(crate) rows: WrappedRows,
    /// The words found in sources. The passage is the index of the source; `None` for words of unlisted documents.
    pub(crate) highlights: Vec<Highlight>,
    pub(crate) tints: Vec<u8>,
}

impl LaidSources {
    /// Lays the text out for this many columns.
    pub(crate) fn new(found: Arc<SourcedText>, width: u16) -> Self {
        let lit = found.stretches.iter().map(|stretch| Highlight {
            span: stretch.span,
            run: 0,
            passage: stretch.source,
        });
        let lit: Vec<Highlight> = lit.collect();
        let order: Vec<u32> = lit.iter().filter_map(|lit| lit.passage).collect();
        let by_source = tints_in(&[order], 0..found.sources.sources.len() as u32);
        let rows = WrappedRows::new(&found.text, width);
        Self { rows, highlights: lit, tints: by_source, found }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct SourceList {
    pub(crate) name: Option<DocPath>,
    /// The other document of the pair from which the user opened the view.
    pub(crate) other: Option<DocPath>,
    pub(crate) number: u64,
    pub(crate) answered: u64,
    pub(crate) answer: Option<Box<LaidSources>>,
    /// The reason why the answer is missing.
    pub(crate) refused: Option<String>,
    pub(crate) cursor: Cursor,
    /// The name of the selected source, which identifies it.
    pub(crate) selected: Option<DocPath>,
    /// The index of the active passage of the selected source.
    pub(crate) passage: usize,
    /// The first row of the text on the screen.
    pub(crate) top: usize,
}

impl SourceList {
    /// Returns true if the last request has no answer yet.
    pub(crate) const fn is_behind(&self) -> bool {
        self.name.is_some() && self.answered != self.number
    }

    /// The sources, best first.
    pub(crate) fn sources(&self) -> &[TextSource] {
        self.answer.as_ref().map_or(&[], |answer| &answer.found.sources.sources)
    }

    /// The document, as in the last answer.
    pub(crate) fn document(&self) -> Option<&DocInfo> {
        self.answer.as_ref().map(|answer| &answer.found.sources.text)
    }

    /// Returns the rows about words that no listed source contains.
    pub(crate) fn remaining_rows(&self) -> u16 {
        let Some(answer) = &self.answer else { return 0 };
        let found = &answer.found.sources;
        1 + u16::from(found.elsewhere > 0) + u16::from(found.uncounted_words > 0)
    }

    pub(crate) fn selected_source(&self) -> Option<&TextSource> {
        self.sources().get(self.cursor.selected)
    }

    pub(crate) fn passages(&self) -> &[SourcePassage] {
        self.selected_source().map_or(&[], |source| &source.passages)
    }

    pub(crate) fn active_passage(&self) -> Option<&SourcePassage> {
        self.passages().get(self.passage)
    }

    /// Returns the span of the active passage. Without passages, returns the first words from the source.
    pub(crate) fn active_span(&self) -> Option<Span> {
        let words =
            || self.answer.as_ref()?.found.words.get(self.cursor.selected)?.first().copied();
        self.active_passage().map(|one| one.passage.a).or_else(words)
    }

    /// Requests the sources of another document, or of the same document again.
    pub(crate) fn start_request(&mut self, name: DocPath) {
        if self.name.as_ref() != Some(&name) {
            *self = Self {
                name: Some(name),
                other: self.other.take(),
                number: self.number,
                answered: self.answered,
                ..Self::default()
            };
        }
        self.number += 1;
    }

    /// Stores an answer. The selection follows its source by name, and the text keeps its scroll position.
    pub(crate) fn store_answer(
        &mut self,
        laid: LaidSources,
        size: (u16, u16),
        visible: VisibleLines,
    ) {
        let is_first = self.answer.is_none();
        let before = self.active_span().map(|span| span.start);
        let top = self.answer.as_ref().map(|answer| answer.rows.row_start(self.top));
        self.answer = Some(Box::new(laid));
        self.refused = None;
        self.resize(size);
        let named = |name: &DocPath| self.sources().iter().position(|one| one.doc.path == *name);
        let line = self.selected.as_ref().and_then(named);
        let sources = self.sources().len();
        self.cursor.select_in_place(line.unwrap_or(0), sources, visible);
        self.selected = self.selected_source().map(|source| source.doc.path.clone());
        self.passage =
            before.filter(|_| line.is_some()).map_or(0, |start| self.passage_from(start));
        if is_first {
            self.reveal_passage(size.1);
        } else if let (Some(top), Some(answer)) = (top, &self.answer) {
            self.top = answer.rows.row_of(top);
        }
    }

    /// Changes the size of the text. The first row retains its first byte.
    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) {
        let Some(answer) = &mut self.answer else { return };
        if answer.rows.width() != width.max(1) {
            let byte = answer.rows.row_start(self.top);
            answer.rows = WrappedRows::new(&answer.found.text, width);
            self.top = answer.rows.row_of(byte);
        }
        self.top = self.top.min(answer.rows.count().saturating_sub(usize::from(height)));
    }

    /// Selects a source and its next passage in the text. `visible` and `height` are the rows of list and text.
    pub(crate) fn select(&mut self, index: usize, visible: usize, height: u16) {
        let from = self.active_span().map_or(0, |span| span.start);
        self.cursor.select(index, self.sources().len(), visible);
        self.selected = self.selected_source().map(|source| source.doc.path.clone());
        self.passage = self.passage_from(from);
        self.reveal_passage(height);
    }

    /// Selects a source at a byte of the text. The text keeps its scroll position.
    pub(crate) fn select_at(&mut self, (source, byte): (usize, u32), visible: usize) {
        self.cursor.select(source, self.sources().len(), visible);
        self.selected = self.selected_source().map(|source| source.doc.path.clone());
        self.passage = self.passage_from(byte);
    }

    /// Returns the first passage of the selected source that ends behind a byte, or its first passage.
    fn passage_from(&self, byte: u32) -> usize {
        self.passages().iter().position(|one| byte < one.passage.a.end).unwrap_or(0)
    }

    /// Selects the next or previous passage of the selected source. Returns true if the search wrapped.
    pub(crate) fn step_passage(&mut self, direction: StepDirection, height: u16) -> bool {
        let count = self.passages().len();
        if count == 0 {
            return false;
        }
        let (next, round) = match direction {
            StepDirection::Next => ((self.passage + 1) % count, self.passage + 1 == count),
            StepDirection::Back => ((self.passage + count - 1) % count, self.passage == 0),
        };
        self.passage = next;
        self.reveal_passage(height);
        round
    }

    /// Scrolls until the active passage begins a third below the top, unless the screen shows the whole passage.
    fn reveal_passage(&mut self, height: u16) {
        let (Some(answer), Some(span)) = (&self.answer, self.active_span()) else { return };
        let (first, last) = rows_of(&answer.rows, span);
        let height = usize::from(height);
        if first < self.top || last >= self.top + height {
            self.top = first.saturating_sub(height / 3);
        }
        self.top = self.top.min(answer.rows.count().saturating_sub(height));
    }

    pub(crate) fn scroll(&mut self, motion: Motion, height: u16) {
        let Some(answer) = &self.answer else { return };
        let height = usize::from(height);
        let (page, furthest) =
            (height.saturating_sub(2).max(1), answer.rows.count().saturating_sub(height));
        self.top = motion.target_row(self.top, furthest, page);
    }
}

/// Returns the first and the last row of a span.
pub(crate) fn rows_of(rows: &WrappedRows, span: Span) -> (usize, usize) {
    (rows.row_of(span.start), rows.row_of(span.end.saturating_sub(1).max(span.start)))
}

// Sentences that explain the order of the sources and their significance.

/// Text beside words that only unlisted documents contain, longest form first.
pub(crate) const ELSEWHERE_SAID: &str = "in others, too little each to be listed";

/// Text beside words that only this document contains.
pub(crate) const OWN_SAID: &str = "own: in no other document";

/// Text beside words that are not counted: ignored words, and dropped words between them.
pub(crate) const UNCOUNTED_SAID: &str = "not counted: ignored, or a short run";

/// Warns about a source that adds few or no words to a text of `words` words.
pub(crate) fn describe_doubt(source: &TextSource, words: u32) -> Option<String> {
    if source.adds_words == 0 {
        let none = "Earlier sources have each of its words: only shingles across them are new.";
        return Some(none.to_string());
    }
    let slight = || "So few words may be chance or common wording.".to_string();
    source.is_slight(words).then(slight)
}

/// Explains why a source adds more words than the source before.
pub(crate) fn explain_order(sources: &[TextSource], index: usize) -> Option<String> {
    let (source, before) = (sources.get(index)?, sources.get(index.checked_sub(1)?)?);
    (before.adds_words < source.adds_words).then(|| {
        format!(
            "Sources are in the order of the shingles that they add: {} here, {} before. Their words may be more or fewer.",
            thousands(u64::from(source.adds)),
            thousands(u64::from(before.adds))
        )
    })
}
