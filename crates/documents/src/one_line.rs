//! Shortens raw text of files to one line: titles, facts, errors.

/// Limit of a title in characters.
const TITLE: usize = 80;

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Limit of a fact in characters.
const FACT: usize = 300;

pub(super) fn title(text: &str) -> String {
    beginning(text, TITLE)
}

pub(super) fn fact(text: &str) -> String {
    beginning(text, FACT)
}

/// Returns the first characters of [`one_line`] without building the whole line.
fn beginning(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(most).collect();
    words.join(" ").chars().take(most).collect::<String>().trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::{one_line, title};

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(title(" a\n\tb  c "), "a b c");
        assert_eq!(title(&"é".repeat(100)), "é".repeat(80));
        assert_eq!(title(&"a ".repeat(100)), "a ".repeat(40).trim_end());
        assert_eq!(one_line(" a\r\n\tb  c "), "a b c");
    }
}
