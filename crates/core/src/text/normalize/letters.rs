use std::borrow::Cow;

use icu_casemap::CaseMapperBorrowed;
use icu_normalizer::ComposingNormalizerBorrowed;

use super::{Accents, Case, Confusables};
use crate::text::Language;
use crate::text::confusables::unify_script;
use crate::text::equal_letters::{fold_equal_letters, without_accents};
use crate::text::language::evidence::{Script, lookalike_script_of};
use crate::text::tokenize::runs::mask_range;

const CASES: CaseMapperBorrowed<'static> = CaseMapperBorrowed::new();
const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Letters {
    pub case: Case,
    pub confusables: Confusables,
    pub accents: Accents,
    pub equal: bool,
    /// True if the language has a dotless `ı`, whose capital is `I`, as in Turkish.
    pub dotless: bool,
    pub script: Option<Script>,
}

impl From<Case> for Letters {
    fn from(case: Case) -> Self {
        Self {
            case,
            confusables: Confusables::Off,
            accents: Accents::Kept,
            equal: false,
            dotless: false,
            script: None,
        }
    }
}

/// The word after each step of folding; `None` for a step that changed nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    pub one_script: Option<String>,
    pub one_letter: Option<String>,
    pub folded: Option<String>,
    pub without_accents: Option<String>,
    /// True if folding changed more than the case, such as `ß` to `ss`.
    pub is_more_than_lower: bool,
}

impl Letters {
    /// Adapts the rules to a language's capitals and script.
    #[must_use]
    pub fn for_language(mut self, language: Option<Language>) -> Self {
        let turkic = language.is_some_and(|language| matches!(language.code(), "az" | "tr"));
        self.dotless = turkic && self.case == Case::Unicode && self.equal;
        let script = language.and_then(lookalike_script_of);
        self.script = script.filter(|_| self.confusables == Confusables::On);
        self
    }

    /// Returns true if only the capitals change in an ASCII word.
    pub(super) const fn folds_ascii_to_ascii(self) -> bool {
        !self.dotless && matches!(self.script, None | Some(Script::Latin))
    }

    /// Folds a word in this order: look-alikes, equal letters, case, accents.
    pub fn fold(self, word: &str) -> Cow<'_, str> {
        self.with_folded(word, |folded| match str::from_utf8(folded) {
            Ok(same) if same == word => Cow::Borrowed(word),
            _ => Cow::Owned(String::from_utf8_lossy(folded).into_owned()),
        })
    }

    fn fold_slowly(self, word: &str) -> Cow<'_, str> {
        let word = apply_step(self.unify_script(word), |word| self.fold_equal_letters(word));
        let word = apply_step(word, |word| self.fold_case(word));
        apply_step(word, |word| self.without_accents(word))
    }

    pub fn folding_steps(self, word: &str) -> Steps {
        let scripted = self.unify_script(word);
        let plain = self.fold_equal_letters(&scripted);
        let folded = self.fold_case(&plain);
        let bare = self.without_accents(&folded);
        let changed = |before: &str, after: &str| (before != after).then(|| after.to_string());
        Steps {
            one_script: changed(word, &scripted),
            one_letter: changed(&scripted, &plain),
            folded: changed(&plain, &folded),
            without_accents: changed(&folded, &bare),
            is_more_than_lower: self.case == Case::Unicode && *folded != plain.to_lowercase(),
        }
    }

    pub(super) fn with_folded<T>(self, word: &str, with: impl FnOnce(&[u8]) -> T) -> T {
        let mut letters = [0; 64];
        if word.is_ascii()
            && self.folds_ascii_to_ascii()
            && let Some(small) = letters.get_mut(..word.len())
        {
            small.copy_from_slice(word.as_bytes());
            if self.case != Case::Keep {
                small.make_ascii_lowercase();
            }
            return with(small);
        }
        with(self.fold_slowly(word).as_bytes())
    }

    /// Folds up to eight ASCII letters. Only valid if [`Self::folds_ascii_to_ascii`]. Other bytes stay.
    #[inline]
    pub(super) const fn fold_eight(self, letters: u64) -> u64 {
        match self.case {
            Case::Unicode | Case::Ascii => letters | mask_range(letters, b'A', b'Z') >> 2,
            Case::Keep => letters,
        }
    }

    fn unify_script(self, word: &str) -> Cow<'_, str> {
        let other = match self.confusables {
            Confusables::On => unify_script(word, self.script),
            Confusables::Off => None,
        };
        other.map_or(Cow::Borrowed(word), Cow::Owned)
    }

    fn fold_equal_letters(self, word: &str) -> Cow<'_, str> {
        if self.equal { fold_equal_letters(word) } else { Cow::Borrowed(word) }
    }

    fn fold_case(self, word: &str) -> Cow<'_, str> {
        match self.case {
            Case::Unicode if self.dotless => {
                let dotted = word.replace("I\u{307}", "i").replace('İ', "i").replace('I', "ı");
                Cow::Owned(fold_fully(&dotted).into_owned())
            }
            Case::Unicode => fold_fully(word),
            Case::Ascii if word.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                Cow::Owned(word.to_ascii_lowercase())
            }
            Case::Ascii | Case::Keep => Cow::Borrowed(word),
        }
    }

    fn without_accents(self, word: &str) -> Cow<'_, str> {
        match self.accents {
            Accents::Ignored => without_accents(word),
            Accents::Kept => Cow::Borrowed(word),
        }
    }
}

fn apply_step(word: Cow<'_, str>, step: impl Fn(&str) -> Cow<'_, str>) -> Cow<'_, str> {
    match word {
        Cow::Borrowed(word) => step(word),
        Cow::Owned(word) => match step(&word) {
            Cow::Borrowed(_) => Cow::Owned(word),
            Cow::Owned(changed) => Cow::Owned(changed),
        },
    }
}

/// Folds by Unicode's full case folding (`C` and `F` of `CaseFolding.txt`), and composes for stemmers and lists.
/// Removes the dot of a folded `İ`, so that Turkish words begin alike.
fn fold_fully(word: &str) -> Cow<'_, str> {
    if word.chars().all(has_small_letter) {
        return Cow::Owned(word.to_lowercase());
    }
    let folded = CASES.fold_string(word);
    let undotted = if folded.contains("i\u{307}") {
        Cow::Owned(folded.replace("i\u{307}", "i"))
    } else {
        folded
    };
    if NFC.is_normalized(word) {
        Cow::Owned(NFC.normalize(&undotted).into_owned())
    } else {
        Cow::Owned(undotted.into_owned())
    }
}

/// Returns true if folding this character only lowers the case, which takes a third of the instructions of folding.
const fn has_small_letter(character: char) -> bool {
    matches!(character as u32,
        0..=0xb4 | 0xb6..=0xde | 0xe0..=0x12f | 0x131..=0x148 | 0x14a..=0x17e | 0x180..=0x1ef | 0x1f1..=0x2ff
        | 0x386..=0x38f | 0x391..=0x3a1 | 0x3a4..=0x3af | 0x3b1..=0x3c1 | 0x3c3..=0x3ce | 0x400..=0x481 | 0x48a..=0x52f
        | 0x5d0..=0x5ea | 0x620..=0x64a | 0x671..=0x6d3 | 0x904..=0x93b | 0xe01..=0xe30 | 0x10d0..=0x10ff
        | 0x1e00..=0x1e95 | 0x1ea0..=0x1eff | 0x3041..=0x3096 | 0x30a1..=0x30fa | 0x3400..=0x9fff | 0xac00..=0xd7a3)
}

#[cfg(test)]
mod tests {
    use super::super::{Accents, Case, Confusables};
    use super::{CASES, Letters, NFC, Steps, has_small_letter};
    use crate::text::Language;

    fn fold(word: &str, case: Case) -> String {
        Letters::from(case).fold(word).into_owned()
    }

    const USUAL: Letters = Letters {
        case: Case::Unicode,
        confusables: Confusables::Off,
        accents: Accents::Kept,
        equal: true,
        dotless: false,
        script: None,
    };

    fn fold_in(code: &str, word: &str) -> String {
        USUAL.for_language(Language::from_code(code)).fold(word).into_owned()
    }

    #[test]
    fn folding_is_full() {
        // A dotted capital is an i, and a dotless small letter stays.
        let words =
            "Чтобы ABC Ωὕ Straße STRAẞE ΟΔΟΣ οδος ﬃ Ǆ և ΐ ǰ İstanbul I\u{307}stanbul Isparta ısı";
        let folded =
            "чтобы abc ωὕ strasse strasse οδοσ οδοσ ffi ǆ եւ ΐ ǰ istanbul istanbul isparta ısı";
        let found: Vec<_> = words.split(' ').map(|word| fold(word, Case::Unicode)).collect();
        assert_eq!(found.join(" "), folded);
        assert_eq!(fold("Чтобы ABC", Case::Ascii), "Чтобы abc");
        assert_eq!(fold("Чтобы ABC", Case::Keep), "Чтобы ABC");
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
    fn equal_letters_are_one_in_any_case_where_it_is_asked_for() {
        assert_eq!(USUAL.fold("Ещё ЁЛКА"), "еще елка");
        assert_eq!(Letters { case: Case::Keep, ..USUAL }.fold("Ещё ЁЛКА"), "Еще ЕЛКА");
        assert_eq!(Letters { equal: false, ..USUAL }.fold("Ещё ЁЛКА"), "ещё ёлка");
    }

    #[test]
    fn forms_of_a_word_in_its_script_are_one() {
        for forms in [
            &["știință", "ştiinţă", "ȘTIINȚĂ"][..],
            &["за\u{301}мок", "замок"],
            &["άνθρωπος", "ΑΝΘΡΩΠΟΣ", "ανθρωπος", "ἄνθρωπος"],
            &["προϊόν", "ΠΡΟΪΟΝ", "προιον"],
            &["שָׁלוֹם", "שלום"],
            &["كتاب", "کتاب", "كِتَابٌ", "كتـــاب"],
            &["يكى", "یکی", "يكي"],
            &["مدرسة", "مدرسه", "مدرسۃ"],
            &["أحمد", "احمد", "آحمد", "ٱحمد"],
            &["۱۲", "١٢"],
        ] {
            for form in forms {
                assert_eq!(USUAL.fold(form), USUAL.fold(forms[0]), "{form}");
            }
        }
        assert_eq!(USUAL.fold("ـ"), "ـ", "a mark alone stays");
        assert_eq!(USUAL.fold("йї"), "йї");
    }

    #[test]
    fn capitals_are_those_of_the_language() {
        for code in ["tr", "az"] {
            for word in ["ılıksı", "ILIKSI"] {
                assert_eq!(fold_in(code, word), "ılıksı");
            }
            for word in ["iyi", "İYİ", "I\u{307}YI\u{307}"] {
                assert_eq!(fold_in(code, word), "iyi");
            }
        }
        assert_eq!(fold_in("en", "ILIKSI"), "iliksi");
    }

    #[test]
    fn ignored_accents_leave_the_letters() {
        let letters = Letters { accents: Accents::Ignored, ..USUAL };
        let words = "ÉCOLE Đường x\u{323}\u{302}y Łódź øre Größe йод カﾞ";
        let bare: Vec<_> = words.split(' ').map(|word| letters.fold(word)).collect();
        assert_eq!(bare.join(" "), "ecole duong xy lodz ore grosse йод カﾞ");
        let turkish = letters.for_language(Language::from_code("tr"));
        assert_eq!(turkish.fold("IŞIĞI"), turkish.fold("isigi"));
    }

    #[test]
    fn each_step_is_recorded_that_changes_something() {
        let letters = Letters { confusables: Confusables::On, ..USUAL };
        // The first letter is Latin.
        let steps = letters.folding_steps("Cчёт");
        let some = |word: &str| Some(word.to_string());
        assert_eq!(steps.one_script, some("Счёт"));
        assert_eq!((steps.one_letter, steps.folded), (some("Счет"), some("счет")));
        assert!(!steps.is_more_than_lower);
        assert_eq!(letters.folding_steps("plain"), Steps::default());
        assert!(letters.folding_steps("Weiß").is_more_than_lower);
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
                    let expected = letters.fold_slowly(word);
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
