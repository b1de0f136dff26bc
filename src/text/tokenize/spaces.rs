//! The words of the `php-shingles` article: split at single spaces, some punctuation deleted. It normalises nothing.

use super::span;
use crate::base::span::Span;

/// The characters that the article deletes.
const DELETED: [char; 10] = [',', '.', '!', '?', '(', ')', '-', '—', ':', ';'];

/// Splits at U+0020, deletes `, . ! ? ( ) - — : ; "`, trims ASCII white space and NUL at the ends of what is left, and
/// skips what is then empty. A range runs from the first to the last character kept.
pub(super) fn tokenize(text: &str, emit: &mut dyn FnMut(Span, &str)) {
    let mut word = String::new();
    let mut start = 0;
    for piece in text.split(' ') {
        if let Some(inner) = trimmed(piece) {
            word.clear();
            word.extend(inner.chars().filter(|&character| !is_deleted(character)));
            let from = start + (inner.as_ptr() as usize - piece.as_ptr() as usize);
            emit(span(from, from + inner.len()), &word);
        }
        start += piece.len() + 1;
    }
}

/// The piece from its first to its last character that stays; `None` when none stays.
fn trimmed(piece: &str) -> Option<&str> {
    let goes = |character: char| is_deleted(character) || is_blank(character);
    let inner = piece.trim_matches(goes);
    (!inner.is_empty()).then_some(inner)
}

fn is_deleted(character: char) -> bool {
    character == '"' || DELETED.contains(&character)
}

/// What PHP's `trim` removes.
const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\0' | '\u{b}')
}
