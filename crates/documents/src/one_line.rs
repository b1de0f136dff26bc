//! Shortens text of files, such as titles, facts and errors, to one line.

/// Limit of a title in characters.
const TITLE: usize = 80;

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Limit of a fact in characters.
const FACT: usize = 300;

pub(super) fn one_line_title(text: &str) -> String {
    one_line_start(text, TITLE)
}

pub(super) fn one_line_fact(text: &str) -> String {
    one_line_start(text, FACT)
}

/// Returns the first characters of [`one_line`] without building the whole line.
fn one_line_start(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(most).collect();
    words.join(" ").chars().take(most).collect::<String>().trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::{one_line, one_line_title};

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(one_line_title(" a\n\tb  c "), "a b c");
        assert_eq!(one_line_title(&"é".repeat(100)), "é".repeat(80));
        assert_eq!(one_line_title(&"a ".repeat(100)), "a ".repeat(40).trim_end());
        assert_eq!(one_line(" a\r\n\tb  c "), "a b c");
    }
}
