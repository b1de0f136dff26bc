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

/// Calls `with` with the word in this case. Most words are lower-case ASCII already, and nothing is allocated for them.
pub(super) fn with_folded<T>(word: &str, case: Case, with: impl FnOnce(&str) -> T) -> T {
    let changes = |byte: u8| !byte.is_ascii() || byte.is_ascii_uppercase();
    if word.bytes().fold(false, |changed, byte| changed | changes(byte)) {
        with(&fold(word, case))
    } else {
        with(word)
    }
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
        for word in ["", "plain", "Capital", "ΟΔΟΣ", "чтобы", "o'Neill", "3.14"] {
            for case in [Case::Unicode, Case::Ascii, Case::Keep] {
                with_folded(word, case, |folded| assert_eq!(folded, fold(word, case)));
            }
        }
    }
}
