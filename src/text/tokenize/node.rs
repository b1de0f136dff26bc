//! The words of the `node` article: split at single spaces, with tags, entities and some signs deleted.

use super::span;
use crate::base::span::Span;

/// The characters that the article deletes. Quotation marks and line ends come first.
const DELETED: [char; 12] = ['”', '“', '\n', '\r', ',', '.', ':', '$', '#', '"', '(', ')'];

/// The longest name of an entity, without `&` and `;`. HTML's longest has 31 letters.
const ENTITY: usize = 32;

/// Deletes tags (`<[^>]+>`), entities, `” “ , . : $ # " ( )` and line ends, splits the rest at U+0020, and skips pieces
/// of white space. As in the article, what stands on both sides of something deleted becomes one word. A range runs
/// from the first to the last character kept.
pub(super) fn tokenize(text: &str, emit: &mut impl FnMut(Span, &str)) {
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
    // The next `>`. It is looked for once, not once for every `<`.
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
            && let Some(length) = entity(text.as_bytes().get(next..last).unwrap_or_default())
        {
            at = next + length;
            continue;
        }
        if character == ' ' {
            give(&mut word, start, end);
        } else if !DELETED.contains(&character) {
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

/// The length of the rest of an entity after its `&`.
fn entity(rest: &[u8]) -> Option<usize> {
    let name = rest.strip_prefix(b"#").unwrap_or(rest);
    let length = name.iter().take(ENTITY).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (length > 0 && name.get(length) == Some(&b';')).then_some(rest.len() - name.len() + length + 1)
}

#[cfg(test)]
mod tests {
    use super::super::Words;
    use super::super::tests::{plain, words};

    #[test]
    fn the_article_s_signs_go_and_others_stay() {
        assert_eq!(
            plain("FTC says: “Apple” will pay $ 32.5m (at least), in-app; o'clock!", Words::Node),
            ["FTC", "says", "Apple", "will", "pay", "325m", "at", "least", "in-app;", "o'clock!"]
        );
        assert_eq!(plain("  a  \t b\u{a0}c ", Words::Node), ["a", "b\u{a0}c"]);
    }

    #[test]
    fn line_ends_join_what_stands_around_them() {
        assert_eq!(
            plain("\none two\r\nthree\n\n four\n", Words::Node),
            ["one", "twothree", "four"]
        );
    }

    #[test]
    fn tags_and_entities_go_and_leave_no_gap() {
        assert_eq!(
            plain(
                "<p>one<br/>two</p> <a href=\"x y\">three</a>&nbsp;four &#8220;five&#x201d;",
                Words::Node
            ),
            ["onetwo", "threefour", "five"]
        );
        assert_eq!(
            plain("a <> b < c & d; &; &no end; e", Words::Node),
            ["a", "<>", "b", "<", "c", "&", "d;", "&;", "&no", "end;", "e"]
        );
        assert_eq!(plain("1 < 2 and 3 > 2", Words::Node), ["1", "2"], "a tag by the pattern");
    }

    #[test]
    fn the_range_holds_what_was_deleted_inside_but_not_around() {
        assert_eq!(
            words("(\"3.5\"), a<b>b</b>", Words::Node),
            [("35".into(), "3.5".into()), ("ab".into(), "a<b>b".into())]
        );
    }

    #[test]
    fn floods_take_no_time() {
        for (text, count) in [("<", 1), ("<>", 1), ("&", 1), ("&amp", 1), (".", 0), ("< a ", 1)] {
            let found = plain(&text.repeat(1 << 19), Words::Node);
            assert!(found.len() >= count, "a flood of {text:?}");
        }
    }
}
