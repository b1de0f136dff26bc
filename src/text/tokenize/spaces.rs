//! The words of the `php-shingles` article: split at single spaces, with some punctuation deleted.

use super::span;
use crate::base::span::Span;

/// The characters that the article deletes.
const DELETED: [char; 10] = [',', '.', '!', '?', '(', ')', '-', '—', ':', ';'];

/// Splits at U+0020, deletes `, . ! ? ( ) - — : ; "`, trims ASCII white space and NUL at both ends, and skips empty
/// pieces. A range runs from the first to the last character kept.
pub(super) fn tokenize(text: &str, emit: &mut impl FnMut(Span, &str)) {
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

/// The piece from its first to its last character that stays. `None` if none stays.
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

#[cfg(test)]
mod tests {
    use super::super::Words;
    use super::super::tests::{plain, words};

    #[test]
    fn the_articles_sentences_give_its_words() {
        assert_eq!(
            plain("Текст для сравнения номер два", Words::Spaces),
            ["Текст", "для", "сравнения", "номер", "два"]
        );
        assert_eq!(
            plain("Приходите в спортзал \"Спарк\" - будьте здоровы и красивы!", Words::Spaces),
            ["Приходите", "в", "спортзал", "Спарк", "будьте", "здоровы", "и", "красивы"]
        );
    }

    #[test]
    fn only_u0020_splits() {
        assert_eq!(plain("a\nb c\u{a0}d\te", Words::Spaces), ["a\nb", "c\u{a0}d\te"]);
    }

    #[test]
    fn white_space_at_the_ends_goes_even_behind_punctuation() {
        assert_eq!(
            plain("\r\n\"one\",\n two \n- \0three\u{b}", Words::Spaces),
            ["one", "two", "three"]
        );
    }

    #[test]
    fn the_range_holds_what_was_deleted_inside_but_not_around() {
        let found = words("(well-known), \"a—b\"…", Words::Spaces);
        assert_eq!(
            found,
            [
                ("wellknown".into(), "well-known".into()),
                ("ab\"…".replace('"', ""), "a—b\"…".into())
            ]
        );
    }

    #[test]
    fn nothing_is_normalised() {
        assert_eq!(plain("e\u{301} it’s Up", Words::Spaces), ["e\u{301}", "it’s", "Up"]);
    }

    #[test]
    fn only_punctuation_gives_no_word() {
        assert!(plain(" - — !? , \n \"\" ", Words::Spaces).is_empty());
    }
}
