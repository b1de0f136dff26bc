//! Shortens text of files, such as titles, facts and errors, to one line.

const TITLE_CHARACTERS: usize = 80;

/// Joins the words of a text with single spaces.
pub(super) fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const FACT_CHARACTERS: usize = 300;

pub(super) fn join_title_lines(text: &str) -> String {
    join_lines_within(text, TITLE_CHARACTERS)
}

pub(super) fn join_fact_lines(text: &str) -> String {
    join_lines_within(text, FACT_CHARACTERS)
}

/// Returns the first characters of [`join_lines`] without building the whole line.
fn join_lines_within(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(most).collect();
    words.join(" ").chars().take(most).collect::<String>().trim_end().to_string()
}
