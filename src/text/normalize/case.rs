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

/// Calls `with` with the bytes of the word in this case. Most words are small ASCII letters already, which eight letters at
/// a time tell: 15 instructions where a loop over the letters took 70.
#[inline]
pub(super) fn with_folded<T>(word: &str, case: Case, with: impl FnOnce(&[u8]) -> T) -> T {
    if case == Case::Keep || is_small(word.as_bytes()) {
        with(word.as_bytes())
    } else {
        with_changed(word, case, with)
    }
}

/// Whether all bytes are ASCII and none is a capital. Words of 4 bytes and more are looked at in eights or fours, the last
/// of which may overlap the one before; the bytes of shorter ones are the first, the middle and the last.
#[inline]
fn is_small(word: &[u8]) -> bool {
    let (some, others) = if let (Some(first), Some(last)) =
        (word.first_chunk::<8>(), word.last_chunk::<8>())
    {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (word.first_chunk::<4>(), word.last_chunk::<4>()) {
        (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into())
    } else if let (Some(first), Some(last)) = (word.first(), word.last()) {
        let middle = word.get(word.len() / 2).copied().unwrap_or_default();
        (u64::from(*first) << 8 | u64::from(middle), u64::from(*last))
    } else {
        (0, 0)
    };
    are_small(some, others) && (word.len() <= 16 || word.iter().copied().all(small))
}

/// Where a letter may change: one more ASCII capital than none, or letters beyond ASCII.
#[inline(never)]
fn with_changed<T>(word: &str, case: Case, with: impl FnOnce(&[u8]) -> T) -> T {
    if !word.is_ascii() {
        return with(fold(word, case).as_bytes());
    }
    let mut letters = [0; 16];
    if let (Some(first), Some(last), Some(from)) =
        (word.as_bytes().first_chunk(), word.as_bytes().last_chunk(), word.len().checked_sub(8))
        && let Some(letters) = letters.get_mut(..word.len())
    {
        letters[..8].copy_from_slice(&lowered(*first));
        letters[from..].copy_from_slice(&lowered(*last));
        return with(letters);
    }
    match letters.get_mut(..word.len()) {
        Some(letters) => {
            letters
                .iter_mut()
                .zip(word.bytes())
                .for_each(|(to, byte)| *to = byte.to_ascii_lowercase());
            with(letters)
        }
        None => with(word.to_ascii_lowercase().as_bytes()),
    }
}

/// Eight letters of ASCII in small ones.
const fn lowered(letters: [u8; 8]) -> [u8; 8] {
    let eight = u64::from_le_bytes(letters);
    (eight | (capitals(eight) & each(0x80)) >> 2).to_le_bytes()
}

const fn small(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_uppercase()
}

/// Whether all bytes of both are ASCII and none is a capital.
const fn are_small(some: u64, others: u64) -> bool {
    (some | others | capitals(some) | capitals(others)) & each(0x80) == 0
}

/// The high bit of each byte is set where it is a capital of ASCII, without its own high bit; the other bits are anything.
const fn capitals(eight: u64) -> u64 {
    const HIGH: u64 = each(0x80);
    // Set where the byte is at least A, and where it is above Z; bytes beyond ASCII would carry over.
    let low = eight & !HIGH;
    (low + (HIGH - each(b'A'))) & !(low + (HIGH - each(b'Z' + 1)))
}

/// Eight of the same byte.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::{fold, with_folded};

    #[test]
    fn the_setting_decides_which_letters_fold() {
        assert_eq!(fold("Чтобы ABC Ωὕ", Case::Unicode), "чтобы abc ωὕ");
        assert_eq!(fold("Чтобы ABC", Case::Ascii), "Чтобы abc");
        assert_eq!(fold("Чтобы ABC", Case::Keep), "Чтобы ABC");
        assert_eq!(fold("ΟΔΟΣ", Case::Unicode), "οδος");
    }

    #[test]
    fn both_ways_fold_alike() {
        let each = |before: &str, behind: &str| -> Vec<String> {
            (0..=255_u8).map(|byte| format!("{before}{}{behind}", char::from(byte))).collect()
        };
        let ascii =
            [each("", ""), each("ab", ""), each("a", "bcd"), each("abcdefg", "hi")].concat();
        let words =
            ["", "plain", "Capital", "ΟΔΟΣ", "чтобы", "o'Neill", "3.14", "A", "SixteenLettersAB"];
        for word in words.map(String::from).into_iter().chain(ascii).chain(
            ["seventeenlettersx", "seventeenLettersx", "a word of more than thirty-two Letters"]
                .map(String::from),
        ) {
            for case in [Case::Unicode, Case::Ascii, Case::Keep] {
                let expected = fold(&word, case).into_owned();
                with_folded(&word, case, |folded| assert_eq!(folded, expected.as_bytes()));
            }
        }
    }
}
