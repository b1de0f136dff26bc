//! A short text that the user writes, and its caret.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use shingle::lesson::subject::LONGEST;

use crate::tui::drawing::{GlyphKind, WrappedRows, glyphs::glyphs};

#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    /// The text, with line ends as `\n`.
    pub(crate) text: String,
    /// The byte after the caret: the first byte of a visible character, or the end.
    pub(crate) at: usize,
    pub(crate) top: usize,
}

impl From<&str> for Draft {
    fn from(text: &str) -> Self {
        Self { text: text.to_string(), at: text.len(), top: 0 }
    }
}

impl Draft {
    /// Creates a text with the caret at the end. Cuts a text that is too long for a lesson.
    pub(super) fn new(text: &str) -> Self {
        let mut draft = Self::default();
        draft.write(text);
        draft
    }

    pub(super) fn opened(text: &str) -> Self {
        let mut draft = Self::new(text);
        draft.go(0);
        draft
    }

    /// Inserts a text at the caret. Returns false if a part did not fit. A lesson covers all of such a text.
    pub(super) fn write(&mut self, text: &str) -> bool {
        self.write_within(text, LONGEST)
    }

    /// Inserts a text at the caret, up to `most` bytes in all. Returns false if a part did not fit.
    pub(crate) fn write_within(&mut self, text: &str, most: usize) -> bool {
        // Terminals send a carriage return for the end of a line.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let room = most.saturating_sub(self.text.len()).min(text.len());
        let end = (0..=room).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        let part = text.get(..end).unwrap_or_default();
        self.text.insert_str(self.at, part);
        self.go(self.at + part.len());
        part.len() == text.len()
    }

    /// Moves the caret before a byte, or before the character that contains it.
    pub(super) fn go(&mut self, byte: usize) {
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

    pub(super) fn caret_left(&mut self) {
        self.at -= self.before().graphemes(true).next_back().map_or(0, str::len);
    }

    pub(super) fn caret_right(&mut self) {
        self.at += self.after().graphemes(true).next().map_or(0, str::len);
    }

    /// Moves the caret to the beginning of this word, or of the previous word.
    pub(super) fn word_left(&mut self) {
        let before = self.before().trim_end();
        self.go(before.trim_end_matches(|one: char| !one.is_whitespace()).len());
    }

    /// Moves the caret to the end of this word, or of the next.
    pub(super) fn word_right(&mut self) {
        let after = self.after();
        let rest = after.trim_start().trim_start_matches(|one: char| !one.is_whitespace());
        self.go(self.at + after.len() - rest.len());
    }

    /// Moves the caret to the beginning or the end of its line.
    pub(super) fn line_end(&mut self, end: bool) {
        let place = if end {
            self.at + self.after().find('\n').unwrap_or(self.after().len())
        } else {
            self.before().rfind('\n').map_or(0, |newline| newline + 1)
        };
        self.go(place);
    }

    /// Moves the caret some rows down or up, in the same column if possible, or to an end of the text.
    pub(super) fn rows(&mut self, down: bool, by: usize, width: u16) {
        let rows = WrappedRows::new(&self.text, width);
        let row = rows.row_of(self.at as u32);
        let to = if down { row.checked_add(by) } else { row.checked_sub(by) };
        let column = self.column(rows.row_start(row) as usize);
        let end = if down { self.text.len() } else { 0 };
        match to.filter(|to| *to < rows.count()) {
            Some(to) => self.place(&rows, to, column),
            None => self.go(end),
        }
    }

    /// Moves the caret into a row, at a column or before it.
    pub(super) fn place(&mut self, rows: &WrappedRows, row: usize, column: u16) {
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

    /// Returns the column of the caret in a row that begins at byte `start`.
    pub(super) fn column(&self, start: usize) -> u16 {
        let (mut walk, mut column) = (glyphs(&self.text, start), 0_u16);
        while let Some(glyph) = walk.next_at(column).filter(|glyph| glyph.start < self.at) {
            column = column.saturating_add(glyph.width);
        }
        column
    }

    /// Deletes the character before the caret. Returns true if the text changed.
    pub(crate) fn erase(&mut self) -> bool {
        let end = self.at;
        self.caret_left();
        self.cut(end)
    }

    pub(super) fn delete(&mut self) -> bool {
        let end = self.at + self.after().graphemes(true).next().map_or(0, str::len);
        self.cut(end)
    }

    pub(crate) fn erase_word(&mut self) -> bool {
        let end = self.at;
        self.word_left();
        self.cut(end)
    }

    pub(crate) fn clear(&mut self) -> bool {
        self.at = 0;
        !std::mem::take(&mut self.text).is_empty()
    }

    /// Scrolls so that the caret is within this many rows.
    pub(super) fn scroll(&mut self, width: u16, height: usize) {
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
        // Characters beside the cut may have joined, such as a letter and an accent.
        self.go(self.at);
        some
    }
}

#[cfg(test)]
mod tests {
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
        assert!(draft.write("one\r\ntwo\rthree e\u{301}"));
        assert!(draft.erase());
        assert_eq!(draft.text, "one\ntwo\nthree ");
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
