//! Decides which letters count as the same: case, `ё`, and look-alikes of other scripts.

use std::borrow::Cow;

use icu_casemap::CaseMapperBorrowed;
use icu_normalizer::ComposingNormalizerBorrowed;

use super::{Case, Confusables};
use crate::text::confusables::one_script;

const CASES: CaseMapperBorrowed<'static> = CaseMapperBorrowed::new();
const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();

/// Which letters of a word count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Letters {
    /// Capital and small letters.
    pub case: Case,
    /// Look-alikes.
    pub confusables: Confusables,
    /// Whether `ё` counts as `е`, in any language. Most Russian texts are written without `ё`. In Belarusian it is
    /// never left out, but few words differ by it alone.
    pub yo: bool,
}

impl From<Case> for Letters {
    /// Only case is folded.
    fn from(case: Case) -> Self {
        Self { case, confusables: Confusables::Off, yo: false }
    }
}

/// What each step changed in a word. `None` if it changed nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// The word in one script.
    pub one_script: Option<String>,
    /// The word with `е` for `ё`.
    pub without_yo: Option<String>,
    /// The word with its case folded.
    pub folded: Option<String>,
    /// Whether folding did more than write small letters, such as `ss` for `ß`.
    pub is_more_than_lower: bool,
}

impl Letters {
    /// The word with one letter for all that count as the same: in one script, without `ё`, its case folded.
    pub fn fold(self, word: &str) -> Cow<'_, str> {
        // In a word of ASCII only capitals change.
        if word.is_ascii() {
            return if self.case == Case::Keep || !word.bytes().any(|byte| byte.is_ascii_uppercase())
            {
                Cow::Borrowed(word)
            } else {
                Cow::Owned(word.to_ascii_lowercase())
            };
        }
        let mut letters = [0; 64];
        match self.two_bytes(word, &mut letters).map(str::from_utf8) {
            Some(Ok(same)) if same == word => Cow::Borrowed(word),
            Some(Ok(small)) => Cow::Owned(small.to_string()),
            Some(Err(_)) | None => self.fold_any(word),
        }
    }

    /// Like [`Self::fold`], for any word.
    fn fold_any(self, word: &str) -> Cow<'_, str> {
        match self.in_script(word) {
            Cow::Borrowed(word) => self.fold_case(word),
            Cow::Owned(word) => Cow::Owned(self.fold_case(&word).into_owned()),
        }
    }

    /// What [`Self::fold`] does to a word, step by step.
    pub fn steps(self, word: &str) -> Steps {
        let scripted = self.in_script(word);
        let plain = self.without_yo(&scripted);
        let folded = in_case(&plain, self.case);
        let changed = |before: &str, after: &str| (before != after).then(|| after.to_string());
        Steps {
            one_script: changed(word, &scripted),
            without_yo: changed(&scripted, &plain),
            folded: changed(&plain, &folded),
            is_more_than_lower: self.case == Case::Unicode && *folded != plain.to_lowercase(),
        }
    }

    /// Calls `with` with the bytes of the folded word.
    pub(super) fn with_folded<T>(self, word: &str, with: impl FnOnce(&[u8]) -> T) -> T {
        let mut letters = [0; 64];
        // In a word of ASCII only capitals change.
        if word.is_ascii()
            && let Some(small) = letters.get_mut(..word.len())
        {
            small.copy_from_slice(word.as_bytes());
            if self.case != Case::Keep {
                small.make_ascii_lowercase();
            }
            return with(small);
        }
        match self.two_bytes(word, &mut letters) {
            Some(small) => with(small),
            None => with(self.fold_any(word).as_bytes()),
        }
    }

    /// Folds up to eight ASCII letters. Nothing else can change in a word of ASCII. Bytes beyond ASCII stay.
    #[inline]
    pub(super) const fn fold_eight(self, letters: u64) -> u64 {
        match self.case {
            Case::Unicode | Case::Ascii => letters | capitals(letters) >> 2,
            Case::Keep => letters,
        }
    }

    fn in_script(self, word: &str) -> Cow<'_, str> {
        let other = match self.confusables {
            Confusables::On => one_script(word),
            Confusables::Off => None,
        };
        other.map_or(Cow::Borrowed(word), Cow::Owned)
    }

    fn without_yo(self, word: &str) -> Cow<'_, str> {
        if self.yo && word.contains(['ё', 'Ё']) {
            Cow::Owned(word.replace('ё', "е").replace('Ё', "Е"))
        } else {
            Cow::Borrowed(word)
        }
    }

    fn fold_case(self, word: &str) -> Cow<'_, str> {
        match self.without_yo(word) {
            Cow::Borrowed(word) => in_case(word, self.case),
            Cow::Owned(word) => Cow::Owned(in_case(&word, self.case).into_owned()),
        }
    }

    /// The folded word, if each of its letters keeps its length in bytes and folds by an addition. Those are the
    /// letters of ASCII, and nearly all of Latin and Cyrillic text. When the library folded them, Russian took 1.4
    /// times as long from bytes to pairs.
    fn two_bytes<'l>(self, word: &str, letters: &'l mut [u8; 64]) -> Option<&'l [u8]> {
        if self.case != Case::Unicode
            || self.confusables == Confusables::On
            || word.len() > letters.len()
        {
            return None;
        }
        let mut end = 0;
        for letter in word.chars() {
            let code = letter as u32;
            let small = match code {
                0x401 | 0x451 if self.yo => 0x435,
                0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x410..=0x42f => code + 0x20,
                0x400..=0x40f => code + 0x50,
                0..=0xb4 | 0xb6..=0xde | 0xe0..=0xff | 0x430..=0x45f => code,
                0xdf => {
                    letters[end] = b's';
                    letters[end + 1] = b's';
                    end += 2;
                    continue;
                }
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
}

/// The word in this case.
fn in_case(word: &str, case: Case) -> Cow<'_, str> {
    match case {
        Case::Unicode => fully(word),
        Case::Ascii if word.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Cow::Owned(word.to_ascii_lowercase())
        }
        Case::Ascii | Case::Keep => Cow::Borrowed(word),
    }
}

/// Unicode's full case folding (`C` and `F` of its `CaseFolding.txt`), composed again because stemmers and lists
/// contain composed forms only. The dot that folding `İ` leaves on the `i` is removed, so that Turkish words begin
/// alike.
fn fully(word: &str) -> Cow<'_, str> {
    if word.chars().all(has_small_letter) {
        return Cow::Owned(word.to_lowercase());
    }
    let folded = CASES.fold_string(word);
    let undotted = if folded.contains("i\u{307}") {
        Cow::Owned(folded.replace("i\u{307}", "i"))
    } else {
        folded
    };
    // A word that was not composed before stays so.
    if NFC.is_normalized(word) {
        Cow::Owned(NFC.normalize(&undotted).into_owned())
    } else {
        Cow::Owned(undotted.into_owned())
    }
}

/// Whether folding only turns this character into a small letter, which takes the library a third of the instructions.
/// True for most letters of most scripts, and for no mark.
const fn has_small_letter(character: char) -> bool {
    matches!(character as u32,
        0..=0xb4 | 0xb6..=0xde | 0xe0..=0x12f | 0x131..=0x148 | 0x14a..=0x17e | 0x180..=0x1ef | 0x1f1..=0x2ff
        | 0x386..=0x38f | 0x391..=0x3a1 | 0x3a4..=0x3af | 0x3b1..=0x3c1 | 0x3c3..=0x3ce | 0x400..=0x481 | 0x48a..=0x52f
        | 0x5d0..=0x5ea | 0x620..=0x64a | 0x671..=0x6d3 | 0x904..=0x93b | 0xe01..=0xe30 | 0x10d0..=0x10ff
        | 0x1e00..=0x1e95 | 0x1ea0..=0x1eff | 0x3041..=0x3096 | 0x30a1..=0x30fa | 0x3400..=0x9fff | 0xac00..=0xd7a3)
}

/// Sets the high bit of each byte that is a capital of ASCII.
const fn capitals(eight: u64) -> u64 {
    const HIGH: u64 = each(0x80);
    // One is set where the byte is at least A, the other where it is above Z. Bytes beyond ASCII would carry over.
    let low = eight & !HIGH;
    (low + (HIGH - each(b'A'))) & !(low + (HIGH - each(b'Z' + 1))) & !eight & HIGH
}

/// A byte eight times.
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::super::{Case, Confusables};
    use super::{CASES, Letters, NFC, Steps, has_small_letter};

    fn fold(word: &str, case: Case) -> String {
        Letters::from(case).fold(word).into_owned()
    }

    /// The letters of a run with defaults.
    const USUAL: Letters = Letters { case: Case::Unicode, confusables: Confusables::Off, yo: true };

    #[test]
    fn the_setting_decides_which_letters_fold() {
        assert_eq!(fold("Чтобы ABC Ωὕ", Case::Unicode), "чтобы abc ωὕ");
        assert_eq!(fold("Чтобы ABC", Case::Ascii), "Чтобы abc");
        assert_eq!(fold("Чтобы ABC", Case::Keep), "Чтобы ABC");
    }

    #[test]
    fn folding_is_full() {
        for (word, folded) in [
            ("Straße", "strasse"),
            ("STRAẞE", "strasse"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("ﬃ", "ffi"),
            ("Ǆ", "ǆ"),
            ("և", "եւ"),
            ("ΐ", "ΐ"),
            ("ǰ", "ǰ"),
        ] {
            assert_eq!(fold(word, Case::Unicode), folded, "{word}");
        }
    }

    #[test]
    fn a_dotted_capital_is_an_i_and_a_dotless_small_letter_stays() {
        for (word, folded) in [
            ("İstanbul", "istanbul"),
            ("I\u{307}stanbul", "istanbul"),
            ("Isparta", "isparta"),
            ("ısı", "ısı"),
        ] {
            assert_eq!(fold(word, Case::Unicode), folded, "{word}");
        }
    }

    #[test]
    fn a_letter_that_only_becomes_small_is_folded_so() {
        let mut buffer = [0; 4];
        for character in ('\0'..=char::MAX).filter(|&it| has_small_letter(it)) {
            let letter: &str = character.encode_utf8(&mut buffer);
            assert_eq!(CASES.fold_string(letter), letter.to_lowercase(), "{letter}");
            assert!(
                NFC.is_normalized(&letter.to_lowercase()) || !NFC.is_normalized(letter),
                "{letter}"
            );
            let behind = format!("a{letter}");
            assert!(NFC.is_normalized(&behind) || !NFC.is_normalized(letter), "{letter}");
        }
    }

    #[test]
    fn yo_is_ye_in_any_case_where_it_is_asked_for() {
        assert_eq!(USUAL.fold("Ещё ЁЛКА"), "еще елка");
        assert_eq!(Letters { case: Case::Keep, ..USUAL }.fold("Ещё ЁЛКА"), "Еще ЕЛКА");
        assert_eq!(Letters { yo: false, ..USUAL }.fold("Ещё ЁЛКА"), "ещё ёлка");
    }

    #[test]
    fn each_step_is_recorded_that_changes_something() {
        let letters = Letters { confusables: Confusables::On, ..USUAL };
        // Its first letter is Latin.
        let steps = letters.steps("Cчёт");
        let some = |word: &str| Some(word.to_string());
        assert_eq!(steps.one_script, some("Счёт"));
        assert_eq!((steps.without_yo, steps.folded), (some("Счет"), some("счет")));
        assert!(!steps.is_more_than_lower);
        assert_eq!(letters.steps("plain"), Steps::default());
        assert!(letters.steps("Weiß").is_more_than_lower);
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
            for letters in [Letters::from(case), Letters { case, ..USUAL }] {
                for word in &words {
                    let expected = letters.fold_any(word);
                    assert_eq!(letters.fold(word), expected);
                    letters.with_folded(word, |folded| assert_eq!(folded, expected.as_bytes()));
                }
            }
            for byte in 0..=255_u8 {
                let eight = [byte, b'A', byte, byte, b'z', 0, 0xc3, byte];
                let letter =
                    |byte: u8| if case == Case::Keep { byte } else { byte.to_ascii_lowercase() };
                let folded = Letters::from(case).fold_eight(u64::from_le_bytes(eight));
                assert_eq!(folded.to_le_bytes(), eight.map(letter));
            }
        }
    }
}
