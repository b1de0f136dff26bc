//! The explained word: which one it is, moving to another, and the engine's answer. It draws nothing.

use std::{collections::HashMap, sync::Arc};

use shingle::base::span::Span;
use shingle::engine::{ShingleCounts, WordQuestion};
use shingle::pipeline::{Explained, PairView, Params, Side};

use crate::tui::model::{Dots, OpenPair, Pane, ScrollBefore};
use crate::tui::{drawing::glyphs::glyphs, layout::PaneSide};

/// With at least this many columns, explained shingles are shown as a table.
pub(crate) const TABLE: u16 = 100;

/// The first word that begins at or after `byte`, including dropped words.
pub(crate) fn word_from(side: &Side, byte: u32) -> Option<Span> {
    let words = side.words.get(side.words.partition_point(|word| word.start < byte)).copied();
    let dropped = side.dropped.partition_point(|word| word.span.start < byte);
    let dropped = side.dropped.get(dropped).map(|word| word.span);
    [words, dropped].into_iter().flatten().min()
}

/// The last word that begins before `byte`, including dropped words.
pub(crate) fn word_before(side: &Side, byte: u32) -> Option<Span> {
    let before = |count: usize| count.checked_sub(1);
    let words = before(side.words.partition_point(|word| word.start < byte));
    let dropped = before(side.dropped.partition_point(|word| word.span.start < byte));
    let words = words.and_then(|index| side.words.get(index)).copied();
    let dropped = dropped.and_then(|index| side.dropped.get(index)).map(|word| word.span);
    [words, dropped].into_iter().flatten().max()
}

/// The word at a byte, else the next one, else the last one.
pub(crate) fn word_at(side: &Side, byte: u32) -> Option<Span> {
    let over = word_before(side, byte.saturating_add(1)).filter(|word| byte < word.end);
    over.or_else(|| word_from(side, byte)).or_else(|| word_before(side, byte))
}

/// The column of a byte in its row.
fn column_of(side: &Side, pane: &Pane, byte: u32) -> u16 {
    let mut walk = glyphs(&side.text, pane.rows.start(pane.rows.row_of(byte)) as usize);
    let mut column = 0;
    while let Some(glyph) = walk.next_at(column) {
        if glyph.end > byte as usize {
            break;
        }
        column += glyph.width;
    }
    column
}

/// The byte at a column of a row, or the last of a shorter row.
pub(crate) fn byte_at(side: &Side, pane: &Pane, row: usize, column: u16) -> u32 {
    let Some(range) = pane.rows.range(row, side.text.len()) else { return u32::MAX };
    let mut walk = glyphs(&side.text, range.start);
    let (mut at, mut last) = (0, range.start);
    while let Some(glyph) = walk.next_at(at) {
        if glyph.start >= range.end {
            break;
        }
        last = glyph.start;
        at += glyph.width;
        if at > column {
            break;
        }
    }
    last as u32
}

/// A word cursor in the open pair, and the explanation of its word.
#[derive(Debug)]
pub(crate) struct Explain {
    /// What was shown before.
    pub(crate) before: ScrollBefore,
    /// The dot plot that it was opened from, to go back to.
    pub(crate) plot: Option<Dots>,
    /// The text of the word.
    pub(crate) which: PaneSide,
    /// The word. `None` until there is a pair, and in a text without words.
    pub(crate) word: Option<Span>,
    /// Whether each text scrolls by itself.
    pub(crate) free: bool,
    /// How much of the explanation is scrolled away: first two sentences, then the shingles, one by one.
    pub(crate) scrolled: usize,
    /// The column that moving up and down keeps.
    column: Option<u16>,
    /// Columns and rows of the text when it was checked last.
    size: (u16, usize),
    view: Option<Arc<PairView>>,
    active: Option<usize>,
    question: Option<WordQuestion>,
    answer: Option<Result<Arc<Explained>, String>>,
    counts: HashMap<u64, u32>,
    documents: usize,
    counted: Option<Arc<Params>>,
}

impl Explain {
    /// A cursor that is not on a word yet.
    pub(crate) fn new(before: ScrollBefore, which: PaneSide, word: Option<Span>) -> Self {
        Self {
            before,
            plot: None,
            which,
            word,
            free: false,
            scrolled: 0,
            column: None,
            size: (0, 0),
            view: None,
            active: None,
            question: None,
            answer: None,
            counts: HashMap::new(),
            documents: 0,
            counted: None,
        }
    }

    /// Moves the cursor to a word and shows it.
    pub(crate) fn go(&mut self, pair: &mut OpenPair, which: PaneSide, word: Option<Span>) {
        let Some(word) = word else { return };
        (self.which, self.word) = (which, Some(word));
        (self.scrolled, self.column) = (0, None);
        pair.reveal(which, word.start, self.free);
    }

    /// Moves to the next or previous word.
    pub(crate) fn sideways(&mut self, pair: &mut OpenPair, forward: bool) {
        let (Some(word), side) = (self.word, pair.side(self.which)) else { return };
        let next = if forward {
            word_from(side, word.start.saturating_add(1))
        } else {
            word_before(side, word.start)
        };
        self.go(pair, self.which, next);
    }

    /// Moves to the nearest word of the next or previous row that has words.
    pub(crate) fn vertically(&mut self, pair: &mut OpenPair, down: bool) {
        let (Some(word), side, pane) = (self.word, pair.side(self.which), pair.pane(self.which))
        else {
            return;
        };
        let column = self.column.unwrap_or_else(|| column_of(side, pane, word.start));
        let row = pane.rows.row_of(word.start);
        let beyond = if down {
            word_from(side, pane.rows.start(row + 1)).filter(|_| row + 1 < pane.rows.count())
        } else {
            word_before(side, pane.rows.start(row))
        };
        let Some(beyond) = beyond else { return };
        let row = pane.rows.row_of(beyond.start);
        let target = byte_at(side, pane, row, column);
        let in_row = |word: &Span| pane.rows.row_of(word.start) == row;
        let at = word_before(side, target.saturating_add(1)).filter(in_row);
        let next = at.or_else(|| word_from(side, target).filter(in_row)).unwrap_or(beyond);
        self.go(pair, self.which, Some(next));
        self.column = Some(column);
    }

    /// Moves to the first or the last word of the row.
    pub(crate) fn row_end(&mut self, pair: &mut OpenPair, last: bool) {
        let (Some(word), side, pane) = (self.word, pair.side(self.which), pair.pane(self.which))
        else {
            return;
        };
        let row = pane.rows.row_of(word.start);
        let next = if last {
            let end = pane.rows.range(row, side.text.len()).map_or(0, |range| range.end as u32);
            word_before(side, end)
        } else {
            word_from(side, pane.rows.start(row))
        };
        self.go(pair, self.which, next);
    }

    /// Moves to the first or the last word of the text.
    pub(crate) fn text_end(&mut self, pair: &mut OpenPair, last: bool) {
        let side = pair.side(self.which);
        let next = if last { word_before(side, u32::MAX) } else { word_from(side, 0) };
        self.go(pair, self.which, next);
    }

    /// Moves to the same place in the other text: the same word of the passage, or else what is beside it.
    pub(crate) fn across(&mut self, pair: &mut OpenPair) {
        let (from, to) = (self.which, self.which.other());
        let Some(word) = self.word else {
            let first = word_from(pair.side(to), 0);
            self.which = to;
            self.go(pair, to, first);
            return;
        };
        let byte = pair.counterpart(from, word.start);
        let next = word_at(pair.side(to), byte);
        self.which = to;
        self.go(pair, to, next);
    }

    /// Keeps the cursor on a word of the open pair, whatever changed. Returns what must be asked about it.
    pub(crate) fn keep(&mut self, pair: &mut OpenPair) -> Option<WordQuestion> {
        let is_same = self.view.as_ref().is_some_and(|view| Arc::ptr_eq(view, &pair.view));
        let is_pair = self.view.as_ref().is_none_or(|view| view.names() == pair.view.names());
        if !is_same {
            self.view = Some(Arc::clone(&pair.view));
            let old = self.word.filter(|_| is_pair);
            self.word = None;
            let byte = old.map_or_else(|| begins(pair, self.which), |word| word.start);
            let word = word_at(pair.side(self.which), byte);
            self.go(pair, self.which, word);
        } else if self.active != pair.active
            && let Some(passage) = pair.active.and_then(|index| pair.view.passages.get(index))
        {
            let word = word_at(pair.side(self.which), self.which.span(passage).start);
            self.go(pair, self.which, word);
        }
        self.active = pair.active;
        let size = (pair.pane(self.which).rows.width(), pair.pane(self.which).height);
        if let Some(word) = self.word.filter(|_| std::mem::replace(&mut self.size, size) != size) {
            pair.reveal(self.which, word.start, self.free);
        }
        let question = self.word.map(|span| WordQuestion {
            names: (pair.view.a.doc.path.clone(), pair.view.b.doc.path.clone()),
            second: self.which == PaneSide::B,
            span,
            params: Arc::clone(&pair.view.params),
            surroundings: pair.view.surroundings.clone(),
        });
        if question == self.question && is_same {
            return None;
        }
        if question != self.question {
            self.answer = None;
        }
        self.question.clone_from(&question);
        question
    }

    /// Scrolls the explanation. Some of it always stays visible.
    pub(crate) fn scroll(&mut self, by: usize, down: bool) {
        let Some(Ok(explained)) = &self.answer else { return };
        let last = 1 + explained.shingles.len();
        let to = self.scrolled.saturating_add(by).min(last);
        self.scrolled = if down { to } else { self.scrolled.saturating_sub(by) };
    }

    /// Takes an answer, unless another word was asked about since.
    pub(crate) fn take(&mut self, question: &WordQuestion, answer: Result<Arc<Explained>, String>) {
        if self.question.as_ref() == Some(question) {
            self.answer = Some(answer);
        }
    }

    /// Takes how often shingles occur in the folder. Counts for other parameters are dropped.
    pub(crate) fn take_counts(&mut self, counted: ShingleCounts) {
        if self.counted.as_ref() != Some(&counted.params) || self.documents != counted.documents {
            self.counts.clear();
        }
        self.documents = counted.documents;
        self.counted = Some(counted.params);
        self.counts.extend(counted.counts);
    }

    /// The engine's answer about the word.
    pub(crate) const fn answer(&self) -> Option<&Result<Arc<Explained>, String>> {
        self.answer.as_ref()
    }

    /// Whether an answer is awaited.
    pub(crate) const fn awaits(&self) -> bool {
        self.question.is_some() && self.answer.is_none()
    }

    /// In how many documents a shingle is, and how many documents there are. `None` while that is being counted.
    pub(crate) fn count(&self, key: u64) -> Option<(u32, usize)> {
        let question = self.question.as_ref()?;
        let count =
            self.counts.get(&key).filter(|_| self.counted.as_ref() == Some(&question.params));
        count.map(|count| (*count, self.documents))
    }
}

/// Where a cursor begins: at the active passage if it is visible, else at the first row.
fn begins(pair: &OpenPair, which: PaneSide) -> u32 {
    let pane = pair.pane(which);
    let passage = pair.active.and_then(|index| pair.view.passages.get(index));
    let visible = passage.map(|passage| which.span(passage).start).filter(|byte| {
        let row = pane.rows.row_of(*byte);
        pane.shows(row, row)
    });
    visible.unwrap_or_else(|| pane.rows.start(pane.top))
}
