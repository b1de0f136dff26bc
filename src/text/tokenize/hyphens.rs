//! Finds hyphens, and those at a line end between two parts that may be one word.

use super::runs::is_letter_mark;
use crate::base::visible::is_invisible;

/// Whether a character can mark the break of a word at a line end.
pub(super) const fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '\u{ad}' | '\u{2010}' | '\u{2011}' | '\u{fe63}' | '\u{ff0d}')
}

/// The hyphens of a text with their offsets. Soft hyphens are left out, because they always join.
pub(super) fn hyphens(text: &str) -> impl Iterator<Item = (usize, char)> {
    // The first bytes of `-`, of U+2010 and U+2011, and of U+FE63 and U+FF0D.
    memchr::memchr3_iter(b'-', 0xe2, 0xef, text.as_bytes()).filter_map(|at| {
        let character = text.get(at..)?.chars().next()?;
        is_hyphen(character).then_some((at, character))
    })
}

/// The offset after the hyphen at `at`, if it is one that is written within words.
pub(super) fn within_line(text: &str, at: usize) -> Option<usize> {
    let first = text.get(at..)?.chars().next()?;
    matches!(first, '-' | '\u{2010}' | '\u{2011}').then_some(at + first.len_utf8())
}

/// Whether the character before an offset is a letter. Marks and invisible characters are skipped.
pub(super) fn is_after_letter(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let mut skipped = before
        .chars()
        .rev()
        .skip_while(|&character| is_invisible(character) || is_letter_mark(character));
    skipped.next().is_some_and(char::is_alphabetic)
}

/// The offset of the lower-case letter that begins the next line, if only blanks follow `after` on this line. Otherwise
/// the offset up to which this line is blank.
pub(super) fn next_word(text: &str, after: usize) -> Result<usize, usize> {
    // Most hyphens are followed by a letter or another hyphen.
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
