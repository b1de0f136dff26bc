//! Wraps pieces into rows of a given width, and writes rows without colours.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use crate::lesson::step::{FigurePiece, text_piece};
use crate::lesson::{FigureRow, Ink};

#[derive(Debug)]
pub struct Flow {
    width: usize,
    indent: usize,
    rows: Vec<FigureRow>,
    row: FigureRow,
    column: usize,
}

impl Flow {
    pub fn new(width: usize) -> Self {
        Self { width: width.max(8), indent: 0, rows: Vec::new(), row: FigureRow::new(), column: 0 }
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub fn set_indent(&mut self, columns: usize) -> &mut Self {
        self.end_row();
        self.indent = columns.min(self.width / 2);
        self
    }

    /// Adds pieces that stay together, after a blank with the role `gap`. Pieces that do not fit begin a new row. They
    /// break only if no row is wide enough.
    pub fn push_group(&mut self, pieces: Vec<FigurePiece>, gap: Ink) -> &mut Self {
        let wide: usize = pieces.iter().map(|piece| piece.text.width()).sum();
        if wide == 0 {
            return self;
        }
        if self.column > self.indent && self.column + 1 + wide > self.width {
            self.end_row();
        }
        if self.column == 0 {
            if self.indent > 0 {
                self.row.push(text_piece(" ".repeat(self.indent), Ink::Plain));
            }
            self.column = self.indent;
        } else if self.column > self.indent {
            self.row.push(text_piece(" ", gap));
            self.column += 1;
        }
        for piece in pieces {
            self.push_wrapped(piece);
        }
        self
    }

    pub fn push_piece(&mut self, piece: FigurePiece) -> &mut Self {
        self.push_group(vec![piece], Ink::Plain)
    }

    pub fn push_sentence(&mut self, text: &str, ink: Ink) -> &mut Self {
        for word in text.split(' ') {
            self.push_group(vec![text_piece(word, ink)], ink);
        }
        self
    }

    fn push_wrapped(&mut self, piece: FigurePiece) {
        let wide = piece.text.width();
        if self.column + wide <= self.width {
            self.column += wide;
            self.row.push(piece);
            return;
        }
        let mut part = String::new();
        for grapheme in piece.text.graphemes(true) {
            if self.column + grapheme.width() > self.width
                && !(part.is_empty() && self.row.is_empty())
            {
                self.row.push(FigurePiece { text: std::mem::take(&mut part), ..piece.clone() });
                self.end_row();
                if self.indent > 0 {
                    self.row.push(text_piece(" ".repeat(self.indent), Ink::Plain));
                }
                self.column = self.indent;
            }
            part.push_str(grapheme);
            self.column += grapheme.width();
        }
        self.row.push(FigurePiece { text: part, ..piece });
    }

    pub fn end_row(&mut self) -> &mut Self {
        if !self.row.is_empty() {
            self.rows.push(std::mem::take(&mut self.row));
        }
        self.column = 0;
        self
    }

    pub fn push_row(&mut self, row: FigureRow) -> &mut Self {
        self.end_row();
        self.rows.push(row);
        self
    }

    pub fn push_rows(&mut self, rows: impl IntoIterator<Item = FigureRow>) -> &mut Self {
        self.end_row();
        self.rows.extend(rows);
        self
    }

    pub fn push_line(&mut self, text: impl Into<String>, ink: Ink) -> &mut Self {
        self.push_row(vec![text_piece(text, ink)])
    }

    pub fn push_blank_row(&mut self) -> &mut Self {
        self.end_row();
        if self.rows.last().is_some_and(|row| !row.is_empty()) {
            self.rows.push(FigureRow::new());
        }
        self
    }

    pub fn count_rows(&self) -> usize {
        self.rows.len() + usize::from(!self.row.is_empty())
    }

    pub fn finish(mut self) -> Vec<FigureRow> {
        self.end_row();
        self.rows
    }
}

pub fn range_of_rows_around(
    count: usize,
    place: usize,
    room: Option<usize>,
) -> std::ops::Range<usize> {
    let Some(room) = room else { return 0..count };
    let start = place.saturating_sub(room / 2).min(count.saturating_sub(room));
    start..(start + room).min(count)
}

/// Writes a row for paper: shared words in brackets, dropped words in parentheses, the current words in asterisks.
/// Adjacent pieces of one role get one pair of marks.
pub fn plain_text_of(row: &[FigurePiece]) -> String {
    let mut out = String::new();
    let mut open_until = "";
    for piece in row {
        let (open, close) = plain_marks_of_piece(piece);
        if close != open_until {
            out.push_str(open_until);
            out.push_str(open);
            open_until = close;
        }
        out.push_str(&piece.text);
    }
    out.push_str(open_until);
    out.truncate(out.trim_end().len());
    out
}

/// Returns the marks before and after a piece. Only words of a document get marks, and all pieces of a passage.
const fn plain_marks_of_piece(piece: &FigurePiece) -> (&'static str, &'static str) {
    match (piece.ink, piece.quoted) {
        (Ink::Passage(_), _) | (Ink::Shared, true) => ("[", "]"),
        (Ink::Dropped, true) => ("(", ")"),
        (Ink::Now, true) => ("*", "*"),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    use super::{Flow, Ink, plain_text_of, range_of_rows_around, text_piece};
    use crate::lesson::step::quoted_piece;

    proptest! {
        #[test]
        fn no_row_is_wider_than_its_width_and_nothing_is_lost(
            words in prop::collection::vec("[a-zж日]{1,30}", 0..30), width in 8_usize..40, indent in 0_usize..4,
        ) {
            let mut flow = Flow::new(width);
            flow.set_indent(indent);
            for word in &words {
                flow.push_piece(quoted_piece(word, Ink::Plain));
            }
            let rows = flow.finish();
            let said: String = rows.iter().flatten().map(|piece| piece.text.trim()).collect();
            prop_assert_eq!(said, words.concat());
            for row in rows {
                let wide: usize = row.iter().map(|piece| piece.text.width()).sum();
                prop_assert!(wide <= width, "{} > {}", wide, width);
            }
        }

        #[test]
        fn the_rows_around_a_place_hold_it(count in 1_usize..50, place in 0_usize..50, room in 1_usize..60) {
            let place = place.min(count - 1);
            let range = range_of_rows_around(count, place, Some(room));
            prop_assert!(range.contains(&place) && range.len() == room.min(count) && range.end <= count);
        }
    }

    #[test]
    fn a_passage_is_bracketed_once() {
        let shared = |text: &str| quoted_piece(text, Ink::Passage(0));
        let row =
            [quoted_piece("a", Ink::Plain), text_piece(" ", Ink::Plain), shared("b"), shared(" c")];
        assert_eq!(plain_text_of(&row), "a [b c]");
        assert_eq!(plain_text_of(&[quoted_piece("и", Ink::Dropped)]), "(и)");
        assert_eq!(plain_text_of(&[text_piece("100%", Ink::Now)]), "100%");
    }
}
