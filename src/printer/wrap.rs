//! Wraps long lines for a terminal. Without a terminal nothing is wrapped.

use unicode_width::UnicodeWidthStr as _;

/// Joins parts with `separator`. On a terminal with `width` columns, a part that does not fit begins a new line,
/// indented by `indent` columns. `taken` columns of the first line are in use already.
///
/// A part that is longer than a line is not broken: it is a name that the user may want to copy.
pub(crate) fn joined(
    parts: &[String],
    separator: &str,
    width: Option<usize>,
    taken: usize,
    indent: usize,
) -> String {
    let mut text = String::new();
    let mut column = taken;
    for (position, part) in parts.iter().enumerate() {
        if position > 0 {
            let tail = separator.trim_end().width();
            let follows = tail * usize::from(position + 1 < parts.len());
            if width.is_some_and(|w| column + separator.width() + part.width() + follows > w) {
                text.push_str(separator.trim_end());
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                text.push_str(separator);
                column += separator.width();
            }
        }
        text.push_str(part);
        column += part.width();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn parts(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn without_a_terminal_a_line_stays_one() {
        assert_eq!(joined(&parts("a b c"), ", ", None, 0, 0), "a, b, c");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = joined(&parts("alpha beta gamma delta epsilon"), ", ", Some(13), 3, 3);
        assert_eq!(text, "alpha,\n   beta,\n   gamma,\n   delta,\n   epsilon");
        assert_eq!(joined(&parts("one two"), "  ", Some(8), 0, 0), "one  two");
        assert_eq!(joined(&parts("one two"), "  ", Some(7), 0, 0), "one\ntwo");
    }

    #[test]
    fn a_part_wider_than_the_terminal_stays_whole() {
        assert_eq!(joined(&parts("abcdefgh ij"), ", ", Some(4), 0, 1), "abcdefgh,\n ij");
    }
}
