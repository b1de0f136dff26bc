//! Cleans text before it is split into words, and maps positions back to the original bytes.

use std::{borrow::Cow, ops::Range};

use icu_normalizer::ComposingNormalizerBorrowed;
use unicode_segmentation::UnicodeSegmentation;

use super::line_ends::{
    LineEnd, LineEnds, find_next_word, is_after_letter, is_hyphen, is_optional_hyphen,
};
use super::{class::is_alphanumeric, ideographs::count_words};
use crate::text::equal_letters::{is_stroke, replacement_of};
use base::visible::is_invisible;

const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();
const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();

#[derive(Debug)]
pub(in crate::text) struct Clean<'a> {
    composed: Layer<'a>,
    edited: Vec<ChangedPiece>,
}

impl Clean<'_> {
    pub(in crate::text) fn text(&self) -> &str {
        &self.composed.text
    }

    /// Returns the original range of the clean bytes `start..end`, which must not be empty. Includes removed characters
    /// inside, but not those around.
    pub(in crate::text) fn original_range(&self, start: usize, end: usize) -> Range<usize> {
        let range = original_range(&self.composed.pieces, start, end);
        original_range(&self.edited, range.start, range.end)
    }
}

/// Removes invisible characters and strokes, and replaces characters by [`replacement_of`]. Joins words broken by
/// hyphens at line ends, and lines of ideographs or kana. Composes by NFKC, except for characters that
/// [`resists_composition`] excludes.
///
/// A hyphen (`-` in any form, or U+00AD) is at a line end if only spaces, tabs and invisible characters follow on the
/// line. It joins if a letter precedes, a lower-case letter begins the next line with text, and
/// [`LineEnds::is_one_word`] finds one word. Then everything between the letters is removed. The whole result is NFC,
/// and its words are NFKC. Linear. Copies nothing if nothing changes.
pub(in crate::text) fn clean_text(text: &str) -> Clean<'_> {
    clean_part(text, &LineEnds::new(text))
}

pub(super) fn clean_part<'a>(text: &'a str, ends: &LineEnds<'_>) -> Clean<'a> {
    if is_clean(text) {
        let composed = Layer { text: Cow::Borrowed(text), pieces: Vec::new() };
        return Clean { composed, edited: Vec::new() };
    }
    let edited = edit_characters(text, ends);
    let composed = match &edited.text {
        Cow::Borrowed(text) => compose_text(text),
        Cow::Owned(text) => {
            let layer = compose_text(text);
            Layer { text: Cow::Owned(layer.text.into_owned()), pieces: layer.pieces }
        }
    };
    Clean { composed, edited: edited.pieces }
}

/// Returns a word without invisible characters, with `'` for all apostrophes, and composed (NFC).
pub(super) fn compose_word(written: &str) -> String {
    let visible = written.chars().filter(|&character| !is_invisible(character));
    let plain: String =
        visible.map(|it| replacement_of(it).filter(|read| *read == '\'').unwrap_or(it)).collect();
    NFC.normalize(&plain).into_owned()
}

/// Returns true if cleaning changes no word, because the text has only ASCII, ideographs, kana and their punctuation.
fn is_clean(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&first) = bytes.get(at) {
        let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or_default();
        at += match first {
            b'-' | b'`' | 0x02 | 0x1f => return false,
            b'\n' if find_ideographic_wrap(text, at).is_some() => return false,
            0..0x80 => 1,
            // U+4000 to U+9FFF.
            0xe4..=0xe9 => 3,
            // U+3000 to U+30FF, except marks for tone and voicing, and characters that are replaced.
            0xe3 => match (next(1), next(2)) {
                (0x80, 0xaa..=0xaf | 0xb6..=0xba) | (0x82, 0x99..=0x9c | 0x9f) | (0x83, 0xbf) => {
                    return false;
                }
                (0x80..=0x83, _) => 3,
                _ => return false,
            },
            // Dashes, quotation marks and the ellipsis.
            0xe2 if next(1) == 0x80 && matches!(next(2), 0x94 | 0x9c | 0x9d | 0xa6) => 3,
            // Wide signs. Those that may join count only if no ASCII digit or letter follows.
            0xef => match (next(1), next(2)) {
                (0xbc, 0x81..=0x86 | 0x88..=0x8b | 0x8f | 0x9c..=0xa0 | 0xbb..=0xbe)
                | (0xbd, 0x80 | 0x9b..=0xa5) => 3,
                (0xbc, 0x8c | 0x9a | 0x9b) if !next(3).is_ascii_alphanumeric() => 3,
                _ => return false,
            },
            _ => return false,
        };
    }
    true
}

#[derive(Debug)]
struct Layer<'a> {
    text: Cow<'a, str>,
    pieces: Vec<ChangedPiece>,
}

/// A piece of cleaned text with its original range. Original text between two ranges was removed.
#[derive(Debug, Clone, Copy)]
struct ChangedPiece {
    at: usize,
    from: usize,
    length: usize,
    /// True if the piece is unchanged, so that each byte has its own original position.
    copied: bool,
}

#[inline]
fn original_range(pieces: &[ChangedPiece], start: usize, end: usize) -> Range<usize> {
    if pieces.is_empty() {
        return start..end;
    }
    let find = |byte: usize| {
        let after = pieces.partition_point(|piece| piece.at <= byte);
        after.checked_sub(1).and_then(|index| pieces.get(index))
    };
    let last = end.saturating_sub(1);
    match (find(start), find(last)) {
        (Some(first), Some(second)) => {
            let from = if first.copied { first.from + (start - first.at) } else { first.from };
            let to = if second.copied {
                second.from + (end - second.at)
            } else {
                second.from + second.length
            };
            from..to
        }
        _ => start..end,
    }
}

struct Builder<'a> {
    source: &'a str,
    out: String,
    pieces: Vec<ChangedPiece>,
    done: usize,
}

impl<'a> Builder<'a> {
    const fn new(source: &'a str) -> Self {
        Self { source, out: String::new(), pieces: Vec::new(), done: 0 }
    }

    fn replace(&mut self, range: Range<usize>, replacement: &str) {
        if self.out.capacity() == 0 {
            self.out.reserve(self.source.len() + self.source.len() / 8);
        }
        self.copy_up_to(range.start);
        if !replacement.is_empty() {
            self.pieces.push(ChangedPiece {
                at: self.out.len(),
                from: range.start,
                length: range.len(),
                copied: false,
            });
            self.out.push_str(replacement);
        }
        self.done = range.end;
    }

    fn copy_up_to(&mut self, end: usize) {
        let stretch = self.source.get(self.done..end).unwrap_or_default();
        if !stretch.is_empty() {
            self.pieces.push(ChangedPiece {
                at: self.out.len(),
                from: self.done,
                length: stretch.len(),
                copied: true,
            });
            self.out.push_str(stretch);
        }
        self.done = end;
    }

    fn finish(mut self) -> Layer<'a> {
        if self.done == 0 {
            return Layer { text: Cow::Borrowed(self.source), pieces: Vec::new() };
        }
        self.copy_up_to(self.source.len());
        Layer { text: Cow::Owned(self.out), pieces: self.pieces }
    }
}

fn edit_characters<'a>(text: &'a str, ends: &LineEnds<'_>) -> Layer<'a> {
    let mut builder = Builder::new(text);
    let mut at = 0;
    // End of the last blanks and invisible characters that no line end follows. Their hyphens are skipped, because many
    // soft hyphens would take quadratic time.
    let mut barren = 0;
    while let Some(skipped) = text.as_bytes().iter().skip(at).position(|&byte| may_change(byte)) {
        at += skipped;
        let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let end = at + character.len_utf8();
        let mut next = end;
        if at >= barren && is_hyphen(character) {
            match find_next_word(text, end) {
                Ok(word) if is_after_letter(text, at) => {
                    if character == '\u{ad}'
                        || ends.is_one_word(LineEnd::around_break(text, at, word))
                    {
                        next = word;
                    }
                }
                Ok(word) => barren = word,
                Err(looked) => barren = looked,
            }
        }
        if character == '\n' {
            if let Some(wrap) = find_ideographic_wrap(text, at) {
                let from = wrap.start.max(builder.done);
                next = wrap.end;
                builder.replace(from..next, "");
            }
        } else if next > end
            || is_invisible(character)
            || is_stroke(character)
            || is_optional_hyphen(character) && is_between_letters(text, at..end)
        {
            builder.replace(at..next, "");
        } else if let Some(read) = replacement_of(character) {
            builder.replace(at..end, read.encode_utf8(&mut [0; 4]));
        }
        at = next;
    }
    builder.finish()
}

fn is_between_letters(text: &str, range: Range<usize>) -> bool {
    is_after_letter(text, range.start)
        && text.get(range.end..).is_some_and(|rest| rest.starts_with(char::is_alphabetic))
}

/// Returns true if a character with this first byte may change: a hyphen, apostrophe, stroke, radical or invisible
/// character. Most letters of most scripts have other first bytes.
const fn may_change(byte: u8) -> bool {
    matches!(
        byte,
        b'-' | b'`' | b'\n' | 0x02 | 0x1f | 0xc2 | 0xca | 0xcc | 0xcd | 0xd7 | 0xd8 | 0xe1
            ..=0xe3 | 0xef | 0xf0 | 0xf3
    )
}

/// Returns the line end at an offset with the blanks around it, if it only wraps a line of ideographs or kana. Such a
/// line end is between two of these characters. An empty line ends a paragraph, and an ideographic space begins one.
fn find_ideographic_wrap(text: &str, at: usize) -> Option<Range<usize>> {
    let blank = |character: char| matches!(character, ' ' | '\t' | '\r') || is_invisible(character);
    let before = text.get(..at)?.trim_end_matches(blank);
    let following = text.get(at + 1..)?.trim_start_matches(blank);
    (before.ends_with(is_unspaced) && following.starts_with(is_unspaced))
        .then(|| before.len()..text.len() - following.len())
}

const fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{2fd5}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}'
        | '\u{30fc}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9d}' | '\u{20000}'..='\u{3ffff}')
}

fn compose_text(text: &str) -> Layer<'_> {
    let mut builder = Builder::new(text);
    let mut rest = text;
    loop {
        let (_, tail) = NFKC.split_normalized(rest);
        let at = text.len() - tail.len();
        let Some(first) = tail.chars().next() else { break };
        let next = tail.get(first.len_utf8()..).and_then(|tail| tail.chars().next());
        // In most Chinese and Japanese text, wide signs separate words. This path saves a quarter of the instructions.
        if is_wide_sign(first) && next.is_none_or(|next| !may_be_mark(next)) {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            if let (Some(before), Some(next), Some(sign)) = (before, next, ascii_joiner(first))
                && may_be_joined(before)
                && may_be_joined(next)
            {
                builder.replace(at..at + first.len_utf8(), sign.encode_utf8(&mut [0; 4]));
            }
            rest = tail.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        let length = first_unit_length(tail);
        let (unit, following) = tail.split_at_checked(length).unwrap_or((tail, ""));
        let composed = if resists_composition(first, text.get(..at).unwrap_or_default(), following)
        {
            NFC.normalize(unit)
        } else {
            NFKC.normalize(unit)
        };
        if composed != unit {
            builder.replace(at..at + unit.len(), &composed);
        }
        rest = following;
    }
    builder.finish()
}

/// Returns the length of the first part to compose: a cluster, and following clusters that begin with Korean letters,
/// because they may form syllables.
fn first_unit_length(text: &str) -> usize {
    let is_jamo = |letter: char| matches!(letter, '\u{1160}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ffa1}'..='\u{ffdc}');
    let mut clusters = text.graphemes(true);
    let first = clusters.next().map_or(text.len(), str::len);
    first + clusters.take_while(|cluster| cluster.starts_with(is_jamo)).map(str::len).sum::<usize>()
}

/// Returns true if a character stays although NFKC would change it:
///
/// - A sign outside words, such as `™` or `№`, which would become letters of the previous word. The signs for words and
///   units of Asian text (`㎏`) are words themselves.
/// - A superscript digit, a fraction or a circled number beside a digit, which would form another number: `10²` would
///   become 102.
/// - A character that stands for several words, such as `ﷺ` or `㋀`. Each word needs its own position in the text.
fn resists_composition(character: char, before: &str, following: &str) -> bool {
    let mut letters = [0; 4];
    let alone = character.encode_utf8(&mut letters);
    let plain = NFKC.normalize(alone);
    if plain == NFC.normalize(alone) {
        return false;
    }
    if !is_alphanumeric(character) && !matches!(character, '\u{3300}'..='\u{33ff}') {
        return ascii_joiner(character).is_none();
    }
    let is_digit = |other: Option<char>| {
        other.is_some_and(|other| other.is_numeric() && !is_nondecimal_number(other))
    };
    is_nondecimal_number(character)
        && (is_digit(before.chars().next_back()) || is_digit(following.chars().next()))
        || plain.chars().nth(1).is_some() && count_words(&plain) > 1
}

fn is_nondecimal_number(character: char) -> bool {
    let decimal = matches!(character, '0'..='9' | '\u{ff10}'..='\u{ff19}' | '\u{1d7ce}'..='\u{1d7ff}' | '\u{1fbf0}'..='\u{1fbf9}');
    character.is_numeric() && !decimal && !NFKC.is_normalized(character.encode_utf8(&mut [0; 4]))
}

/// Returns the ASCII form of a wide or small sign, if that form joins two letters or two digits.
fn ascii_joiner(character: char) -> Option<char> {
    Some(match character {
        '\u{ff07}' => '\'',
        '\u{ff0c}' | '\u{fe50}' => ',',
        '\u{ff0e}' | '\u{fe52}' | '\u{2024}' => '.',
        '\u{ff1a}' | '\u{fe55}' => ':',
        '\u{ff1b}' | '\u{fe54}' => ';',
        '\u{ff3f}' => '_',
        _ => return None,
    })
}

/// Returns true if a sign may join this character to another. Ideographs and kana are words of their own.
fn may_be_joined(character: char) -> bool {
    is_alphanumeric(character)
        && !matches!(character, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

fn is_wide_sign(character: char) -> bool {
    matches!(character, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

fn may_be_mark(character: char) -> bool {
    !character.is_ascii()
        && !matches!(character, '\u{3001}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{4e00}'..='\u{9fff}' | '\u{ff01}'..='\u{ff9d}')
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::{
        LineEnds, NFC, NFKC, clean_text, compose_text, count_words, edit_characters, is_hyphen,
        is_stroke, replacement_of, resists_composition,
    };
    use base::visible::is_invisible;

    /// Characters that compose, reorder, decompose and join, over many scripts.
    fn mixed() -> impl Strategy<Value = String> {
        let marks = "[\u{300}-\u{36f}\u{591}-\u{5bd}\u{93c}\u{9be}\u{b3e}\u{bd7}\u{dca}\u{102e}\u{1039}\u{3099}\u{309a}]";
        let letters = "[a-zA-Zа-яёά-ώ\u{915}-\u{939}\u{958}-\u{95f}\u{9c7}\u{b47}\u{bc6}\u{dd9}\u{1025}か-ほ\u{ac00}-\u{ac1c}\u{2126}\u{212b}\u{f900}-\u{f90f}]";
        let jamo = "[\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a7}-\u{11c2}]";
        let forms = "[ﬀ-ﬆａ-ｚ０-９ｦ-ﾟㄱ-ㅎㅏ-ㅣㄳﾡ-ﾾￂ-ￇĳŀſǆǈªºℓ𝐀-𝐅ﻼﷲ]";
        let other = "[ '’\u{ad}\u{200b}\u{200d}\u{600}\r\n\u{1f1e6}-\u{1f1ff}-]";
        proptest::collection::vec(prop_oneof![marks, letters, jamo, forms, other], 0..20)
            .prop_map(|parts| parts.concat())
    }

    #[test]
    fn nothing_is_copied_when_nothing_changes() {
        for text in ["plain words - here\n", "Всё уже составлено", "日本語", ""]
        {
            assert!(matches!(clean_text(text).composed.text, Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn every_character_that_changes_is_looked_at() {
        let changes = |it: &char| {
            is_invisible(*it) || is_stroke(*it) || is_hyphen(*it) || replacement_of(*it).is_some()
        };
        for character in ('\0'..=char::MAX).filter(changes) {
            assert!(super::may_change(character.to_string().as_bytes()[0]), "{character:?}");
        }
    }

    #[test]
    fn what_is_called_clean_never_changes() {
        for character in ('\0'..=char::MAX).filter(|&it| super::is_clean(&it.to_string())) {
            for text in [format!("{character}\n"), format!("a {character}b")] {
                let longer = edit_characters(&text, &LineEnds::new(&text));
                assert!(matches!(longer.text, Cow::Borrowed(_)), "{text:?}");
            }
            for text in
                [format!("a か{character}"), format!("5{character}か"), format!("{character}5")]
            {
                assert!(matches!(compose_text(&text).text, Cow::Borrowed(_)), "{text:?}");
            }
        }
        assert!(super::is_clean("日本語、かな。"));
    }

    #[test]
    fn a_character_becomes_what_it_stands_for() {
        for (text, plain) in [
            ("ﬁsh oﬃce", "fish office"),
            ("Ｆｕｌｌ １２．５", "Full 12.5"),
            ("ｶﾞｲﾄﾞ", "ガイド"),
            ("H₂O, m², 5㎏, ①", "H2O, m2, 5kg, 1"),
            ("ĳs coŀlegi ſo", "ijs col·legi so"),
            ("가ㄳ ㅎㅏ", "갃 하"),
            ("don＇t a：b foo＿bar", "don't a:b foo_bar"),
            ("Ⅷ. 𝐁old", "VIII. Bold"),
            ("ﻼ", "لا"),
        ] {
            assert_eq!(clean_text(text).text(), plain);
        }
    }

    #[test]
    fn a_character_stays_that_would_change_the_words_around_it() {
        for text in ["Java™", "№5", "20℃", "10²", "2½", "①2024", "ﷺ", "x ㋀ y", "“a…b”", "，、！"]
        {
            assert_eq!(clean_text(text).text(), text);
        }
    }

    #[test]
    fn no_character_is_more_words_than_one() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let plain = NFKC.normalize(&text);
            if plain != text && NFC.normalize(&text) == text {
                assert!(
                    resists_composition(character, "", "") || count_words(&plain) <= 1,
                    "{character:?}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn the_result_is_composed_as_a_whole(text in mixed()) {
            let cleaned = clean_text(&text);
            prop_assert!(NFC.is_normalized(cleaned.text()), "{:?}", cleaned.text());
            prop_assert!(!cleaned.text().chars().any(is_invisible));
        }

        #[test]
        fn without_anything_to_edit_it_is_plain_nfkc(text in mixed()) {
            let text: String =
                text.chars().filter(|&c| !is_invisible(c) && !is_stroke(c) && !"’-\n".contains(c)).collect();
            let cleaned = clean_text(&text);
            let whole = NFKC.normalize(&text);
            prop_assert_eq!(cleaned.text(), whole.as_ref());
        }

        #[test]
        fn cleaning_twice_changes_nothing_more(text in "[a-zа-я ’\u{ad}\u{301}-]{0,30}") {
            let once = clean_text(&text).text().to_string();
            let twice = clean_text(&once).text().to_string();
            prop_assert_eq!(&twice, &once);
        }

        #[test]
        fn every_character_leads_to_text_that_makes_it(text in mixed()) {
            let cleaned = clean_text(&text);
            for (start, character) in cleaned.text().char_indices() {
                let range = cleaned.original_range(start, start + character.len_utf8());
                let under = text.get(range).unwrap();
                prop_assert!(clean_text(under).text().contains(character), "{character:?} from {under:?}");
            }
        }
    }
}
