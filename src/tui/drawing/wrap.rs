//! Wraps a text into rows of a given width and finds the row of a byte.

use std::ops::Range;

use shingle::base::span::Span;

use crate::tui::{drawing::Glyph, drawing::GlyphKind, drawing::iter_glyphs};

/// First bytes of the rows of a text for one width. Computed once per text and width, in one pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrappedRows {
    /// Width of a row in columns, at least 1.
    width: u16,
    /// First byte of every row, ascending from 0. Never empty.
    starts: Vec<u32>,
}

impl WrappedRows {
    /// Breaks `text` at newlines. A line that is too long is broken after the last blank, hyphen or character of a
    /// script without blanks. A word that is too long is cut. Linear in the text.
    pub(crate) fn new(text: &str, width: u16) -> Self {
        Self::wrap_text(text, width, None)
    }

    /// Like [`Self::new`], but joins lines that were broken by hand for a wider page.
    pub(crate) fn reflow(text: &str, width: u16) -> Self {
        Self::wrap_text(text, width, Some(&joined_newlines(text, width.max(1))))
    }

    fn wrap_text(text: &str, width: u16, joined: Option<&[u32]>) -> Self {
        let width = width.max(1);
        let mut wrap = Wrap { width, starts: vec![0], column: 0, breakable: None };
        let mut newlines = joined.unwrap_or_default().iter().peekable();
        let mut walk = iter_glyphs(text, 0);
        let mut lines = JoinedLines::default();
        while let Some(mut glyph) = walk.next_glyph(wrap.column) {
            let is_joined = newlines.next_if(|newline| **newline as usize == glyph.start);
            lines.show_glyph(&mut glyph, is_joined.is_some());
            wrap.add_glyph(&glyph);
        }
        Self { width, starts: wrap.starts }
    }

    pub(crate) const fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows, at least 1.
    pub(crate) fn count_rows(&self) -> usize {
        self.starts.len()
    }

    /// Returns the byte range of a row, including its blanks and newline. `len` is the length of the text in bytes.
    pub(crate) fn byte_range_of_row(&self, row: usize, len: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(row)? as usize;
        let end = self.starts.get(row + 1).map_or(len, |next| *next as usize);
        Some(start..end)
    }

    /// Returns the rows of the wrapped text, including their blanks and newlines.
    pub(crate) fn iter_rows<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let ranges = (0..).map_while(|row| self.byte_range_of_row(row, text.len()));
        ranges.map(|range| text.get(range).unwrap_or_default())
    }

    pub(crate) fn row_of_byte(&self, byte: u32) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// Returns the first and the last row of a part of the text.
    pub(crate) fn rows_of_span(&self, span: Span) -> (usize, usize) {
        let last = span.end.saturating_sub(1).max(span.start);
        (self.row_of_byte(span.start), self.row_of_byte(last))
    }

    /// Returns the first byte of a row, or of the last row if there are fewer rows.
    pub(crate) fn row_start(&self, row: usize) -> u32 {
        self.starts.get(row).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// Returns the column of a byte in its row.
    pub(crate) fn column_of_byte(&self, text: &str, byte: u32) -> u16 {
        let mut walk = iter_glyphs(text, self.row_start(self.row_of_byte(byte)) as usize);
        let mut column = 0;
        while let Some(glyph) = walk.next_glyph(column).filter(|glyph| glyph.end <= byte as usize) {
            column += glyph.width;
        }
        column
    }

    /// Returns the first byte of the character at a column of a row, or of the last character of the row.
    pub(crate) fn byte_at(&self, text: &str, row: usize, column: u16) -> Option<u32> {
        let range = self.byte_range_of_row(row, text.len())?;
        let mut walk = iter_glyphs(text, range.start);
        let (mut at, mut byte) = (0, range.start);
        while let Some(glyph) = walk.next_glyph(at) {
            if glyph.start >= range.end || at > column {
                break;
            }
            (byte, at) = (glyph.start, at + glyph.width);
        }
        Some(byte as u32)
    }
}

struct Wrap {
    width: u16,
    starts: Vec<u32>,
    column: u16,
    /// First byte after the last place where the row may be broken, and its column.
    breakable: Option<(usize, u16)>,
}

impl Wrap {
    fn add_glyph(&mut self, glyph: &Glyph<'_>) {
        if glyph.kind == GlyphKind::Newline {
            self.begin_row(glyph.end);
            return;
        }
        let too_long = self.column > 0 && self.column.saturating_add(glyph.width) > self.width;
        if too_long && glyph.kind == GlyphKind::Blank {
            // Blanks at the end of a row may pass its edge: they are invisible.
            self.column = self.width;
            self.breakable = Some((glyph.end, self.column));
            return;
        }
        if too_long {
            self.break_row_before(glyph);
        }
        self.column = self.column.saturating_add(glyph.width);
        if glyph.kind != GlyphKind::Plain {
            self.breakable = Some((glyph.end, self.column));
        }
    }

    fn break_row_before(&mut self, glyph: &Glyph<'_>) {
        if let Some((byte, column)) = self.breakable {
            let tail = self.column.saturating_sub(column);
            self.begin_row(byte);
            self.column = tail;
        }
        if self.column > 0 && self.column.saturating_add(glyph.width) > self.width {
            self.begin_row(glyph.start);
        }
    }

    fn begin_row(&mut self, byte: usize) {
        self.starts.push(byte as u32);
        self.column = 0;
        self.breakable = None;
    }
}

// Finds the newlines that a text has only because of the width of its writer's page.

/// Minimum width of lines that may be joined, in columns. Narrower lines may be verse.
const NARROWEST: usize = 60;
/// Maximum width of lines that count as broken by hand, in columns.
const WIDEST: usize = 132;
/// At most one line in this many may be longer than the page.
const OVERLONG: usize = 20;
/// Characters at the start of a line that is never joined to the line before: items, quotations, headings, tables.
const SIGNS: &[u8] = b"-*+>#|=~:";

/// Shows joined lines: their newline as one blank, without the next line's indent. Glyphs come in order.
#[derive(Debug, Default)]
pub(crate) struct JoinedLines {
    /// True if only blanks have followed the last joined newline.
    is_indent: bool,
}

impl JoinedLines {
    /// Changes a glyph into its shown form. `is_joined` is true for a newline that joins two lines.
    pub(crate) fn show_glyph(&mut self, glyph: &mut Glyph<'_>, is_joined: bool) {
        if is_joined {
            (glyph.kind, glyph.width, glyph.visible) = (GlyphKind::Blank, 1, " ".into());
            self.is_indent = true;
        } else if self.is_indent && glyph.kind == GlyphKind::Blank {
            (glyph.width, glyph.visible) = (0, "".into());
        } else {
            self.is_indent = false;
        }
    }
}

struct Line<'a> {
    /// The text without the blanks around it.
    text: &'a str,
    indent: usize,
    newline: usize,
}

impl<'a> Line<'a> {
    fn new(line: &'a str, start: usize) -> Self {
        let text = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        // A carriage return belongs to the newline.
        let newline = start + line.strip_suffix('\r').unwrap_or(line).len();
        Self { text, indent, newline }
    }

    /// Returns the width in characters, including the indent.
    fn count_columns(&self) -> usize {
        self.indent + self.text.chars().count()
    }

    /// Returns true if the line is never joined to the line before: an item, a heading, a row of a table.
    fn begins_paragraph(&self) -> bool {
        let bytes = self.text.as_bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = (1..4).contains(&digits) && matches!(bytes.get(digits), Some(b'.' | b')'));
        let is_blank =
            |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ' || SIGNS.contains(byte));
        bytes.first().is_some_and(|first| SIGNS.contains(first)) && is_blank(1)
            || is_number && is_blank(digits + 1)
    }

    /// Returns true if blanks lay out the line in columns, as in a table or in code.
    fn has_columns(&self) -> bool {
        self.text.contains("   ") || self.text.contains('\t')
    }
}

/// Returns the byte offsets of the newlines to join for rows of `width` columns, ascending. Empty if the text was not
/// broken by hand, or if its page fits. Linear in the text.
///
/// A line continues if the first word of the next line did not fit on the page. The page is as wide as most lines.
fn joined_newlines(text: &str, width: u16) -> Vec<u32> {
    let mut start = 0;
    let lines = || {
        text.split('\n').map(move |line| {
            let this = Line::new(line, start);
            start += line.len() + 1;
            this
        })
    };
    let columns = lines().map(|line| line.count_columns()).filter(|columns| *columns > 0);
    let Some(page) = page_width(columns).filter(|page| usize::from(width) < *page) else {
        return Vec::new();
    };
    let mut joined = Vec::new();
    let mut is_first = true;
    let mut before: Option<Line<'_>> = None;
    for line in lines() {
        if let Some(last) = before {
            let first_word = line.text.split_ascii_whitespace().next();
            let goes_on = !last.text.is_empty()
                && !line.text.is_empty()
                && (last.indent == line.indent || is_first)
                && !line.begins_paragraph()
                && !last.has_columns()
                && !line.has_columns()
                && last.count_columns() + 1 + first_word.unwrap_or_default().chars().count() > page;
            if goes_on {
                joined.push(last.newline as u32);
            }
            is_first = last.text.is_empty() || !goes_on;
        }
        before = Some(line);
    }
    joined
}

/// Returns the width of the page that a text was broken for, in columns. `None` for a text without such a page.
fn page_width(columns: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = [0_usize; WIDEST + 2];
    for columns in columns {
        counts[columns.min(WIDEST + 1)] += 1;
    }
    let longer = counts.iter().sum::<usize>() / OVERLONG;
    let mut above = 0;
    let widest = (0..counts.len()).rev().find(|columns| {
        above += counts[*columns];
        above > longer
    })?;
    (NARROWEST..=WIDEST).contains(&widest).then_some(widest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{WrappedRows, joined_newlines};
    use crate::tui::{drawing::GlyphKind, drawing::iter_glyphs};

    fn rows(text: &str, width: u16) -> Vec<&str> {
        WrappedRows::new(text, width).iter_rows(text).map(str::trim_end).collect()
    }

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(rows("the old ferry left at dawn", 10), ["the old", "ferry left", "at dawn"]);
        assert_eq!(rows("one\n\ntwo\r\nthree\n", 10), ["one", "", "two", "three", ""]);
        assert_eq!(rows("ab abcdefghij", 4), ["ab", "abcd", "efgh", "ij"]);
        assert_eq!(rows("日本語日本", 5), ["日本", "語日", "本"]);
        assert_eq!(rows("日本", 1), ["日", "本"]);
        assert_eq!(rows("well-known fact", 8), ["well-", "known", "fact"]);
        assert_eq!(rows("a\tb\tcd", 8), ["a\tb", "cd"], "tabs count as their columns");
    }

    #[test]
    fn a_word_of_two_mebibytes_is_cut_into_rows() {
        let expected = (1_usize << 21).div_ceil(50);
        assert_eq!(WrappedRows::new(&"x".repeat(1 << 21), 50).count_rows(), expected);
    }

    #[test]
    fn a_row_of_joined_lines_has_newlines_within_and_no_indent() {
        let line = "   the old ferry left at dawn with forty sacks of flour and two goats";
        let text = format!("{line}\n{line}\n{line}\n\nend");
        let rows = WrappedRows::reflow(&text, 40);
        let shown: Vec<&str> = rows.iter_rows(&text).collect();
        assert_eq!(shown[1], "sacks of flour and two goats\n   the old ");
        assert_eq!(shown[2], "ferry left at dawn with forty sacks of ");
        assert_eq!(shown.last(), Some(&"end"));
        assert_eq!(WrappedRows::reflow(&text, 90).starts, WrappedRows::new(&text, 90).starts);
    }

    proptest! {
        #[test]
        fn every_byte_is_in_one_row_and_no_row_is_too_wide(text in "[a-c \\t\\n\\r\\-日語é\u{301}\u{202e}\u{1b}]{0,80}", width in 1_u16..14) {
            let rows = WrappedRows::new(&text, width);
            let mut next = 0;
            for row in 0..rows.count_rows() {
                let range = rows.byte_range_of_row(row, text.len()).unwrap();
                prop_assert_eq!(range.start, next);
                prop_assert!(range.clone().all(|byte| rows.row_of_byte(byte as u32) == row));
                prop_assert!(text.is_char_boundary(range.end));
                next = range.end;
                let mut walk = iter_glyphs(&text, range.start);
                let (mut column, mut seen) = (0, 0);
                while let Some(glyph) = walk.next_glyph(column) {
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

    /// Returns the text with a blank for every joined newline.
    fn shown(text: &str, width: u16) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for newline in joined_newlines(text, width) {
            assert!(matches!(bytes[newline as usize], b'\n' | b'\r'));
            bytes[newline as usize] = b' ';
        }
        String::from_utf8(bytes).unwrap()
    }

    const LETTER: &str = r"The ferry left the northern bank at six in the morning and came
back at ten with forty sacks of flour, two goats and a letter for
the keeper of the bridge.

Nobody had seen the keeper since the crack was found in the third
pier.

  - one item of a list that is long enough to reach the whole page
    and goes on here
  - another item
";

    #[test]
    fn lines_of_a_paragraph_are_joined_and_others_are_not() {
        let joined = shown(LETTER, 50);
        assert!(joined.contains("and came back at ten"), "{joined}");
        assert!(joined.contains("a letter for the keeper of the bridge.\n\nNobody"), "{joined}");
        assert!(joined.contains("third pier.\n\n"), "{joined}");
        assert!(joined.contains("the whole page     and goes on here\n  - another"), "{joined}");
    }

    #[test]
    fn a_page_that_fits_stays_as_it_was_written() {
        assert!(joined_newlines(LETTER, 66).is_empty());
        assert!(!joined_newlines(LETTER, 65).is_empty());
    }

    #[test]
    fn carriage_returns_belong_to_the_newline() {
        let windows = LETTER.replace('\n', "\r\n");
        let joined = shown(&windows, 50);
        assert!(joined.contains("and came \nback"), "{joined:?}");
    }

    #[test]
    fn verse_tables_and_unbroken_texts_are_left_alone() {
        let verse = "The rose is red and tall,\nThe violet is blue,\nThe honey in the hall\nIs sweet and so are you.\n";
        let table = "a name of some length that fills it     12     13     yes it is\n".repeat(9);
        let long = format!("{}\n", "a long line that is not broken ".repeat(9)).repeat(3);
        for text in [verse, &table, &long, "", "\n\n\n", "one line"] {
            assert!(joined_newlines(text, 20).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_line_that_had_room_for_the_next_word_ends_where_it_was_ended() {
        let text = format!("{LETTER}\nYours,\nthe ferryman of the northern bank\n");
        assert!(shown(&text, 50).contains("Yours,\nthe ferryman"));
    }
}
