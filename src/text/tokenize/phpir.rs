//! The words of the `phpir` article: the pattern `[\w']+(?:://[\w./]+)?` with ASCII `\w`, matched by hand.

use super::span;
use crate::base::span::Span;

/// Emits leftmost, longest matches. After a match the search continues at its end.
///
/// Backtracking cannot change a match: after a shorter first part comes a word character, never `://`.
pub(super) fn tokenize(text: &str, emit: &mut impl FnMut(Span, &str)) {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Words;
    use super::super::tests::{plain, words};

    #[test]
    fn a_tweet_gives_the_articles_words() {
        assert_eq!(
            plain("RT @phpnw09: 1 Week 'til #phpnw09 - let me hear you say w00t!", Words::Phpir),
            [
                "RT", "phpnw09", "1", "Week", "'til", "phpnw09", "let", "me", "hear", "you", "say",
                "w00t"
            ]
        );
    }

    #[test]
    fn an_address_is_one_word() {
        for (text, expected) in [
            ("see http://foo.bar/x_1, ok", vec!["see", "http://foo.bar/x_1", "ok"]),
            ("a://b://c", vec!["a://b", "c"]),
            ("a:// b", vec!["a", "b"]),
            ("a:///x", vec!["a:///x"]),
            ("://a", vec!["a"]),
            ("a:b", vec!["a", "b"]),
            ("http://x-y", vec!["http://x", "y"]),
            ("it's_1", vec!["it's_1"]),
        ] {
            assert_eq!(plain(text, Words::Phpir), expected, "{text}");
        }
    }

    #[test]
    fn letters_beyond_ascii_are_no_word_characters() {
        assert_eq!(plain("naïve Текст café9", Words::Phpir), ["na", "ve", "caf", "9"]);
    }

    /// The pattern by its definition: tries every start and every length.
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
            let found = words(&text, Words::Phpir);
            prop_assert!(found.iter().all(|(word, under)| word == under));
            prop_assert_eq!(plain(&text, Words::Phpir), expected);
        }
    }
}
