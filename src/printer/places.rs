//! Where in a text something is: lines and columns. It knows no format.

use memchr::memchr_iter;

use shingle::base::span::Span;

/// A range of a text by lines and columns, all from 1. Columns count characters; the end is behind the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextRegion {
    /// The first line.
    pub(crate) line: u32,
    /// The column in it.
    pub(crate) column: u32,
    /// The last line.
    pub(crate) end_line: u32,
    /// The column in it, behind the last character.
    pub(crate) end_column: u32,
}

/// Where the lines of a text begin.
pub(crate) struct LineStarts<'t> {
    text: &'t str,
    /// The bytes behind each line end.
    starts: Vec<usize>,
}

impl<'t> LineStarts<'t> {
    /// Finds them.
    pub(crate) fn of(text: &'t str) -> Self {
        let ends = memchr_iter(b'\n', text.as_bytes());
        Self { text, starts: std::iter::once(0).chain(ends.map(|end| end + 1)).collect() }
    }

    /// The place of a part of the text.
    pub(crate) fn region(&self, span: Span) -> TextRegion {
        let (line, column) = self.place(span.start as usize);
        let (end_line, end_column) = self.place(span.end as usize);
        TextRegion { line, column, end_line, end_column }
    }

    /// The lines of a part of the text: `3`, or `3-5`.
    pub(crate) fn named(&self, span: Span) -> String {
        let TextRegion { line, end_line, .. } = self.region(span);
        if line == end_line { line.to_string() } else { format!("{line}-{end_line}") }
    }

    fn place(&self, byte: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied();
        let before = self.text.get(start.unwrap_or(0)..byte).unwrap_or_default();
        (line as u32, before.chars().count() as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::span::Span;

    use super::{LineStarts, TextRegion};

    #[test]
    fn lines_and_columns_begin_at_one_and_columns_count_characters() {
        let text = "été\r\nzwei\n\nDom";
        let lines = LineStarts::of(text);
        let region = |start, end| {
            let TextRegion { line, column, end_line, end_column } =
                lines.region(Span::new(start, end));
            [line, column, end_line, end_column]
        };
        assert_eq!(region(0, 5), [1, 1, 1, 4]);
        assert_eq!(region(2, 9), [1, 2, 2, 3]);
        assert_eq!(region(13, 16), [4, 1, 4, 4]);
        assert_eq!(
            [(0, 5), (2, 9)].map(|(start, end)| lines.named(Span::new(start, end))),
            ["1", "1-2"]
        );
    }
}
