//! Finds the words of simple text by tables. Stops at any character that needs cleaning or special rules; `unicode`
//! handles these.

use super::class::{Class, classify, is_ascii_break, is_ascii_mid};
use super::span;
use crate::text::{confusables::mixes_scripts, equal_letters::replacement_of};
use base::span::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Obstacle {
    /// Last word boundary before the obstacle. Cleaning never reads text before this boundary.
    pub(super) boundary: usize,
    pub(super) at: usize,
}

/// Emits the words from `from` on, which must be a boundary, until the first obstacle. Adds the number of words that
/// mix scripts to `mixed`.
pub(super) fn scan_words(
    text: &str,
    from: usize,
    mixed: &mut u32,
    emit: &mut impl FnMut(Span, &str),
) -> Option<Obstacle> {
    let bytes = text.as_bytes();
    let mut at = from;
    // Start of the character before `at`, with which an obstacle may combine.
    let mut before = at;
    let mut changed = String::new();
    let mut block = Block { start: from.wrapping_sub(BLOCK), words: 0 };
    while let Some(&first) = bytes.get(at) {
        // Fast path for the most frequent words: one script, followed by an ASCII separator, comma or full stop.
        let end = if first.is_ascii_alphabetic() {
            block.skip_ascii(bytes, at)
        } else if is_cyrillic(first) {
            skip_cyrillic(bytes, at)
        } else {
            at
        };
        if end > at {
            let gap = separator_length(bytes, end);
            if gap > 0 {
                if let Some(word) = text.get(at..end) {
                    emit(span(at, end), word);
                }
                (before, at) = (end + gap - 1, end + gap);
                continue;
            }
        } else {
            let (class, length) = classify(bytes, at)?;
            let is_obstacle = match class {
                Class::Unknown => true,
                Class::Hyphen => may_hyphen_join_words(bytes, at + 1),
                _ => false,
            };
            if is_obstacle {
                // A mark combines with all spaces before it.
                while before > from && bytes[before] == b' ' && bytes[before - 1] == b' ' {
                    before -= 1;
                }
                return Some(Obstacle { boundary: before, at });
            }
            if !matches!(class, Class::Letter | Class::Digit | Class::Join) {
                (before, at) = (at, at + length);
                continue;
            }
        }
        let word = read_word(bytes, end);
        if let Some(obstacle) = word.obstacle {
            return Some(Obstacle { boundary: at, at: obstacle });
        }
        if let Some(found) = text.get(at..word.end)
            && (first != b'_' || found.bytes().any(|byte| byte != b'_'))
        {
            let span = span(at, word.end);
            *mixed += u32::from(mixes_scripts(found));
            if word.apostrophe {
                changed.clear();
                changed.extend(
                    found.chars().map(|character| replacement_of(character).unwrap_or(character)),
                );
                emit(span, &changed);
            } else {
                emit(span, found);
            }
        }
        (before, at) = (word.end, word.next);
    }
    None
}

/// Returns the number of ASCII characters that certainly end the word: a separator, perhaps after a joining character
/// such as a comma. 0 if uncertain.
#[inline]
fn separator_length(bytes: &[u8], end: usize) -> usize {
    let is_break = |at: usize| bytes.get(at).is_some_and(|&byte| is_ascii_break(byte));
    if is_break(end) {
        1
    } else if bytes.get(end).is_some_and(|&byte| is_ascii_mid(byte)) && is_break(end + 1) {
        2
    } else {
        0
    }
}

struct PlainWord {
    end: usize,
    next: usize,
    /// Offset of a character that may belong to the word or change it.
    obstacle: Option<usize>,
    apostrophe: bool,
}

#[inline]
fn read_word(bytes: &[u8], mut end: usize) -> PlainWord {
    let mut apostrophe = false;
    loop {
        end = skip_ascii(bytes, end);
        let Some(&byte) = bytes.get(end) else { break };
        if is_cyrillic(byte) {
            end = skip_cyrillic(bytes, end);
            continue;
        }
        let Some((class_here, length)) = classify(bytes, end) else { break };
        match class_here {
            Class::Letter | Class::Digit | Class::Join => end += length,
            Class::Break => {
                return PlainWord { end, next: end + length, obstacle: None, apostrophe };
            }
            Class::Unknown => return PlainWord { end, next: end, obstacle: Some(end), apostrophe },
            Class::Hyphen => {
                let obstacle = may_hyphen_join_words(bytes, end + 1).then_some(end);
                return PlainWord { end, next: end + 1, obstacle, apostrophe };
            }
            Class::MidLetter | Class::MidNumber | Class::MidBoth | Class::Apostrophe => {
                let after = end + length;
                // The tables contain no digits beyond ASCII, so every such byte belongs to a letter.
                let last = bytes[end - 1];
                let is_joining = match classify(bytes, after) {
                    Some((Class::Letter, _)) => {
                        class_here != Class::MidNumber && last != b'_' && !last.is_ascii_digit()
                    }
                    Some((Class::Digit, _)) => {
                        class_here != Class::MidLetter && last.is_ascii_digit()
                    }
                    Some((Class::Unknown, _)) => {
                        return PlainWord { end, next: end, obstacle: Some(after), apostrophe };
                    }
                    _ => false,
                };
                if !is_joining {
                    return PlainWord { end, next: after, obstacle: None, apostrophe };
                }
                end = after;
                apostrophe |= class_here == Class::Apostrophe;
            }
        }
    }
    PlainWord { end, next: end, obstacle: None, apostrophe }
}

pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

/// Returns true for the first byte of U+0400 to U+047F, which are all letters.
const fn is_cyrillic(byte: u8) -> bool {
    byte & 0xfe == 0xd0
}

/// Returns the end of the letters U+0400 to U+047F at `at`, at least one, four at a time while eight bytes remain.
#[inline]
fn skip_cyrillic(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let others = (u64::from_le_bytes(*eight) & 0x00fe_00fe_00fe_00fe) ^ 0x00d0_00d0_00d0_00d0;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 16 * 2;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| is_cyrillic(byte)) {
        at += 2;
    }
    at
}

/// Returns the end of the ASCII letters and digits at `at`.
#[inline]
fn skip_ascii(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

const BLOCK: usize = 64;

/// A bit for each byte from `start` on: set for ASCII letters and digits.
struct Block {
    start: usize,
    words: u64,
}

impl Block {
    /// Like [`skip_ascii`], but classifies the bytes of about ten words at once, which saves half of the instructions.
    #[inline]
    fn skip_ascii(&mut self, bytes: &[u8], at: usize) -> usize {
        let offset = at.wrapping_sub(self.start);
        if offset < BLOCK {
            let length = (!(self.words >> offset)).trailing_zeros() as usize;
            if offset + length < BLOCK {
                return at + length;
            }
        }
        self.skip_from(bytes, at)
    }

    #[inline(never)]
    fn skip_from(&mut self, bytes: &[u8], at: usize) -> usize {
        let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>) else {
            return skip_ascii(bytes, at);
        };
        let mut flags = [0; BLOCK];
        for (flag, byte) in flags.iter_mut().zip(block) {
            let is_letter = (byte | 0x20).wrapping_sub(b'a') < 26;
            *flag = u8::from(is_letter) | u8::from(byte.wrapping_sub(b'0') < 10);
        }
        self.start = at;
        self.words = 0;
        for (place, eight) in flags.as_chunks().0.iter().enumerate() {
            // The multiplication collects the eight bits in the highest byte.
            let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            self.words |= bits << (place * 8);
        }
        match (!self.words).trailing_zeros() as usize {
            BLOCK => skip_ascii(bytes, at + BLOCK),
            length => at + length,
        }
    }
}

/// Returns true if a hyphen that ends before `at` may join the words around it.
///
/// Takes linear time for a whole text, because it reads only blanks that no other hyphen reads again.
fn may_hyphen_join_words(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
    let (blanks, next) = rest.split_at(blanks);
    // An invisible character may precede the line end.
    classify(next, 0).is_some_and(|(class, _)| class == Class::Unknown)
        || blanks.contains(&b'\n')
            && next.first().is_some_and(|byte| byte.is_ascii_lowercase() || !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::line_ends::LineEnds, super::unicode, scan_words};
    use base::span::Span;

    /// Words, and the number that mix scripts.
    type Found = (Vec<(Span, String)>, u32);

    fn fast(text: &str) -> Found {
        let mut found = Vec::new();
        let mixed = unicode::tokenize(text, &mut |span, word: &str| {
            found.push((span, word.to_string()));
        });
        (found, mixed)
    }

    fn slow(text: &str) -> Found {
        let mut found = Vec::new();
        let mixed = unicode::tokenize_by_icu(text, 0, &LineEnds::new(text), &mut |span, word| {
            found.push((span, word.to_string()));
        });
        (found, mixed)
    }

    /// One or two characters of every ASCII class, and the blanks.
    const ASCII: [char; 20] = [
        'a', 'Z', '0', '9', '_', ':', ',', ';', '.', '\'', '"', '-', ' ', '\t', '\n', '\r', '\0',
        '@', '\u{b}', '`',
    ];

    /// The most frequent characters beyond ASCII, and those that the tables leave to ICU.
    const BEYOND: [char; 44] = [
        'é', 'ß', 'я', 'Ё', 'ω', 'µ', '’', '‘', '“', '—', '…', '\u{a0}', '«', '·', '²', '½', '€',
        '†', '\u{301}', '\u{338}', '\u{ad}', '\u{200b}', '\u{200d}', '\u{2010}', '\u{202f}',
        '\u{600}', 'א', '漢', 'か', 'カ', 'ไ', '🇩', '👩', '\u{387}', 'ﬁ', 'ª', 'Ａ', '，', '．',
        'ﾞ', 'ŀ', '①', '™', '\u{ff0d}',
    ];

    #[test]
    fn every_five_characters_of_ascii_give_icus_words() {
        let mut text = String::new();
        for number in 0..ASCII.len().pow(4) {
            text.clear();
            let digits = (0..4).map(|place| ASCII[number / ASCII.len().pow(place) % ASCII.len()]);
            text.extend(digits.chain(['b']));
            assert_eq!(fast(&text), slow(&text), "{text:?}");
        }
    }

    #[test]
    fn every_three_characters_of_all_kinds_give_icus_words() {
        let all: Vec<char> = ASCII.into_iter().chain(BEYOND).collect();
        let mut text = String::new();
        for number in 0..all.len().pow(3) {
            for around in ["a", "1", " "] {
                text.clear();
                text.push_str(around);
                text.extend((0..3).map(|place| all[number / all.len().pow(place) % all.len()]));
                text.push_str(around);
                assert_eq!(fast(&text), slow(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn every_character_of_the_tables_gives_icus_words() {
        for character in ('\0'..'\u{530}').chain('\u{2000}'..'\u{2200}') {
            for around in ["a", "1", " ", "é", ".", "_", "я", "’"] {
                for text in [
                    format!("{around}{character}{around} b"),
                    format!("x{around}{character}b"),
                    format!("x{around}{character}1"),
                    format!("x{character}{around}\u{301}"),
                    format!("x-\n{character}{around}"),
                    format!("x{character}-\nb{around}"),
                ] {
                    assert_eq!(fast(&text), slow(&text), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn ordinary_text_of_latin_greek_and_cyrillic_meets_no_obstacle() {
        for text in [
            "It's 3.14 \"or so\": see a_b, e-mail -\nThe end…",
            "L’été «déjà» — peut-être, cœur, œuvre",
            "Größe, Straße; „gut“ ¿qué?",
            "Ёлка — это «ель», №5 в доме",
            "Η γρήγορη αλεπού",
        ] {
            assert_eq!(scan_words(text, 0, &mut 0, &mut |_, _| ()), None, "{text}");
        }
    }

    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            8 => "[a-zA-Z]{1,9}",
            3 => "[0-9]{1,4}",
            4 => proptest::sample::select(&ASCII[..]).prop_map(String::from),
            6 => Just(" ".to_string()),
            2 => "[-'’._:,;]",
            2 => "-[ \t\u{ad}\u{200b}]{0,2}(\r\n|\n)[ \t\u{ad}]{0,2}[a-zA-Zя]",
            2 => "(ab|ab-cd|ab-\ncd|abcd|cd)[ ,]?",
            2 => "[漢字か]\r?\n[ \u{3000}]?[漢字か]",
            4 => proptest::sample::select(&BEYOND[..]).prop_map(String::from),
            4 => "[а-яА-ЯёЁ]{1,6}",
            2 => "[à-öø-ÿœŁłα-ωά-ώ]{1,4}",
            1 => "[\u{300}-\u{304}\u{338}\u{34f}\u{483}\u{730}\u{93e}]{1,2}",
            1 => "[漢字日本語人生自由ひらカタ]{1,6}",
            1 => "[ก-ฮะ-ู]{1,6}",
            1 => "[\u{ac00}-\u{ac20}\u{1100}\u{1161}\u{11a8}\u{5d0}-\u{5ea}\u{627}-\u{63a}\u{915}-\u{939}]{1,4}",
            1 => "[🇦-🇿😀👩\u{200d}\u{fe0f}\u{1f3fb}]{1,3}",
            1 => any::<char>().prop_map(String::from),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40_000))]

        #[test]
        fn any_text_gives_icus_words(text in text()) {
            prop_assert_eq!(fast(&text), slow(&text), "{:?}", text);
        }
    }
}
