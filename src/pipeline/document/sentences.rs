//! The sentences of a text. It knows no words.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::base::span::Span;

/// The places of the sentences of a text, without the space around them. They end where Unicode (UAX #29) says, and at
/// empty lines. A single line end is a space: texts are often broken into lines anywhere.
pub fn sentences(text: &str) -> Vec<Span> {
    let joined = with_lines_joined(text);
    let mut found = Vec::new();
    for (start, sentence) in joined.split_sentence_bound_indices() {
        let trimmed = sentence.trim_start();
        let start = start + (sentence.len() - trimmed.len());
        let trimmed = trimmed.trim_end();
        if !trimmed.is_empty() {
            found.push(Span::new(start as u32, (start + trimmed.len()) as u32));
        }
    }
    found
}

/// The text with a space for every line end that another line with text follows. No byte moves.
fn with_lines_joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    let is_empty = |line: &str| line.trim().is_empty();
    while let Some(line) = lines.next() {
        let goes_on = !is_empty(line) && lines.peek().is_some_and(|next| !is_empty(next));
        let Some(before) = line.strip_suffix('\n').filter(|_| goes_on) else {
            joined.push_str(line);
            continue;
        };
        match before.strip_suffix('\r') {
            Some(before) => joined.extend([before, "  "]),
            None => joined.extend([before, " "]),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::sentences;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|span| text.get(span.range()).unwrap()).collect()
    }

    #[test]
    fn a_sentence_goes_on_over_a_line_end_but_not_over_an_empty_line() {
        assert_eq!(cut("One two.  Three\nfour. "), ["One two.", "Three\nfour."]);
        assert_eq!(
            cut("A heading\n\nA line\r\ngoes on. Is it?\n"),
            ["A heading", "A line\r\ngoes on.", "Is it?"]
        );
        assert_eq!(cut("a\n \nb"), ["a", "b"]);
        assert_eq!(cut("雨が降る。風が吹く。"), ["雨が降る。", "風が吹く。"]);
    }

    #[test]
    fn there_are_none_without_text() {
        assert_eq!(cut(""), [""; 0]);
        assert_eq!(cut(" \n\n \r\n"), [""; 0]);
    }
}
