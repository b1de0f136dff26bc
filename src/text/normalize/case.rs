//! Letter case of a word. It touches nothing else.

use std::borrow::Cow;

use super::Case;

/// The word in this case.
pub(super) fn fold(word: &str, case: Case) -> Cow<'_, str> {
    match case {
        Case::Unicode => Cow::Owned(word.to_lowercase()),
        Case::Ascii if word.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Cow::Owned(word.to_ascii_lowercase())
        }
        Case::Ascii | Case::Keep => Cow::Borrowed(word),
    }
}

/// Calls `with` with the bytes of the word in this case.
pub(super) fn with_folded<T>(word: &str, case: Case, with: impl FnOnce(&[u8]) -> T) -> T {
    let mut letters = [0; 64];
    match with_two_bytes(word, case, &mut letters) {
        Some(small) => with(small),
        None => with(fold(word, case).as_bytes()),
    }
}

/// Up to eight letters of ASCII in this case. Bytes beyond ASCII stay.
#[inline]
pub(super) const fn fold_eight(letters: u64, case: Case) -> u64 {
    match case {
        Case::Unicode | Case::Ascii => letters | capitals(letters) >> 2,
        Case::Keep => letters,
    }
}

/// The word in small letters, if all of them are such that a small one has as many bytes and stands a fixed way behind its
/// capital: ASCII, and what most text of Latin or Cyrillic script has besides. Where the library folded them, Russian took
/// 1.4 times as long from bytes to pairs.
fn with_two_bytes<'l>(word: &str, case: Case, letters: &'l mut [u8; 64]) -> Option<&'l [u8]> {
    if case != Case::Unicode || word.len() > letters.len() {
        return None;
    }
    let mut end = 0;
    for letter in word.chars() {
        let code = letter as u32;
        let small = match code {
            0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x410..=0x42f => code + 0x20,
            0x400..=0x40f => code + 0x50,
            0..=0xff | 0x430..=0x45f => code,
            _ => return None,
        };
        if small < 0x80 {
            letters[end] = small as u8;
            end += 1;
        } else {
            letters[end] = 0xc0 | (small >> 6) as u8;
            letters[end + 1] = 0x80 | (small & 0x3f) as u8;
            end += 2;
        }
    }
    letters.get(..end)
}

/// The high bit of each byte that is a capital of ASCII.
const fn capitals(eight: u64) -> u64 {
    const HIGH: u64 = each(0x80);
    // Set where the byte is at least A, and where it is above Z; bytes beyond ASCII would carry over.
    let low = eight & !HIGH;
    (low + (HIGH - each(b'A'))) & !(low + (HIGH - each(b'Z' + 1))) & !eight & HIGH
}

/// Eight of the same byte.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::{fold, fold_eight, with_folded};

    #[test]
    fn the_setting_decides_which_letters_fold() {
        assert_eq!(fold("Чтобы ABC Ωὕ", Case::Unicode), "чтобы abc ωὕ");
        assert_eq!(fold("Чтобы ABC", Case::Ascii), "Чтобы abc");
        assert_eq!(fold("Чтобы ABC", Case::Keep), "Чтобы ABC");
        assert_eq!(fold("ΟΔΟΣ", Case::Unicode), "οδος");
    }

    #[test]
    fn the_short_ways_fold_alike() {
        let mut words: Vec<String> = (0..0x500)
            .filter_map(char::from_u32)
            .flat_map(|letter| {
                let many = format!("{letter}").repeat(32);
                [
                    format!("a{letter}B"),
                    format!("{letter}σ{letter}"),
                    format!("{many}{letter}"),
                    many,
                ]
            })
            .collect();
        words.extend(
            ["", "ΟΔΟΣ", "чтобы", "İ", "Ⅷ", "a word of more than sixty-four Letters"]
                .map(String::from),
        );
        words.push("Sixty-four".repeat(7));
        for case in [Case::Unicode, Case::Ascii, Case::Keep] {
            for word in &words {
                let expected = fold(word, case);
                with_folded(word, case, |folded| assert_eq!(folded, expected.as_bytes()));
            }
            for byte in 0..=255_u8 {
                let eight = [byte, b'A', byte, byte, b'z', 0, 0xc3, byte];
                let letter =
                    |byte: u8| if case == Case::Keep { byte } else { byte.to_ascii_lowercase() };
                let folded = fold_eight(u64::from_le_bytes(eight), case);
                assert_eq!(folded.to_le_bytes(), eight.map(letter));
            }
        }
    }
}
