//! Words by UAX #29, unsegmented scripts by dictionary. It cleans the text first and drops no word.

use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::clean::clean;
use crate::base::span::Span;

static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// The segments of the cleaned text that hold a letter or digit.
///
/// ICU's own judgement of what is a word is not asked: it refuses words that end in a combining mark.
pub(super) fn tokenize(text: &str, emit: &mut dyn FnMut(Span, &str)) {
    let cleaned = clean(text);
    let mut start = 0;
    let mut last = 0;
    for end in SEGMENTER.segment_str(cleaned.text()) {
        if let Some(word) = cleaned.text().get(start..end)
            && word.chars().any(char::is_alphanumeric)
        {
            let range = cleaned.range(start, end);
            // Two words can come from one composed cluster; the second then keeps what the first left of it.
            let from = range.start.max(last);
            if from < range.end {
                emit(super::span(from, range.end), word);
                last = range.end;
            }
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Words;
    use super::super::tests::{plain, words};

    fn pairs(text: &str) -> Vec<(String, String)> {
        words(text, Words::Unicode)
    }

    #[test]
    fn punctuation_separates_and_goes() {
        assert_eq!(
            plain("Don’t panic: 3.14 (or so), \"e-mail\" — …", Words::Unicode),
            ["Don't", "panic", "3.14", "or", "so", "e", "mail"]
        );
        assert_eq!(
            plain("Текст для сравнения номер два", Words::Unicode),
            ["Текст", "для", "сравнения", "номер", "два"]
        );
    }

    #[test]
    fn unsegmented_scripts_are_cut_by_dictionary() {
        assert_eq!(plain("ภาษาไทยสวยงาม", Words::Unicode), ["ภาษา", "ไทย", "สวยงาม"]);
        let chinese = plain("人人生而自由，在尊严和权利上一律平等。", Words::Unicode);
        assert!(chinese.contains(&"自由".to_string()) && chinese.contains(&"权利".to_string()));
        assert!(chinese.iter().all(|word| word.chars().count() <= 4));
    }

    #[test]
    fn words_that_end_in_a_combining_mark_are_words() {
        assert_eq!(plain("हिन्दी नमस्ते दुनिया", Words::Unicode), ["हिन्दी", "नमस्ते", "दुनिया"]);
        assert_eq!(plain("العَرَبِيَّةُ لغة", Words::Unicode).len(), 2);
    }

    #[test]
    fn a_decomposed_word_is_composed_and_its_range_is_tight() {
        let found = pairs("un cafe\u{301} noir");
        assert_eq!(found[1], ("café".to_string(), "cafe\u{301}".to_string()));
        assert_eq!(found[2], ("noir".to_string(), "noir".to_string()));
    }

    #[test]
    fn invisible_characters_lie_within_the_range_but_not_at_its_ends() {
        let found = pairs("\u{feff}se\u{200b}cr\u{ad}et\u{200d} \u{2060}word\u{200b}");
        assert_eq!(
            found,
            [
                ("secret".to_string(), "se\u{200b}cr\u{ad}et".to_string()),
                ("word".to_string(), "word".to_string()),
            ]
        );
    }

    #[test]
    fn an_accent_behind_an_invisible_character_is_composed_too() {
        assert_eq!(pairs("e\u{200b}\u{301}"), [("é".to_string(), "e\u{200b}\u{301}".to_string())]);
    }

    #[test]
    fn a_word_broken_at_a_line_end_is_joined() {
        for broken in [
            "exam-\nple",
            "exam- \r\n\t ple",
            "exam\u{2010}\nple",
            "exam\u{ad}\nple",
            "exam\u{ad}ple",
        ] {
            let found = pairs(&format!("an {broken} here"));
            assert_eq!(found[1], ("example".to_string(), broken.to_string()));
            assert_eq!(found.len(), 3);
        }
        assert_eq!(
            plain("при-\nмер, cafe\u{301}-\nteria", Words::Unicode),
            ["пример", "caféteria"]
        );
    }

    #[test]
    fn other_hyphens_join_nothing() {
        for (text, expected) in [
            ("Anglo-\nSaxon", ["Anglo", "Saxon"]),
            ("well-known", ["well", "known"]),
            ("page 1-\nfirst", ["1", "first"]),
            ("one -\ntwo", ["one", "two"]),
            ("end-\n\nnew", ["end", "new"]),
        ] {
            let found = plain(text, Words::Unicode);
            assert!(found.ends_with(&expected.map(str::to_string)), "{text}: {found:?}");
        }
    }

    #[test]
    fn floods_are_one_word_or_none_and_take_no_time() {
        let long = "a".repeat(2 << 20);
        assert_eq!(plain(&long, Words::Unicode), [long]);
        assert!(plain(&"\u{301}".repeat(1 << 20), Words::Unicode).is_empty());
        assert!(plain(&"-\n".repeat(1 << 19), Words::Unicode).is_empty());
        assert_eq!(plain(&format!("a{}", "\u{ad}".repeat(1 << 19)), Words::Unicode), ["a"]);
        assert_eq!(plain(&"a-\n".repeat(1 << 18), Words::Unicode).len(), 1);
    }
}
