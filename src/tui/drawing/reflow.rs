//! Finds the newlines of a text that only its writer's page was wide enough for. Where rows are narrower than that page, such
//! lines would end in short rows, so they are joined. It breaks no rows.

use super::glyphs::{Glyph, GlyphKind};

/// Texts of narrower lines may be verse; their lines are never joined.
const NARROWEST: usize = 60;
/// Texts of longer lines are not broken by hand.
const WIDEST: usize = 132;
/// One line in this many may be longer than the page.
const OVERLONG: usize = 20;
/// Signs that begin a line of its own: items, quotations, headings, tables.
const SIGNS: &[u8] = b"-*+>#|=~:";

/// Shows joined lines: their newline as one blank, and nothing of the next line's indent. The glyphs come in order.
#[derive(Debug, Default)]
pub(crate) struct JoinedLines {
    /// Whether only blanks came since a joined newline.
    is_indent: bool,
}

impl JoinedLines {
    /// Changes a glyph into what is shown of it. `is_joined` says whether it is a newline that joins two lines.
    pub(crate) fn show(&mut self, glyph: &mut Glyph<'_>, is_joined: bool) {
        if is_joined {
            (glyph.kind, glyph.width, glyph.shown) = (GlyphKind::Blank, 1, " ".into());
            self.is_indent = true;
        } else if self.is_indent && glyph.kind == GlyphKind::Blank {
            (glyph.width, glyph.shown) = (0, "".into());
        } else {
            self.is_indent = false;
        }
    }
}

/// A line between two newlines.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Its text without the blanks around it.
    text: &'a str,
    /// Blanks before it.
    indent: usize,
    /// The byte of its newline.
    newline: usize,
}

impl<'a> Line<'a> {
    fn of(line: &'a str, start: usize) -> Self {
        let text = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        // A carriage return belongs to the newline.
        let newline = start + line.strip_suffix('\r').unwrap_or(line).len();
        Self { text, indent, newline }
    }

    /// Its columns, as its writer counted them.
    fn columns(&self) -> usize {
        self.indent + self.text.chars().count()
    }

    /// Whether it can only stand alone: an item, a heading, a row of a table.
    fn stands_alone(&self) -> bool {
        let bytes = self.text.as_bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = (1..4).contains(&digits) && matches!(bytes.get(digits), Some(b'.' | b')'));
        let is_blank =
            |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ' || SIGNS.contains(byte));
        bytes.first().is_some_and(|first| SIGNS.contains(first)) && is_blank(1)
            || is_number && is_blank(digits + 1)
    }

    /// Whether blanks in it are a layout: of a table, or of code.
    fn has_columns(&self) -> bool {
        self.text.contains("   ") || self.text.contains('\t')
    }
}

/// The first bytes of the newlines that are joined where rows have `width` columns, ascending. Empty where the text was not
/// broken by hand, or its page fits. Linear in the text.
///
/// A line goes on in the next one where the first word of that did not fit on the page: the length of most lines.
pub(crate) fn joined(text: &str, width: u16) -> Vec<u32> {
    let mut start = 0;
    let lines = || {
        text.split('\n').map(move |line| {
            let this = Line::of(line, start);
            start += line.len() + 1;
            this
        })
    };
    let Some(page) = page(lines().map(|line| line.columns()).filter(|columns| *columns > 0)) else {
        return Vec::new();
    };
    if usize::from(width) >= page {
        return Vec::new();
    }
    let mut joined = Vec::new();
    let mut is_first = true;
    let mut before: Option<Line<'_>> = None;
    for line in lines() {
        if let Some(last) = before {
            let goes_on = !last.text.is_empty()
                && !line.text.is_empty()
                && (last.indent == line.indent || is_first)
                && !line.stands_alone()
                && !last.has_columns()
                && !line.has_columns()
                && last.columns() + 1 + first_word(line.text) > page;
            if goes_on {
                joined.push(last.newline as u32);
            }
            is_first = last.text.is_empty() || !goes_on;
        }
        before = Some(line);
    }
    joined
}

/// The columns of the page that a text was broken for; `None` where it was not.
fn page(columns: impl Iterator<Item = usize>) -> Option<usize> {
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

/// The columns of the first word.
fn first_word(text: &str) -> usize {
    text.split_ascii_whitespace().next().map_or(0, |word| word.chars().count())
}

#[cfg(test)]
mod tests {
    use super::joined;

    /// The text with a blank for every newline that is joined.
    fn shown(text: &str, width: u16) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for newline in joined(text, width) {
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
        assert!(joined(LETTER, 66).is_empty());
        assert!(!joined(LETTER, 65).is_empty());
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
            assert!(joined(text, 20).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_line_that_had_room_for_the_next_word_ends_where_it_was_ended() {
        let text = format!("{LETTER}\nYours,\nthe ferryman of the northern bank\n");
        assert!(shown(&text, 50).contains("Yours,\nthe ferryman"));
    }
}
