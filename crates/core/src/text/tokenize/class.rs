use std::sync::atomic::{AtomicU8, Ordering};

use Class::{
    Apostrophe, Break, Digit, Hyphen, Join, Letter, MidBoth, MidLetter, MidNumber, Unknown,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Letter,
    Digit,
    /// `_` and similar characters, which join letters and digits but are no word alone.
    Join,
    /// A character that continues a word between two letters.
    MidLetter,
    /// A character that continues a word between two digits.
    MidNumber,
    /// A character that joins two letters or two digits.
    MidBoth,
    /// An apostrophe such as `’`, which becomes `'`. Joins two letters or two digits.
    Apostrophe,
    Break,
    /// `-`, or a control character used in its place. Ends a word, except perhaps at a line end.
    Hyphen,
    /// Any other character, which may compose, be removed, or have special rules.
    Unknown,
}

static ASCII: [Class; 128] = ascii_classes();

/// Classes of the characters with two bytes of UTF-8, up to the end of Cyrillic.
static TWO_BYTES: [Class; TWO_BYTES_END] = two_byte_classes();
const TWO_BYTES_END: usize = 0x530;

/// Letters from U+0080 to U+0530 that no normalisation changes, and that never combine with characters before them.
#[rustfmt::skip]
const LETTERS: [(usize, usize); 28] = [
    (0xc0, 0xd6), (0xd8, 0xf6), (0xf8, 0x131), (0x134, 0x13e), (0x141, 0x148), (0x14a, 0x17e), (0x180, 0x1c3),
    (0x1cd, 0x1f0), (0x1f4, 0x2af), (0x2ba, 0x2ba), (0x2bd, 0x2c1), (0x2c6, 0x2d1), (0x2ec, 0x2ec), (0x2ee, 0x2ee),
    (0x370, 0x373), (0x376, 0x377), (0x37b, 0x37d), (0x37f, 0x37f), (0x386, 0x386), (0x388, 0x38a), (0x38c, 0x38c),
    (0x38e, 0x3a1), (0x3a3, 0x3cf), (0x3d7, 0x3ef), (0x3f3, 0x3f3), (0x3f7, 0x3f8), (0x3fa, 0x481), (0x48a, 0x52f),
];

/// Characters of Latin-1 that only separate words: all except `ª µ º`, `·`, `´`, `¬`, the soft hyphen, digits and
/// fractions.
const SIGNS: [(usize, usize); 4] = [(0xa0, 0xa9), (0xab, 0xab), (0xae, 0xb1), (0xb6, 0xb6)];

const fn ascii_classes() -> [Class; 128] {
    let mut table = [Break; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Letter,
            b'0'..=b'9' => Digit,
            b'_' => Join,
            b':' => MidLetter,
            b',' | b';' => MidNumber,
            b'.' | b'\'' => MidBoth,
            b'`' => Apostrophe,
            b'-' | 0x02 | 0x1f => Hyphen,
            _ => Break,
        };
        byte += 1;
    }
    table
}

const fn two_byte_classes() -> [Class; TWO_BYTES_END] {
    let mut table = [Unknown; TWO_BYTES_END];
    let mut row = 0;
    while row < LETTERS.len() {
        let (mut code, last) = LETTERS[row];
        while code <= last {
            table[code] = Letter;
            code += 1;
        }
        row += 1;
    }
    row = 0;
    while row < SIGNS.len() {
        let (mut code, last) = SIGNS[row];
        while code <= last {
            table[code] = Break;
            code += 1;
        }
        row += 1;
    }
    table[0xbb] = Break;
    table[0xbf] = Break;
    table[0xd7] = Break;
    table[0xf7] = Break;
    table[0xb7] = MidLetter;
    table[0xb4] = Apostrophe;
    table[0x2b9] = Apostrophe;
    table[0x2bb] = Apostrophe;
    table[0x2bc] = Apostrophe;
    table
}

#[inline]
pub(super) fn is_ascii_break(byte: u8) -> bool {
    ASCII.get(usize::from(byte)) == Some(&Break)
}

/// Returns true for an ASCII character that joins two letters or two digits, but ends other words.
#[inline]
pub(super) fn is_ascii_mid(byte: u8) -> bool {
    matches!(ASCII.get(usize::from(byte)), Some(MidLetter | MidNumber | MidBoth))
}

#[inline]
pub(super) fn classify(bytes: &[u8], at: usize) -> Option<(Class, usize)> {
    let byte = *bytes.get(at)?;
    match ASCII.get(usize::from(byte)) {
        Some(class) => Some((*class, 1)),
        None => Some(classify_beyond_ascii(bytes, at, byte)),
    }
}

fn classify_beyond_ascii(bytes: &[u8], at: usize, first: u8) -> (Class, usize) {
    let next = |ahead: usize| bytes.get(at + ahead).copied().unwrap_or_default();
    match first {
        0xc2..=0xd4 => {
            let code = usize::from(first & 0x1f) << 6 | usize::from(next(1) & 0x3f);
            (TWO_BYTES.get(code).copied().unwrap_or(Unknown), 2)
        }
        0xe2 => (classify_punctuation(next(1), next(2)), 3),
        _ => (Unknown, 1),
    }
}

/// Classifies U+2000 to U+2122 by the second and third byte.
const fn classify_punctuation(second: u8, third: u8) -> Class {
    match (second, third) {
        (0x80, 0x98 | 0x99 | 0x9b | 0xb2) => Apostrophe,
        // Dashes; quotation marks, daggers and the bullet; the ellipsis; U+202F; per mille, primes, angle quotes; €, №,
        // ™.
        (0x80, 0x93..=0x95 | 0x9a..=0xa2 | 0xa6 | 0xaf | 0xb0 | 0xb3 | 0xb9 | 0xba)
        | (0x82, 0xac)
        | (0x84, 0x96 | 0xa2) => Break,
        _ => Unknown,
    }
}

/// Cache of answers for characters up to U+FFFF: two bits each, four characters in a byte.
static KNOWN: [AtomicU8; 0x4000] = [const { AtomicU8::new(UNKNOWN) }; 0x4000];

const UNKNOWN: u8 = 0;
const NO: u8 = 1;
const YES: u8 = 2;

/// Like [`char::is_alphanumeric`], with a cache, because its search is slow for Thai.
#[inline]
pub(super) fn is_alphanumeric(character: char) -> bool {
    // Ideographs and Korean syllables are too many for the cache.
    if matches!(character, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}') {
        return true;
    }
    let Some((four, shift)) = cache_slot_of(character) else { return character.is_alphanumeric() };
    match four.load(Ordering::Relaxed) >> shift & 3 {
        UNKNOWN => look_up_alphanumeric(character),
        known => known == YES,
    }
}

#[cold]
fn look_up_alphanumeric(character: char) -> bool {
    let found = character.is_alphanumeric();
    if let Some((four, shift)) = cache_slot_of(character) {
        four.fetch_or((if found { YES } else { NO }) << shift, Ordering::Relaxed);
    }
    found
}

#[inline]
fn cache_slot_of(character: char) -> Option<(&'static AtomicU8, u32)> {
    let code = u32::from(character);
    Some((KNOWN.get(code as usize / 4)?, code % 4 * 2))
}

#[cfg(test)]
mod tests {
    use super::is_alphanumeric;

    #[test]
    fn every_character_is_what_the_standard_library_says_the_first_time_and_the_second() {
        for _ in 0..2 {
            for character in '\0'..=char::MAX {
                let expected = character.is_alphanumeric();
                assert_eq!(is_alphanumeric(character), expected, "{character:?}");
            }
        }
    }
}
