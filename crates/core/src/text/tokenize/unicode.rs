//! Splits text by UAX #29, and scripts without spaces by dictionary. Simple parts of a text use the tables of
//! [`plain`]. Others use ICU's segmenter on the cleaned text, which is slow but complete.

use super::class::{Class, classify, is_alphanumeric};
use super::line_ends::{LineEnds, is_hyphen};
use super::plain::{self, is_blank};
use super::{clean::clean_part, ideographs::for_each_word};
use crate::text::{confusables::mixes_scripts, equal_letters::is_struck};
use base::{span::Span, visible::is_invisible};

/// Emits the words of [`tokenize_by_icu`], with the faster [`plain::scan_words`] between obstacles, and returns the
/// number of disguised words.
pub(super) fn tokenize(text: &str, emit: &mut impl FnMut(Span, &str)) -> u32 {
    let (mut at, mut mixed) = (0, 0);
    let ends = LineEnds::new(text);
    while let Some(obstacle) = plain::scan_words(text, at, &mut mixed, emit) {
        at = end_of_segmenter_span(text, obstacle.at);
        let stretch = text.get(obstacle.boundary..at).unwrap_or_default();
        mixed += tokenize_by_icu(stretch, obstacle.boundary, &ends, emit);
    }
    mixed
}

/// Returns the end of the span around the obstacle at `from`: a blank that neither cleaning nor a word crosses. No
/// other obstacle may follow directly.
fn end_of_segmenter_span(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from + 1;
    while let Some(skipped) = bytes.iter().skip(at).position(|&byte| is_blank(byte)) {
        let blank = at + skipped;
        at = blank + bytes.iter().skip(blank).take_while(|&&byte| is_blank(byte)).count();
        let before = text.get(..blank).and_then(|text| text.chars().next_back());
        if before.is_some_and(separates_words)
            && classify(bytes, at).is_none_or(|(class, _)| class != Class::Unknown)
        {
            return blank;
        }
    }
    text.len()
}

/// Returns false if the character may combine with a blank after it, be removed, or join as a hyphen. Some letters of
/// rare scripts combine with blanks.
fn separates_words(character: char) -> bool {
    if character.is_ascii() {
        return !is_hyphen(character);
    }
    !is_invisible(character)
        && !is_hyphen(character)
        && match u32::from(character) {
            0xff0d => false,
            0x300..=0x36f | 0x2012..=0x2027 | 0x3001..=0x303f | 0xff01..=0xff65 => true,
            code => is_alphanumeric(character) && code < 0x1_1000 && code != 0xd4e,
        }
}

/// Emits the segments of the cleaned text that contain a letter or digit. Spans count from `offset`; `ends` classifies
/// hyphens at line ends. Returns the number of disguised words.
///
/// Does not use ICU's own type of segments, because it rejects words that end in a combining mark.
pub(super) fn tokenize_by_icu(
    text: &str,
    offset: usize,
    ends: &LineEnds<'_>,
    emit: &mut impl FnMut(Span, &str),
) -> u32 {
    let cleaned = clean_part(text, ends);
    let (mut last, mut mixed) = (0, 0);
    // The loop calls `emit` at one place, so that the compiler inlines it.
    let mut found = Vec::new();
    for_each_word(cleaned.text(), |word| found.push(word));
    for word in found {
        let range = cleaned.original_range(word.start, word.end);
        // If two words come from one composed cluster, the second word gets the rest of the cluster.
        let from = range.start.max(last);
        if from < range.end {
            let is_longer = range.end - from > word.len();
            let word = cleaned.text().get(word).unwrap_or_default();
            let is_struck = is_longer && text.get(from..range.end).is_some_and(is_struck);
            mixed += u32::from(is_struck || mixes_scripts(word));
            emit(crate::text::tokenize::span(offset + from, offset + range.end), word);
            last = range.end;
        }
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::{super::Words, super::tests::plain, super::tests::words};

    fn pairs(text: &str) -> Vec<(String, String)> {
        words(text, Words::Unicode)
    }

    #[test]
    fn words_are_those_of_unicode() {
        for (text, expected) in [
            (
                "Don’t panic: 3.14 (or so), \"e-mail\" — …",
                &["Don't", "panic", "3.14", "or", "so", "e", "mail"][..],
            ),
            ("Текст для сравнения номер два", &["Текст", "для", "сравнения", "номер", "два"]),
            ("ภาษาไทยสวยงาม", &["ภาษา", "ไทย", "สวยงาม"]),
            ("हिन्दी नमस्ते दुनिया", &["हिन्दी", "नमस्ते", "दुनिया"]),
        ] {
            assert_eq!(plain(text, Words::Unicode), expected);
        }
        assert_eq!(plain("العَرَبِيَّةُ لغة", Words::Unicode).len(), 2);
        let chinese = plain("人人生而自由，在尊严和权利上一律平等。", Words::Unicode);
        assert!(chinese.contains(&"自由".to_string()) && chinese.contains(&"权利".to_string()));
        assert!(chinese.iter().all(|word| word.chars().count() <= 4));
    }

    #[test]
    fn a_word_is_composed_and_its_range_is_tight() {
        for (text, expected) in [
            ("un cafe\u{301} noir", &[("un", "un"), ("café", "cafe\u{301}"), ("noir", "noir")][..]),
            (
                "\u{feff}se\u{200b}cr\u{ad}et\u{200d} \u{2060}word\u{200b}",
                &[("secret", "se\u{200b}cr\u{ad}et"), ("word", "word")],
            ),
            ("e\u{200b}\u{301}", &[("é", "e\u{200b}\u{301}")]),
        ] {
            let expected = expected.iter().map(|(word, range)| ((*word).into(), (*range).into()));
            assert_eq!(pairs(text), expected.collect::<Vec<(String, String)>>());
        }
    }

    #[test]
    fn characters_that_stand_for_others_are_read_as_these() {
        assert_eq!(plain("14\u{202f}days, non\u{202f}!", Words::Unicode), ["14", "days", "non"]);
        for apostrophe in "'’‘‛ʼʻʹ′´`".chars() {
            let written = format!("п{apostrophe}ять");
            assert_eq!(pairs(&format!("{written}{apostrophe}")), [("п'ять".to_string(), written)]);
        }
        assert_eq!(plain("צה״ל ג׳ירפה", Words::Unicode), plain("צה\"ל ג'ירפה", Words::Unicode));
        assert_eq!(plain("⽣⽇⻓⼤", Words::Unicode), plain("生日长大", Words::Unicode));
        assert_eq!(plain("⽣\n⽇", Words::Unicode), ["生日"]);
        assert_eq!(pairs("⽣⽇")[0].1, "⽣⽇");
    }

    #[test]
    fn struck_letters_are_the_letters_and_are_counted() {
        for mark in ['\u{336}', '\u{332}', '\u{305}', '\u{20dd}'] {
            let struck: String = "plain".chars().flat_map(|letter| [letter, mark]).collect();
            let mut found = Vec::new();
            let text = format!("x{mark} {struck} word");
            let disguised =
                super::tokenize(&text, &mut |_, word: &str| found.push(word.to_string()));
            assert_eq!(found, ["x", "plain", "word"], "{mark:?}");
            assert_eq!(disguised, 1);
        }
    }

    #[test]
    fn a_word_broken_at_a_line_end_is_joined() {
        let broken = "exam-\nple|exam- \r\n\t ple|exam\u{2010}\nple|exam\u{ad}\nple|exam\u{ad}ple|exam-\r\n\r\nple|\
            exam-\n\u{c}\nple|exam\u{2}\nple|exam\u{1f}\nple|exam\u{2e17}\nple|exam¬\nple|exam¬ple|ex‧am‧ple";
        for broken in broken.split('|') {
            let found = pairs(&format!("an {broken} here"));
            assert_eq!(found[1], ("example".to_string(), broken.to_string()));
            assert_eq!(found.len(), 3);
        }
        let joined = plain("при-\nмер, cafe\u{301}-\nteria", Words::Unicode);
        assert_eq!(joined, ["пример", "caféteria"]);
    }

    #[test]
    fn lines_of_ideographs_and_kana_are_one_until_an_empty_line() {
        let text = "人人生而自由在尊严和权利上一律平等";
        let whole = plain(text, Words::Unicode);
        let letters: Vec<char> = text.chars().collect();
        for at in 1..letters.len() {
            for end in ["\n", " \r\n\t", "\u{200b}\n "] {
                let (head, tail) = letters.split_at(at);
                let wrapped =
                    format!("{}{end}{}", String::from_iter(head), String::from_iter(tail));
                assert_eq!(plain(&wrapped, Words::Unicode), whole, "{wrapped:?}");
            }
        }
        for end in ["\n\n", "\n\u{3000}", "。\n", "\na"] {
            let found = pairs(&format!("东{end}京"));
            assert!(found.iter().all(|(word, _)| word != "东京"), "{end:?} {found:?}");
        }
        assert_eq!(pairs("东\n京"), [("东京".to_string(), "东\n京".to_string())]);
        assert_eq!(plain("カタ\nカナ", Words::Unicode), ["カタカナ"]);
    }

    #[test]
    fn other_hyphens_join_nothing() {
        for (text, expected) in [
            ("Anglo-\nSaxon", ["Anglo", "Saxon"]),
            ("well-known", ["well", "known"]),
            ("page 1-\nfirst", ["1", "first"]),
            ("one -\ntwo", ["one", "two"]),
            ("End-\n\nNew", ["End", "New"]),
            ("not ¬a ‧b", ["a", "b"]),
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
        for (text, words) in [
            ("e\u{301} ", 1 << 18),
            ("x-\ny ", 1 << 18),
            ("a,e\u{301},", 1 << 19),
            ("- \u{ad}", 0),
            ("-                        ", 0),
            ("1-                    \n", 1 << 18),
            ("                    \u{301}", 0),
            ("_", 0),
            ("’", 0),
            ("a’", 1),
            ("。", 0),
        ] {
            let found = plain(&text.repeat(1 << 18), Words::Unicode);
            assert_eq!(found.len(), words, "a flood of {text:?}");
        }
    }
}
