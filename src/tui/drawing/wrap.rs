//! Breaks a text into rows of a given width and finds the row of a byte. It keeps offsets, no text.

use super::glyphs::{Glyph, GlyphKind, glyphs};
use super::reflow::{JoinedLines, joined};

/// Where the rows of a text begin, for one width. Computed once per text and width, in one pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrappedRows {
    /// Columns of a row, at least 1.
    width: u16,
    /// Whether lines that were broken by hand are joined.
    reflows: bool,
    /// The first byte of every row, ascending from 0. Never empty.
    starts: Vec<u32>,
}

impl WrappedRows {
    /// Breaks `text` at newlines. A line that is too long is broken after the last blank, hyphen or character of a script
    /// without blanks, and a word that is too long is cut. Linear in the text.
    pub(crate) fn new(text: &str, width: u16) -> Self {
        Self::broken(text, width, None)
    }

    /// As [`Self::new`], but lines are joined that were broken by hand for a wider page.
    pub(crate) fn reflowed(text: &str, width: u16) -> Self {
        Self::broken(text, width, Some(&joined(text, width.max(1))))
    }

    fn broken(text: &str, width: u16, joined: Option<&[u32]>) -> Self {
        let width = width.max(1);
        let mut wrap = Wrap { width, starts: vec![0], column: 0, breakable: None };
        let mut newlines = joined.unwrap_or_default().iter().peekable();
        let mut walk = glyphs(text, 0);
        let mut lines = JoinedLines::default();
        while let Some(mut glyph) = walk.next_at(wrap.column) {
            let is_joined = newlines.next_if(|newline| **newline as usize == glyph.start);
            lines.show(&mut glyph, is_joined.is_some());
            wrap.take(&glyph);
        }
        Self { width, reflows: joined.is_some(), starts: wrap.starts }
    }

    /// Whether lines that were broken by hand are joined.
    pub(crate) const fn reflows(&self) -> bool {
        self.reflows
    }

    /// Columns of a row.
    pub(crate) const fn width(&self) -> u16 {
        self.width
    }

    /// How many rows there are, at least 1.
    pub(crate) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a row with its blanks and newline. `len` is the length of the text.
    pub(crate) fn range(&self, row: usize, len: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.starts.get(row)? as usize;
        let end = self.starts.get(row + 1).map_or(len, |next| *next as usize);
        Some(start..end)
    }

    /// The row of a byte.
    pub(crate) fn row_of(&self, byte: u32) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The first byte of a row, or of the last row if there are fewer.
    pub(crate) fn start(&self, row: usize) -> u32 {
        self.starts.get(row).or(self.starts.last()).copied().unwrap_or(0)
    }
}

struct Wrap {
    width: u16,
    starts: Vec<u32>,
    column: u16,
    /// The byte after which the row may be broken, and its column.
    breakable: Option<(usize, u16)>,
}

impl Wrap {
    fn take(&mut self, glyph: &Glyph<'_>) {
        if glyph.kind == GlyphKind::Newline {
            self.begin(glyph.end);
            return;
        }
        let too_long = self.column > 0 && self.column.saturating_add(glyph.width) > self.width;
        if too_long && glyph.kind == GlyphKind::Blank {
            // Blanks at the end of a row may pass its edge; they are invisible.
            self.column = self.width;
            self.breakable = Some((glyph.end, self.column));
            return;
        }
        if too_long {
            self.break_before(glyph);
        }
        self.column = self.column.saturating_add(glyph.width);
        if glyph.kind != GlyphKind::Plain {
            self.breakable = Some((glyph.end, self.column));
        }
    }

    fn break_before(&mut self, glyph: &Glyph<'_>) {
        if let Some((byte, column)) = self.breakable {
            let tail = self.column.saturating_sub(column);
            self.begin(byte);
            self.column = tail;
        }
        if self.column > 0 && self.column.saturating_add(glyph.width) > self.width {
            self.begin(glyph.start);
        }
    }

    fn begin(&mut self, byte: usize) {
        self.starts.push(byte as u32);
        self.column = 0;
        self.breakable = None;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::glyphs::{GlyphKind, glyphs};
    use super::WrappedRows;

    fn rows(text: &str, width: u16) -> Vec<&str> {
        let rows = WrappedRows::new(text, width);
        (0..rows.count())
            .map(|row| text.get(rows.range(row, text.len()).unwrap()).unwrap().trim_end())
            .collect()
    }

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(rows("the old ferry left at dawn", 10), ["the old", "ferry left", "at dawn"]);
    }

    #[test]
    fn newlines_break_rows_and_empty_lines_stay() {
        assert_eq!(rows("one\n\ntwo\r\nthree\n", 10), ["one", "", "two", "three", ""]);
    }

    #[test]
    fn a_word_longer_than_the_row_is_cut() {
        assert_eq!(rows("ab abcdefghij", 4), ["ab", "abcd", "efgh", "ij"]);
    }

    #[test]
    fn scripts_without_blanks_break_between_characters_and_never_inside_one() {
        assert_eq!(rows("日本語日本", 5), ["日本", "語日", "本"]);
        assert_eq!(rows("日本", 1), ["日", "本"]);
    }

    #[test]
    fn hyphens_allow_a_break() {
        assert_eq!(rows("well-known fact", 8), ["well-", "known", "fact"]);
    }

    #[test]
    fn tabs_count_as_their_columns() {
        assert_eq!(rows("a\tb\tcd", 8), ["a\tb", "cd"]);
    }

    #[test]
    fn a_byte_leads_back_to_its_row() {
        let text = "the old ferry left at dawn";
        let rows = WrappedRows::new(text, 10);
        for row in 0..rows.count() {
            for byte in rows.range(row, text.len()).unwrap() {
                assert_eq!(rows.row_of(byte as u32), row, "byte {byte}");
            }
        }
    }

    #[test]
    fn a_word_of_two_mebibytes_is_cut_into_rows() {
        assert_eq!(
            WrappedRows::new(&"x".repeat(1 << 21), 50).count(),
            (1_usize << 21).div_ceil(50)
        );
    }

    #[test]
    fn a_row_of_joined_lines_has_newlines_within_and_no_indent() {
        let line = "   the old ferry left at dawn with forty sacks of flour and two goats";
        let text = format!("{line}\n{line}\n{line}\n\nend");
        let rows = WrappedRows::reflowed(&text, 40);
        let shown: Vec<&str> = (0..rows.count())
            .map(|row| text.get(rows.range(row, text.len()).unwrap()).unwrap())
            .collect();
        assert_eq!(shown[1], "sacks of flour and two goats\n   the old ");
        assert_eq!(shown[2], "ferry left at dawn with forty sacks of ");
        assert_eq!(shown.last(), Some(&"end"));
        assert_eq!(WrappedRows::reflowed(&text, 90).starts, WrappedRows::new(&text, 90).starts);
    }

    proptest! {
        #[test]
        fn every_byte_is_in_one_row_and_no_row_is_too_wide(text in "[a-c \\t\\n\\r\\-日語é\u{301}\u{202e}\u{1b}]{0,80}", width in 1_u16..14) {
            let rows = WrappedRows::new(&text, width);
            let mut next = 0;
            for row in 0..rows.count() {
                let range = rows.range(row, text.len()).unwrap();
                prop_assert_eq!(range.start, next);
                prop_assert!(text.is_char_boundary(range.end));
                next = range.end;
                let mut walk = glyphs(&text, range.start);
                let (mut column, mut seen) = (0, 0);
                while let Some(glyph) = walk.next_at(column) {
                    if glyph.start >= range.end || glyph.kind == GlyphKind::Newline { break; }
                    if glyph.kind == GlyphKind::Blank && column + glyph.width > width { column = width; continue; }
                    column += glyph.width;
                    seen += 1;
                }
                prop_assert!(column <= width || seen == 1, "row {} takes {} of {}", row, column, width);
            }
            prop_assert_eq!(next, text.len());
        }
    }
}
