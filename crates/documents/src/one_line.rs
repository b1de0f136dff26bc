//! Texts of files that must be one line: titles, what a file says of itself, what is wrong with it.

/// The most characters of a title.
const TITLE: usize = 80;

/// The words of a text with one space between.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The most characters of a fact.
const FACT: usize = 300;

/// A title in one line: 80 characters at most.
pub(super) fn title(text: &str) -> String {
    beginning(text, TITLE)
}

/// A fact that a file states: one line, 300 characters at most.
pub(super) fn fact(text: &str) -> String {
    beginning(text, FACT)
}

/// The first characters of [`one_line`], of which no more is made than that takes.
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
