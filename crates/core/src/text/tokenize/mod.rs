//! Splits plain text into words with their byte ranges.

mod articles;
mod class;
pub(super) mod clean;
mod ideographs;
mod line_ends;
mod plain;
pub(super) mod runs;
mod unicode;

use base::span::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Words {
    /// Words by UAX #29, after normalising the text; a dictionary splits scripts without spaces.
    Unicode,
    /// Words between single spaces, without the punctuation that the `php-shingles` article deletes.
    Spaces,
    Phpir,
    /// Words between single spaces, without the tags, entities, signs and line ends that the `node` article deletes.
    Node,
}

base::named_values!(Words { Unicode = "unicode", Spaces = "spaces", Phpir = "phpir", Node = "node" });

/// Calls `emit` with the byte range in `text` and the word itself, in reading order.
///
/// The word may differ from the text in its range: composed, without invisible characters, joined over a line end.
/// Ranges never overlap and are never empty. Linear in the text. Bytes from 4 GiB on are ignored, because their offsets
/// exceed 32 bits.
///
/// Returns the number of disguised words. A disguised word mixes scripts by look-alikes
/// ([`mixes_scripts`](super::confusables::mixes_scripts)), or has several struck or underlined letters. Always 0 except
/// for [`Words::Unicode`].
pub fn tokenize(text: &str, words: Words, emit: &mut impl FnMut(Span, &str)) -> u32 {
    let text = limit_length(text, u32::MAX as usize);
    match words {
        Words::Unicode => return unicode::tokenize(text, emit),
        Words::Spaces => articles::tokenize_like_php_shingles(text, emit),
        Words::Phpir => articles::tokenize_like_phpir(text, emit),
        Words::Node => articles::tokenize_like_node(text, emit),
    }
    0
}

/// Returns true if a word differs from the text in its range by other characters or a line end. Ignores invisible
/// characters, other apostrophes and composition.
pub fn differs_from_text(written: &str, read: &str) -> bool {
    written != read && clean::compose_word(written) != read
}

fn limit_length(text: &str, limit: usize) -> &str {
    let end = (0..=limit.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

const fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Words, limit_length, tokenize};

    pub(super) fn words(text: &str, words: Words) -> Vec<(String, String)> {
        let mut found = Vec::new();
        tokenize(text, words, &mut |span, word| {
            found.push((word.to_string(), text.get(span.range()).unwrap().to_string()));
        });
        found
    }

    pub(super) fn plain(text: &str, which: Words) -> Vec<String> {
        words(text, which).into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn a_text_beyond_the_limit_is_cut_at_a_character() {
        assert_eq!(limit_length("aбв", 2), "a");
        assert_eq!(limit_length("aбв", 3), "aб");
        assert_eq!(limit_length("aбв", 99), "aбв");
    }

    fn hostile() -> impl Strategy<Value = String> {
        let odd = "e\u{301}|-\n|\u{ad}\r\n |\u{200b}|’|\u{1100}\u{1161}\u{11a8}|ไทยคำ|漢字かな|\u{958}|://|<b>&amp;";
        let odd: Vec<_> = odd.split('|').collect();
        proptest::collection::vec(
            prop_oneof![
                11 => proptest::sample::select(odd).prop_map(str::to_string),
                1 => "[a-zA-Z' .,\"—]{0,5}",
                1 => any::<char>().prop_map(String::from),
            ],
            0..24,
        )
        .prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn ranges_are_ordered_never_empty_and_on_character_boundaries(
            text in hostile(),
            which in (0..Words::ALL.len()).prop_map(|which| Words::ALL[which].1),
        ) {
            let mut last = 0;
            tokenize(&text, which, &mut |span, word| {
                assert!(!word.is_empty());
                assert!(!span.is_empty());
                assert!(span.start >= last, "{text:?}");
                assert!(text.get(span.range()).is_some());
                last = span.end;
            });
        }
    }
}
