//! Lines of joined parts, wrapped for a terminal.

use unicode_width::UnicodeWidthStr as _;

/// Joins parts with `separator`. On a terminal with `width` columns, a part that does not fit begins a line indented by
/// `indent` columns. The first line already has `used` columns.
///
/// Long parts stay whole, because the user may want to copy a name.
pub fn join_and_wrap(
    parts: &[String],
    separator: &str,
    width: Option<usize>,
    used: usize,
    indent: usize,
) -> String {
    let mut text = String::new();
    let mut column = used;
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
    use super::join_and_wrap;

    fn parts(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = join_and_wrap(&parts("alpha beta gamma delta epsilon"), ", ", Some(13), 3, 3);
        assert_eq!(text, "alpha,\n   beta,\n   gamma,\n   delta,\n   epsilon");
        assert_eq!(join_and_wrap(&parts("one two"), "  ", Some(8), 0, 0), "one  two");
        assert_eq!(join_and_wrap(&parts("one two"), "  ", Some(7), 0, 0), "one\ntwo");
    }
}
