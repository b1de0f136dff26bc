//! The words of the `phpir` article, `[\w']+(?:://[\w./]+)?` with ASCII `\w`, by hand. It folds no case.

use super::span;
use crate::base::span::Span;

/// Leftmost, longest matches; after a match the search goes on at its end.
///
/// No backtracking can change a match: a shorter first part would be followed by a word character, never by `://`.
pub(super) fn tokenize(text: &str, emit: &mut dyn FnMut(Span, &str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(skipped) = bytes.iter().skip(at).position(|&byte| is_word(byte)) {
        let start = at + skipped;
        let mut end = start + run(bytes, start, is_word);
        if bytes.get(end..).is_some_and(|rest| rest.starts_with(b"://")) {
            let address = run(bytes, end + 3, is_address);
            if address > 0 {
                end += 3 + address;
            }
        }
        if let Some(word) = text.get(start..end) {
            emit(span(start, end), word);
        }
        at = end;
    }
}

/// How many bytes from `start` on satisfy `is`.
fn run(bytes: &[u8], start: usize, is: fn(u8) -> bool) -> usize {
    bytes.iter().skip(start).take_while(|&&byte| is(byte)).count()
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

const fn is_address(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/')
}
