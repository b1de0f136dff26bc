//! Where hyphens stand in a text, and which of them stand at a line end between two parts that may be one word. It does not
//! know whether they are one.

use super::runs::is_letter_mark;
use crate::base::visible::is_invisible;

/// Whether a character may stand for the break of a word at a line end.
pub(super) const fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '\u{ad}' | '\u{2010}' | '\u{2011}' | '\u{fe63}' | '\u{ff0d}')
}

/// Where the hyphens of a text are, but for soft ones, which always join.
pub(super) fn hyphens(text: &str) -> impl Iterator<Item = (usize, char)> {
    // The first bytes of `-`, of U+2010 and U+2011, and of U+FE63 and U+FF0D.
    memchr::memchr3_iter(b'-', 0xe2, 0xef, text.as_bytes()).filter_map(|at| {
        let character = text.get(at..)?.chars().next()?;
        is_hyphen(character).then_some((at, character))
    })
}

/// Where the text goes on behind a hyphen at `at` that is written within words.
pub(super) fn within_line(text: &str, at: usize) -> Option<usize> {
    let first = text.get(at..)?.chars().next()?;
    matches!(first, '-' | '\u{2010}' | '\u{2011}').then_some(at + first.len_utf8())
}

/// Whether a letter stands before an offset, marks on it and invisible characters aside.
pub(super) fn is_after_letter(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let mut skipped = before
        .chars()
        .rev()
        .skip_while(|&character| is_invisible(character) || is_letter_mark(character));
    skipped.next().is_some_and(char::is_alphabetic)
}

/// The offset of the lower-case letter with which the next line begins, if this line ends `after` a hyphen; else the offset
/// up to which this line is blank.
pub(super) fn next_word(text: &str, after: usize) -> Result<usize, usize> {
    // Most hyphens have a letter or another hyphen behind them.
    if text.as_bytes().get(after).is_some_and(u8::is_ascii_graphic) {
        return Err(after);
    }
    let blank = |character: char| matches!(character, ' ' | '\t') || is_invisible(character);
    let line_end = text.get(after..).unwrap_or_default().trim_start_matches(blank);
    let looked = text.len() - line_end.len();
    let next_line = line_end.strip_prefix("\r\n").or_else(|| line_end.strip_prefix('\n'));
    let next = next_line.unwrap_or_default().trim_start_matches(blank);
    if next.starts_with(char::is_lowercase) { Ok(text.len() - next.len()) } else { Err(looked) }
}
