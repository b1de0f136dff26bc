//! Splits text into words like the code of three articles. `node` and `php-shingles` split at single spaces and delete
//! some signs; `phpir` matches a pattern.

use super::span;
use base::span::Span;

const DELETED_BY_NODE: [char; 12] = ['”', '“', '\n', '\r', ',', '.', ':', '$', '#', '"', '(', ')'];

/// Longest HTML entity that is recognised; the longest name in HTML has 31 letters.
const ENTITY: usize = 32;

/// Deletes tags (`<[^>]+>`), entities, `” “ , . : $ # " ( )` and line ends. Then splits at U+0020, and skips pieces of
/// white space. As in the article, a deletion joins the text on both sides to one word. The range of a word is from its
/// first to its last remaining character.
pub(super) fn tokenize_like_node(text: &str, emit: &mut impl FnMut(Span, &str)) {
    let mut word = String::new();
    let (mut start, mut end) = (0, 0);
    let mut give = |word: &mut String, start, end| {
        if !word.trim().is_empty() {
            emit(span(start, end), word);
        }
        word.clear();
    };
    let trimmed = text.trim();
    let mut at = text.len() - text.trim_start().len();
    let last = at + trimmed.len();
    // Position of the next `>`, searched once and not for every `<`, so that time stays linear.
    let mut close = 0;
    while let Some(character) = text.get(at..last).and_then(|rest| rest.chars().next()) {
        let next = at + character.len_utf8();
        if character == '<' {
            if close < next {
                let rest = text.get(next..last).unwrap_or_default();
                close = rest.find('>').map_or(usize::MAX, |found| next + found);
            }
            if close < last && close > next {
                at = close + 1;
                continue;
            }
        }
        if character == '&'
            && let Some(length) = entity_length(text.as_bytes().get(next..last).unwrap_or_default())
        {
            at = next + length;
            continue;
        }
        if character == ' ' {
            give(&mut word, start, end);
        } else if !DELETED_BY_NODE.contains(&character) {
            if word.is_empty() {
                start = at;
            }
            word.push(character);
            end = next;
        }
        at = next;
    }
    give(&mut word, start, end);
}

fn entity_length(rest: &[u8]) -> Option<usize> {
    let name = rest.strip_prefix(b"#").unwrap_or(rest);
    let length = name.iter().take(ENTITY).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (length > 0 && name.get(length) == Some(&b';')).then_some(rest.len() - name.len() + length + 1)
}

/// Emits the leftmost, longest matches of `[\w']+(?:://[\w./]+)?` with ASCII `\w`.
///
/// No backtracking is needed: after a shorter first part comes a word character, never `://`.
pub(super) fn tokenize_like_phpir(text: &str, emit: &mut impl FnMut(Span, &str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(skipped) = bytes.iter().skip(at).position(|&byte| is_word_byte(byte)) {
        let start = at + skipped;
        let mut end = start + run_length(bytes, start, is_word_byte);
        if bytes.get(end..).is_some_and(|rest| rest.starts_with(b"://")) {
            let address = run_length(bytes, end + 3, is_address_byte);
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

fn run_length(bytes: &[u8], start: usize, is: fn(u8) -> bool) -> usize {
    bytes.iter().skip(start).take_while(|&&byte| is(byte)).count()
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

const fn is_address_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/')
}

const DELETED_BY_PHP_SHINGLES: [char; 10] = [',', '.', '!', '?', '(', ')', '-', '—', ':', ';'];

/// Splits at U+0020, and deletes `, . ! ? ( ) - — : ; "`. Then trims ASCII white space and NUL, and skips empty pieces.
/// The range of a word is from its first to its last remaining character.
pub(super) fn tokenize_like_php_shingles(text: &str, emit: &mut impl FnMut(Span, &str)) {
    let mut word = String::new();
    let mut start = 0;
    for piece in text.split(' ') {
        if let Some(inner) = trim_piece(piece) {
            word.clear();
            word.extend(inner.chars().filter(|&character| !is_deleted_by_php_shingles(character)));
            let from = start + (inner.as_ptr() as usize - piece.as_ptr() as usize);
            emit(span(from, from + inner.len()), &word);
        }
        start += piece.len() + 1;
    }
}

fn trim_piece(piece: &str) -> Option<&str> {
    let goes = |character: char| is_deleted_by_php_shingles(character) || is_php_blank(character);
    let inner = piece.trim_matches(goes);
    (!inner.is_empty()).then_some(inner)
}

fn is_deleted_by_php_shingles(character: char) -> bool {
    character == '"' || DELETED_BY_PHP_SHINGLES.contains(&character)
}

const fn is_php_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\0' | '\u{b}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{text::Words, text::tokenize::tests::plain, text::tokenize::tests::words};

    #[test]
    fn signs_tags_entities_and_line_ends_are_deleted_without_a_gap() {
        for (text, expected) in [
            (
                "FTC says: “Apple” will pay $ 32.5m (at least), in-app; o'clock!",
                "FTC|says|Apple|will|pay|325m|at|least|in-app;|o'clock!",
            ),
            ("  a  \t b\u{a0}c ", "a|b\u{a0}c"),
            ("\none two\r\nthree\n\n four\n", "one|twothree|four"),
            (
                "<p>one<br/>two</p> <a href=\"x y\">three</a>&nbsp;four &#8220;five&#x201d;",
                "onetwo|threefour|five",
            ),
            ("a <> b < c & d; &; &no end; e", "a|<>|b|<|c|&|d;|&;|&no|end;|e"),
            // A tag by the pattern.
            ("1 < 2 and 3 > 2", "1|2"),
        ] {
            assert_eq!(plain(text, Words::Node).join("|"), expected, "{text}");
        }
    }

    #[test]
    fn the_range_holds_what_was_deleted_inside_but_not_around() {
        for (text, which, expected) in [
            ("(\"3.5\"), a<b>b</b>", Words::Node, [("35", "3.5"), ("ab", "a<b>b")]),
            (
                "(well-known), \"a—b\"…",
                Words::Spaces,
                [("wellknown", "well-known"), ("ab…", "a—b\"…")],
            ),
        ] {
            let expected = expected.map(|(word, range)| (word.to_string(), range.to_string()));
            assert_eq!(words(text, which), expected);
        }
    }

    #[test]
    fn floods_take_no_time() {
        for (text, count) in [("<", 1), ("<>", 1), ("&", 1), ("&amp", 1), (".", 0), ("< a ", 1)] {
            let found = plain(&text.repeat(1 << 19), Words::Node);
            assert!(found.len() >= count, "a flood of {text:?}");
        }
    }

    /// Tries every start and every length, by definition.
    fn reference(text: &str) -> Vec<(usize, usize)> {
        let bytes = text.as_bytes();
        let all = |from: usize, to: usize, extra: &[u8]| {
            from < to
                && bytes[from..to].iter().all(|byte| {
                    byte.is_ascii_alphanumeric() || *byte == b'_' || extra.contains(byte)
                })
        };
        let matches = |start: usize, end: usize| {
            all(start, end, b"'")
                || (start..end).any(|at| {
                    all(start, at, b"'")
                        && bytes[at..end].starts_with(b"://")
                        && all(at + 3, end, b"./")
                })
        };
        let (mut at, mut found) = (0, Vec::new());
        while at < bytes.len() {
            match (at + 1..=bytes.len()).rev().find(|&end| matches(at, end)) {
                Some(end) => {
                    found.push((at, end));
                    at = end;
                }
                None => at += 1,
            }
        }
        found
    }

    proptest! {
        #[test]
        fn it_equals_the_pattern(text in "[ab'_:/. é]{0,24}") {
            let expected: Vec<String> =
                reference(&text).into_iter().map(|(start, end)| text.get(start..end).unwrap().to_string()).collect();
            prop_assert!(words(&text, Words::Phpir).iter().all(|(word, under)| word == under));
            prop_assert_eq!(plain(&text, Words::Phpir), expected);
        }
    }

    #[test]
    fn only_spaces_split_and_only_punctuation_is_deleted() {
        for (text, expected) in [
            ("Текст для сравнения номер два", &["Текст", "для", "сравнения", "номер", "два"][..]),
            (
                "Приходите в спортзал \"Спарк\" - будьте здоровы и красивы!",
                &["Приходите", "в", "спортзал", "Спарк", "будьте", "здоровы", "и", "красивы"],
            ),
            ("a\nb c\u{a0}d\te", &["a\nb", "c\u{a0}d\te"]),
            ("\r\n\"one\",\n two \n- \0three\u{b}", &["one", "two", "three"]),
            // No normalisation.
            ("e\u{301} it’s Up", &["e\u{301}", "it’s", "Up"]),
            (" - — !? , \n \"\" ", &[]),
        ] {
            assert_eq!(plain(text, Words::Spaces), expected, "{text}");
        }
    }
}
