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

#[cfg(test)]
mod tests {
    use super::super::Case;
    use super::fold;

    #[test]
    fn the_setting_decides_which_letters_fold() {
        assert_eq!(fold("Чтобы ABC Ωὕ", Case::Unicode), "чтобы abc ωὕ");
        assert_eq!(fold("Чтобы ABC", Case::Ascii), "Чтобы abc");
        assert_eq!(fold("Чтобы ABC", Case::Keep), "Чтобы ABC");
        assert_eq!(fold("ΟΔΟΣ", Case::Unicode), "οδος");
    }
}
