//! The sandbox: two texts to write in, and their last comparison. It compares nothing and draws nothing.

use std::sync::Arc;

use ratatui::layout::Rect;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use shingle::base::{path::DocPath, span::Span};
use shingle::compare::Direction;
use shingle::lesson::{Subject, Trial, subject::LONGEST};
use shingle::pipeline::{PairView, Params, document::pair::tints};

use crate::tui::drawing::{GlyphKind, WrappedRows, glyphs::glyphs};
use crate::tui::model::{OpenLesson, ScrollBefore};
use crate::tui::{layout::PaneSide, words::wording::Wording};

/// The names of the texts.
const NAMES: [&str; 2] = ["text A", "text B"];
/// The texts to begin with if there is no pair: a sentence and a rewrite of it.
const SENTENCES: [&str; 2] = [
    "The old ferry left the harbour at dawn with forty sheep on board, and nobody in the town has seen it since.",
    "Everybody knows that the old ferry left the harbour at dawn; some say there were forty sheep on board.",
];
/// How many bytes before and after a passage are taken along at most.
const AROUND: usize = 500;
/// With at least this many columns the texts are side by side.
const BESIDE: u16 = 90;
/// With at least this many rows the counts have rows of their own.
const TALL: u16 = 14;

/// A request to compare two texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompareRequest {
    /// Its number, which the answer carries.
    pub(crate) number: u64,
    /// Their names.
    pub(crate) names: [DocPath; 2],
    /// The texts.
    pub(crate) texts: [Arc<str>; 2],
    /// The parameters to compare them with.
    pub(crate) params: Arc<Params>,
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub(crate) struct Compared {
    /// The number of the request.
    pub(crate) number: u64,
    /// The comparison, or one line that says why there is none.
    pub(crate) trial: Result<Arc<Trial>, String>,
}

/// The two texts and their comparison.
#[derive(Debug)]
pub(crate) struct Sandbox {
    /// The texts.
    pub(crate) drafts: [Draft; 2],
    /// Which text is being written.
    pub(crate) which: PaneSide,
    /// What was shown when it was opened. `None` if there is nothing to go back to.
    pub(crate) return_to: Option<ReturnPoint>,
    /// Whether it waits for the texts of its pair.
    pub(crate) awaits_pair: bool,
    /// Whether a text was changed. The sandbox is then kept when it is left.
    pub(crate) edited: bool,
    /// The last comparison.
    pub(crate) trial: Option<Arc<Trial>>,
    /// Why the last request failed.
    pub(crate) refused: Option<String>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    /// How the wording of copies compares.
    pub(crate) wording: Wording,
    request: Option<CompareRequest>,
    answered: u64,
}

/// Where one was before it was opened, and on what.
#[derive(Debug)]
pub(crate) struct ReturnPoint {
    /// On the screen.
    pub(crate) before: ScrollBefore,
    /// The lesson that it was opened from.
    pub(crate) lesson: Option<OpenLesson>,
    /// The pair that it was opened on, if any.
    pub(crate) names: Option<(DocPath, DocPath)>,
}

/// The regions of the sandbox.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SandboxAreas {
    /// The title.
    pub(crate) title: Rect,
    /// The score in words, then all measures if they fit.
    pub(crate) facts: Rect,
    /// The formula with its numbers.
    pub(crate) formula: Rect,
    /// The two texts.
    pub(crate) panes: [DraftAreas; 2],
}

/// The regions of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DraftAreas {
    /// Its name and facts.
    pub(crate) title: Rect,
    /// The text.
    pub(crate) text: Rect,
    /// The words that are not counted.
    pub(crate) uncounted: Rect,
}

impl SandboxAreas {
    /// The regions within the body of the screen.
    pub(crate) fn new(body: Rect) -> Self {
        let mut rest = body;
        let mut take = |rows: u16| {
            let rows = rows.min(rest.height);
            let first = Rect { height: rows, ..rest };
            rest = Rect { y: rest.y + rows, height: rest.height - rows, ..rest };
            first
        };
        let tall = u16::from(body.height >= TALL);
        let (title, facts) = (take(1), take(1 + tall));
        let formula = take(1 + 2 * tall);
        let (a, b) = if body.width >= BESIDE {
            let half = rest.width / 2;
            (
                Rect { width: half, ..rest },
                Rect { x: rest.x + half, width: rest.width - half, ..rest },
            )
        } else {
            let half = rest.height.div_ceil(2);
            let below = Rect { y: rest.y + half, height: rest.height - half, ..rest };
            (Rect { height: half, ..rest }, below)
        };
        Self { title, facts, formula, panes: [a, b].map(DraftAreas::new) }
    }
}

impl DraftAreas {
    fn new(area: Rect) -> Self {
        let left = match area.height {
            0..4 => 0,
            4..8 => 1,
            8..16 => 2,
            _ => 3,
        };
        let title = Rect { height: area.height.min(1), ..area };
        let text = Rect {
            x: area.x + 2,
            y: area.y + title.height,
            width: area.width.saturating_sub(4),
            height: area.height - title.height - left,
        };
        let left = Rect { y: text.bottom(), height: left, ..text };
        Self { title, text, uncounted: left }
    }

    /// The columns for a row of the text: the caret needs one after it.
    pub(crate) const fn columns(&self) -> u16 {
        self.text.width.saturating_sub(1)
    }
}

impl Sandbox {
    /// Two texts. The first is being written.
    fn new(texts: [&str; 2]) -> Self {
        Self {
            drafts: texts.map(Draft::new),
            which: PaneSide::A,
            return_to: None,
            awaits_pair: false,
            edited: false,
            trial: None,
            refused: None,
            tints: Vec::new(),
            wording: Wording::Same,
            request: None,
            answered: 0,
        }
    }

    /// These texts, or the two sentences.
    pub(crate) fn begin(texts: Option<[&str; 2]>) -> Self {
        Self::new(texts.unwrap_or(SENTENCES))
    }

    /// Empty texts, until those of a pair are there.
    pub(crate) fn to_come() -> Self {
        Self { awaits_pair: true, ..Self::new(["", ""]) }
    }

    /// Takes what is around a passage of a pair, by default the longest, or the beginning of both texts if they share
    /// nothing.
    pub(crate) fn fill(&mut self, view: &PairView, passage: Option<usize>) {
        let spans = view.shared_at(passage).unwrap_or([Span::new(0, 0); 2]);
        let texts = [excerpt(&view.a.text, spans[0]), excerpt(&view.b.text, spans[1])];
        (self.drafts, self.awaits_pair) = (texts.map(Draft::opened), false);
    }

    /// The text that is being written.
    pub(crate) const fn draft(&mut self) -> &mut Draft {
        let [a, b] = &mut self.drafts;
        match self.which {
            PaneSide::A => a,
            PaneSide::B => b,
        }
    }

    /// The request for these parameters. `None` if it was sent before.
    pub(crate) fn keep(&mut self, params: &Params, number: u64) -> Option<CompareRequest> {
        if self.awaits_pair {
            return None;
        }
        let same = |asked: &CompareRequest| {
            let texts = asked.texts.iter().zip(&self.drafts);
            *asked.params == *params && texts.into_iter().all(|(text, draft)| **text == *draft.text)
        };
        if self.request.as_ref().is_some_and(same) {
            return None;
        }
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        let (names, params) = (NAMES.map(DocPath::new), Arc::new(params.clone()));
        let request = CompareRequest { number, names, texts, params };
        self.request = Some(request.clone());
        Some(request)
    }

    /// Takes an answer, unless it is older than the last one.
    pub(crate) fn take(&mut self, compared: Compared) {
        if compared.number < self.answered {
            return;
        }
        self.answered = compared.number;
        match compared.trial {
            Ok(trial) => {
                self.tints = tints(&trial.view.passages);
                self.wording = Wording::compare(&trial.view);
                self.refused = None;
                self.trial = Some(trial);
            }
            Err(reason) => self.refused = Some(reason),
        }
    }

    /// Whether an answer is awaited.
    pub(crate) fn awaits(&self) -> bool {
        self.awaits_pair
            || self.request.as_ref().is_some_and(|request| request.number != self.answered)
    }

    /// How many bytes at the beginning of a text are the same as when it was compared. What was found there still holds.
    pub(crate) fn unchanged(&self, which: usize) -> usize {
        let (Some(trial), Some(draft)) = (&self.trial, self.drafts.get(which)) else { return 0 };
        let side = if which == 0 { &trial.view.a } else { &trial.view.b };
        let same = side.text.bytes().zip(draft.text.bytes()).take_while(|(old, new)| old == new);
        same.count()
    }

    /// The subject of a lesson on its texts.
    pub(crate) fn subject(&self) -> Subject {
        let texts = self.drafts.each_ref().map(|draft| draft.text.as_str().into());
        Subject::new(NAMES.map(DocPath::new), texts, Direction::Larger)
    }
}

/// The paragraphs from the one that a span begins in to the one that it ends in, as far as they are near.
fn excerpt(text: &str, span: Span) -> &str {
    let begin = (span.start as usize).min(text.len());
    let end = (span.end as usize).clamp(begin, text.len()).min(begin + LONGEST / 2);
    let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let from = boundary(begin.saturating_sub(AROUND)).unwrap_or(0);
    let to = boundary(end + AROUND).unwrap_or(text.len());
    let (begin, end) = (boundary(begin).unwrap_or(from), boundary(end).unwrap_or(to));
    let before = text.get(from..begin).unwrap_or_default();
    let blank = |one: char| one.is_whitespace();
    // If no paragraph begins near, begin at a word.
    let begin = match before.rfind("\n\n") {
        Some(at) => from + at + 2,
        None if from == 0 => 0,
        None => before.find(blank).map_or(begin, |at| from + at),
    };
    let after = text.get(end..to).unwrap_or_default();
    let end = match after.find("\n\n") {
        Some(at) => end + at,
        None if to == text.len() => to,
        None => after.rfind(blank).map_or(end, |at| end + at),
    };
    text.get(begin..end).unwrap_or_default().trim()
}

// A short text that is being written, and its caret.

/// A text and the position of its caret.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    /// The text, with line ends as `\n`. At most [`LONGEST`] bytes, so that a lesson covers all of it.
    pub(crate) text: String,
    /// The byte before which the caret is: the first of a visible character, or the end.
    pub(crate) at: usize,
    /// The first row shown.
    pub(crate) top: usize,
}

impl Draft {
    /// A text with the caret at its end, cut if it is too long.
    pub(crate) fn new(text: &str) -> Self {
        let mut draft = Self::default();
        draft.write(text);
        draft
    }

    /// The same with the caret at its beginning, to be read first.
    pub(crate) fn opened(text: &str) -> Self {
        let mut draft = Self::new(text);
        draft.go(0);
        draft
    }

    /// Inserts a text at the caret. Returns whether all of it fit.
    pub(crate) fn write(&mut self, text: &str) -> bool {
        // Terminals send a carriage return for the end of a line.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = LONGEST.saturating_sub(self.text.len()).min(text.len());
        let end = (0..=room).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        let part = text.get(..end).unwrap_or_default();
        self.text.insert_str(self.at, part);
        self.go(self.at + part.len());
        part.len() == text.len()
    }

    /// Moves the caret before a byte, or before the character that contains it.
    pub(crate) fn go(&mut self, byte: usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let mut cursor = GraphemeCursor::new(byte, self.text.len(), true);
        self.at = match cursor.is_boundary(&self.text, 0) {
            Ok(false) => cursor.prev_boundary(&self.text, 0).ok().flatten().unwrap_or(0),
            _ => byte,
        };
    }

    /// Moves the caret one character back.
    pub(crate) fn caret_left(&mut self) {
        self.at -= self.before().graphemes(true).next_back().map_or(0, str::len);
    }

    /// Moves the caret one character on.
    pub(crate) fn caret_right(&mut self) {
        self.at += self.after().graphemes(true).next().map_or(0, str::len);
    }

    /// Moves the caret to the beginning of this word, or of the one before.
    pub(crate) fn word_left(&mut self) {
        self.go(word_start(self.before()));
    }

    /// Moves the caret to the end of this word, or of the next.
    pub(crate) fn word_right(&mut self) {
        let after = self.after();
        let rest = after.trim_start().trim_start_matches(|one: char| !one.is_whitespace());
        self.go(self.at + after.len() - rest.len());
    }

    /// Moves the caret to the beginning or the end of its line.
    pub(crate) fn line_end(&mut self, end: bool) {
        let place = if end {
            self.at + self.after().find('\n').unwrap_or(self.after().len())
        } else {
            self.before().rfind('\n').map_or(0, |newline| newline + 1)
        };
        self.go(place);
    }

    /// Moves the caret some rows down or up, in the same column if it exists. At an end of the text it moves to that end.
    pub(crate) fn rows(&mut self, down: bool, by: usize, width: u16) {
        let rows = WrappedRows::new(&self.text, width);
        let row = rows.row_of(self.at as u32);
        let to = if down { row.checked_add(by) } else { row.checked_sub(by) };
        let column = self.column(rows.start(row) as usize);
        let end = if down { self.text.len() } else { 0 };
        match to.filter(|to| *to < rows.count()) {
            Some(to) => self.place(&rows, to, column),
            None => self.go(end),
        }
    }

    /// Moves the caret into a row, at a column or before it.
    pub(crate) fn place(&mut self, rows: &WrappedRows, row: usize, column: u16) {
        let row = row.min(rows.count().saturating_sub(1));
        let Some(range) = rows.range(row, self.text.len()) else { return };
        let mut walk = glyphs(&self.text, range.start);
        let (mut at, mut byte) = (0, range.start);
        while let Some(glyph) = walk.next_at(at) {
            let is_last = glyph.end >= range.end && row + 1 < rows.count();
            if glyph.start >= range.end || glyph.kind == GlyphKind::Newline || is_last {
                break;
            }
            at += glyph.width;
            if at > column {
                break;
            }
            byte = glyph.end;
        }
        self.go(byte);
    }

    /// The column of the caret in a row that begins at byte `start`.
    pub(crate) fn column(&self, start: usize) -> u16 {
        let (mut walk, mut column) = (glyphs(&self.text, start), 0_u16);
        while let Some(glyph) = walk.next_at(column).filter(|glyph| glyph.start < self.at) {
            column = column.saturating_add(glyph.width);
        }
        column
    }

    /// Deletes the character before the caret. Returns whether there was one.
    pub(crate) fn erase(&mut self) -> bool {
        let end = self.at;
        self.caret_left();
        self.cut(end)
    }

    /// Deletes the character after the caret. Returns whether there was one.
    pub(crate) fn delete(&mut self) -> bool {
        let end = self.at + self.after().graphemes(true).next().map_or(0, str::len);
        self.cut(end)
    }

    /// Deletes the word before the caret. Returns whether there was one.
    pub(crate) fn erase_word(&mut self) -> bool {
        let end = self.at;
        self.word_left();
        self.cut(end)
    }

    /// Deletes everything. Returns whether there was anything.
    pub(crate) fn clear(&mut self) -> bool {
        self.at = 0;
        !std::mem::take(&mut self.text).is_empty()
    }

    /// Scrolls so that the caret is within this many rows.
    pub(crate) fn scroll(&mut self, width: u16, height: usize) {
        let rows = WrappedRows::new(&self.text, width);
        let row = rows.row_of(self.at as u32);
        let last = rows.count().saturating_sub(height);
        self.top = self.top.min(row).max((row + 1).saturating_sub(height)).min(last);
    }

    fn before(&self) -> &str {
        self.text.get(..self.at).unwrap_or_default()
    }

    fn after(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn cut(&mut self, end: usize) -> bool {
        let some = end > self.at;
        self.text.replace_range(self.at..end, "");
        // Characters that now touch may have joined: an accent joins the letter before it.
        self.go(self.at);
        some
    }
}

/// The first byte of the last word of a text.
fn word_start(text: &str) -> usize {
    text.trim_end().trim_end_matches(|one: char| !one.is_whitespace()).len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::layout::Rect;
    use shingle::base::span::Span;

    use super::{AROUND, SandboxAreas, excerpt};

    #[test]
    fn a_passage_is_taken_with_its_paragraph() {
        let text = "first one\n\nthe old ferry left\nat dawn\n\nlast";
        assert_eq!(excerpt(text, Span::new(15, 24)), "the old ferry left\nat dawn");
        assert_eq!(excerpt(text, Span::new(0, 0)), "first one");
    }

    #[test]
    fn parts_stand_within_the_body_and_apart() {
        for (width, height) in [(40, 7), (60, 14), (120, 30), (89, 0), (0, 3), (90, 5)] {
            let body = Rect::new(0, 2, width, height);
            let areas = SandboxAreas::new(body);
            let mut all = vec![areas.title, areas.facts, areas.formula];
            for pane in areas.panes {
                all.extend([pane.title, pane.text, pane.uncounted]);
            }
            let all: Vec<Rect> = all.into_iter().filter(|area| !area.is_empty()).collect();
            for (index, area) in all.iter().enumerate() {
                assert_eq!(area.intersection(body), *area, "{width}x{height}");
                assert!(all.iter().skip(index + 1).all(|other| !area.intersects(*other)));
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_taken_along_is_short_and_part_of_the_text(
            unit in "[a-zж日 \n]{1,9}", times in 1_usize..900, start in 0_u32..9_000, length in 0_u32..99,
        ) {
            let text = unit.repeat(times);
            let taken = excerpt(&text, Span::new(start, start + length));
            prop_assert!(text.contains(taken));
            prop_assert!(taken.len() <= 2 * AROUND + 200);
        }
    }
}

#[cfg(test)]
mod draft_tests {
    use proptest::prelude::*;
    use shingle::lesson::subject::LONGEST;

    use super::Draft;
    use crate::tui::drawing::WrappedRows;

    #[test]
    fn one_writes_and_erases_where_the_caret_is() {
        let mut draft = Draft::new("one three");
        draft.word_left();
        assert!(draft.write("two\r\n"));
        assert_eq!((draft.text.as_str(), draft.at), ("one two\nthree", 8));
        assert!(draft.erase() && draft.erase_word());
        assert_eq!(draft.text, "one three");
        draft.go(0);
        assert!(draft.delete() && !draft.erase());
        draft.line_end(true);
        assert!(draft.erase_word() && draft.clear() && !draft.clear());
    }

    #[test]
    fn what_is_seen_as_one_character_is_one() {
        let mut draft = Draft::new("ae\u{301}b");
        draft.caret_left();
        draft.caret_left();
        assert_eq!(draft.at, 1);
        assert!(draft.delete());
        assert_eq!(draft.text, "ab");
        draft.go(0);
        draft.caret_right();
        assert_eq!(draft.at, 1);
    }

    #[test]
    fn up_and_down_keep_the_column_and_end_at_the_ends() {
        let mut draft = Draft::new("the old ferry left at dawn");
        draft.go(4);
        draft.rows(true, 1, 10);
        assert_eq!(draft.text.get(draft.at..), Some("y left at dawn"));
        draft.rows(false, 1, 10);
        assert_eq!(draft.at, 4);
        draft.rows(false, 1, 10);
        assert_eq!(draft.at, 0);
        draft.rows(true, 9, 10);
        assert_eq!(draft.at, draft.text.len());
    }

    #[test]
    fn a_draft_has_an_end() {
        let mut draft = Draft::new(&"é".repeat(LONGEST));
        assert_eq!(draft.text.len(), LONGEST);
        assert!(!draft.write("x"));
        assert!(draft.erase() && draft.write("x"));
    }

    proptest! {
        #[test]
        fn the_caret_stays_between_characters_and_in_sight(
            text in "[ab \\n日é\u{301}\u{200d}\u{1f469}\r]{0,40}", keys in "[lrwWudbxehkp]{0,30}", width in 1_u16..9,
        ) {
            let mut draft = Draft::new(&text);
            for key in keys.chars() {
                match key {
                    'l' => draft.caret_left(),
                    'r' => draft.caret_right(),
                    'w' => draft.word_left(),
                    'W' => draft.word_right(),
                    'u' => draft.rows(false, 1, width),
                    'd' => draft.rows(true, 2, width),
                    'b' => { draft.erase(); }
                    'x' => { draft.delete(); }
                    'e' => draft.line_end(true),
                    'h' => draft.line_end(false),
                    'k' => { draft.erase_word(); }
                    _ => { draft.write("\u{301}b\n"); }
                }
                prop_assert!(draft.text.is_char_boundary(draft.at));
                draft.scroll(width, 3);
                let row = WrappedRows::new(&draft.text, width).row_of(draft.at as u32);
                prop_assert!((draft.top..draft.top + 3).contains(&row));
            }
        }
    }
}
