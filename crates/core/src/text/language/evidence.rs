//! Scores a word for each language of its script. [`units`](super::units) adds up the scores of the words of a passage.

mod model;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use self::model::MODEL;
use super::Language;
use crate::text::confusables::{LOOKALIKE_SCRIPTS, mixes_scripts, unify_script};
use base::memo::random_odd_number;

/// Number of columns; no script has more languages.
pub const COLUMNS: usize = 64;

/// One step of a score stands for this many bits of log-likelihood.
pub const BITS_PER_STEP: f64 = 0.75;

/// The scores of a word for all languages: its script, and the number of a row in a fixed table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EvidenceRow {
    number: u16,
    script: Option<Script>,
    /// True if only the script is known yet, and [`score_word`] may find scores.
    more: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Devanagari,
    Han,
    Greek,
    Armenian,
    Hebrew,
    Bengali,
    Gurmukhi,
    Gujarati,
    Odia,
    Tamil,
    Telugu,
    Kannada,
    Malayalam,
    Sinhala,
    Thai,
    Lao,
    Myanmar,
    Georgian,
    Hangul,
    Ethiopic,
    Khmer,
    /// A script for whose languages there is no model.
    Other,
}

/// Languages in Latin script. Related languages are neighbours, because the model stores columns in groups of eight.
const LATIN: [Language; 46] = languages_of_codes([
    b"da", b"no", b"sv", b"is", b"nl", b"af", b"de", b"en", b"es", b"gl", b"pt", b"ca", b"it",
    b"fr", b"ro", b"la", b"cs", b"sk", b"pl", b"sl", b"hr", b"lt", b"lv", b"sq", b"fi", b"et",
    b"eu", b"hu", b"tr", b"az", b"uz", b"ku", b"id", b"ms", b"tl", b"vi", b"sw", b"zu", b"st",
    b"so", b"ga", b"br", b"cy", b"eo", b"ha", b"yo",
]);
const CYRILLIC: [Language; 9] =
    languages_of_codes([b"ru", b"uk", b"be", b"bg", b"mk", b"sr", b"kk", b"tg", b"mn"]);
const ARABIC: [Language; 4] = languages_of_codes([b"ar", b"fa", b"ur", b"ku"]);
const DEVANAGARI: [Language; 3] = languages_of_codes([b"hi", b"mr", b"ne"]);
const HAN: [Language; 2] = languages_of_codes([b"zh", b"ja"]);

const fn languages_of_codes<const N: usize>(codes: [&[u8; 2]; N]) -> [Language; N] {
    let mut languages = [Language(*b"en"); N];
    let mut index = 0;
    while index < N {
        languages[index] = Language(*codes[index]);
        index += 1;
    }
    languages
}

/// All scripts in the order of [`Script`], each with the language of each column.
///
/// Bosnian and Serbian in Latin letters count as Croatian. Both written forms of Norwegian count as one.
const SCRIPTS: [(Script, &[Language]); 25] = [
    (Script::Latin, &LATIN),
    (Script::Cyrillic, &CYRILLIC),
    (Script::Arabic, &ARABIC),
    (Script::Devanagari, &DEVANAGARI),
    (Script::Han, &HAN),
    (Script::Greek, &languages_of_codes([b"el"])),
    (Script::Armenian, &languages_of_codes([b"hy"])),
    (Script::Hebrew, &languages_of_codes([b"he"])),
    (Script::Bengali, &languages_of_codes([b"bn"])),
    (Script::Gurmukhi, &languages_of_codes([b"pa"])),
    (Script::Gujarati, &languages_of_codes([b"gu"])),
    (Script::Odia, &languages_of_codes([b"or"])),
    (Script::Tamil, &languages_of_codes([b"ta"])),
    (Script::Telugu, &languages_of_codes([b"te"])),
    (Script::Kannada, &languages_of_codes([b"kn"])),
    (Script::Malayalam, &languages_of_codes([b"ml"])),
    (Script::Sinhala, &languages_of_codes([b"si"])),
    (Script::Thai, &languages_of_codes([b"th"])),
    (Script::Lao, &languages_of_codes([b"lo"])),
    (Script::Myanmar, &languages_of_codes([b"my"])),
    (Script::Georgian, &languages_of_codes([b"ka"])),
    (Script::Hangul, &languages_of_codes([b"ko"])),
    (Script::Ethiopic, &languages_of_codes([b"am"])),
    (Script::Khmer, &languages_of_codes([b"km"])),
    (Script::Other, &[]),
];

pub fn languages(script: Script) -> &'static [Language] {
    SCRIPTS[script as usize].1
}

/// Returns the language by which texts of a column are processed. Malay counts as Indonesian, because they differ in
/// few words.
pub fn processing_language(language: Language) -> Language {
    if language == Language(*b"ms") { Language(*b"id") } else { language }
}

impl EvidenceRow {
    pub const fn script(self) -> Option<Script> {
        self.script
    }

    #[inline]
    pub(super) fn may_score_more_in_script(self, script: Script) -> bool {
        self.more && self.script == Some(script)
    }

    /// Returns the scores by column of [`languages`], from 0 to 15 in steps of [`BITS_PER_STEP`].
    ///
    /// Sums over words are log-likelihoods up to a constant for each script. A word without evidence scores 7. Unused
    /// columns are 0.
    pub fn column_scores(self) -> &'static [u8; COLUMNS] {
        model::MODEL.row_scores(self.number)
    }
}

/// Scores a word by its letters, ignoring case.
///
/// The row is empty if the word contains digits or similar characters, or mixes scripts other than by look-alikes. A
/// single letter from a to z has only a script.
pub fn score_word(word: &str) -> EvidenceRow {
    let row = |letters: &WordLetters, script| EvidenceRow {
        number: model::MODEL.row_of_spelling(script, letters.spelled_letters()),
        script: Some(script),
        more: false,
    };
    read_letters(word).map_or_else(EvidenceRow::default, |(letters, script)| row(&letters, script))
}

/// Like [`score_word`], but scores only frequent words, and words of scripts with at most two languages. For others,
/// returns only the script, because weighing their letters takes thirty times as long.
pub fn score_word_quickly(word: &str) -> EvidenceRow {
    score_rare_word(word).unwrap_or_else(|| score_spelling_quickly(word))
}

fn score_spelling_quickly(word: &str) -> EvidenceRow {
    let row = |letters: &WordLetters, script| {
        let number = model::MODEL.row_without_weights(script, letters.spelled_letters());
        EvidenceRow {
            number: number.unwrap_or_else(|| model::MODEL.row_without_evidence(script)),
            script: Some(script),
            more: number.is_none(),
        }
    };
    read_letters(word).map_or_else(EvidenceRow::default, |(letters, script)| row(&letters, script))
}

impl EvidenceRow {
    #[must_use]
    pub fn look_up_full_score(self, word: &str) -> Self {
        if !self.more {
            return self;
        }
        Self { number: cached_row(word, || score_word(word).number), more: false, ..self }
    }
}

/// Returns the letters and script of a word, or `None` if it gives no evidence. Always reads look-alikes in the script
/// of the word, because a disguise must not change the language.
fn read_letters(word: &str) -> Option<(WordLetters, Script)> {
    spell_word(word).or_else(|| {
        let small = word.to_lowercase();
        let word = mixes_scripts(&small).then(|| unify_script(&small, None)).flatten()?;
        spell_word(&word)
    })
}

fn spell_word(word: &str) -> Option<(WordLetters, Script)> {
    let mut letters = WordLetters::default();
    // Some ways of cutting words leave signs at the ends.
    for character in word.trim_matches(is_sign).chars() {
        match classify_letter(character) {
            LetterKind::Letter(script) => {
                if letters.script.is_some_and(|other| other != script) {
                    return None;
                }
                letters.script = Some(script);
                letters.push(fold_letter(character));
            }
            LetterKind::Mark => {}
            LetterKind::Link => letters.push(LINK),
            LetterKind::Odd => return None,
        }
    }
    let script = letters.script?;
    Some((letters, script))
}

/// Returns true if a character ends clauses or encloses words. Excludes the full stop, which also occurs in file and
/// host names.
#[rustfmt::skip]
const fn is_sign(character: char) -> bool {
    matches!(
        character,
        ',' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '"' | '«' | '»' | '„' | '“' | '”' | '…' | '。' | '、' | '，'
            | '！' | '？' | '：' | '；' | '（' | '）' | '「' | '」'
    )
}

/// Separator at both ends of a word, and between parts of a compound.
const LINK: u32 = 0;

/// Largest number of letters that are scored; further letters are ignored.
const LONGEST: usize = 46;

#[derive(Debug)]
struct WordLetters {
    script: Option<Script>,
    /// Folded letters with separators, then filled up with [`LINK`].
    spelled: [u32; LONGEST + 2],
    length: usize,
}

impl Default for WordLetters {
    fn default() -> Self {
        Self { script: None, spelled: [LINK; LONGEST + 2], length: 1 }
    }
}

impl WordLetters {
    fn push(&mut self, letter: u32) {
        if self.length <= LONGEST {
            self.spelled[self.length] = letter;
            self.length += 1;
        }
    }

    fn spelled_letters(&self) -> &[u32] {
        self.spelled.get(..=self.length).unwrap_or(&[])
    }
}

enum LetterKind {
    Letter(Script),
    Mark,
    /// Joins two words, such as the apostrophe in `l'eau`.
    Link,
    /// Never occurs in a natural word.
    Odd,
}

fn classify_letter(character: char) -> LetterKind {
    let script = match character {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '\'' | '-' | '·' | '\u{2018}' | '\u{2019}' | '\u{2010}' | '\u{2011}' | '\u{200c}' => {
            return LetterKind::Link;
        }
        '\u{ad}'
        | '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{640}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{200d}' => return LetterKind::Mark,
        '\0'..='\u{a9}' | '×' | '÷' => return LetterKind::Odd,
        'ª' | 'º' | '\u{c0}'..='\u{2af}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{530}'..='\u{58f}' => Script::Armenian,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{980}'..='\u{9ff}' => Script::Bengali,
        '\u{a00}'..='\u{a7f}' => Script::Gurmukhi,
        '\u{a80}'..='\u{aff}' => Script::Gujarati,
        '\u{b00}'..='\u{b7f}' => Script::Odia,
        '\u{b80}'..='\u{bff}' => Script::Tamil,
        '\u{c00}'..='\u{c7f}' => Script::Telugu,
        '\u{c80}'..='\u{cff}' => Script::Kannada,
        '\u{d00}'..='\u{d7f}' => Script::Malayalam,
        '\u{d80}'..='\u{dff}' => Script::Sinhala,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{e80}'..='\u{eff}' => Script::Lao,
        '\u{1000}'..='\u{109f}' => Script::Myanmar,
        '\u{10a0}'..='\u{10ff}' | '\u{1c90}'..='\u{1cbf}' => Script::Georgian,
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => {
            Script::Hangul
        }
        '\u{1200}'..='\u{139f}' => Script::Ethiopic,
        '\u{1780}'..='\u{17ff}' => Script::Khmer,
        '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{323af}' => Script::Han,
        letter if letter.is_alphabetic() => Script::Other,
        _ => return LetterKind::Odd,
    };
    // The scripts above include their digits, which do not count. Vowel signs are not `Numeric`.
    if !character.is_ascii() && character.is_numeric() {
        LetterKind::Odd
    } else {
        LetterKind::Letter(script)
    }
}

fn fold_letter(character: char) -> u32 {
    if character.is_ascii() {
        return u32::from(character.to_ascii_lowercase());
    }
    let lower = character.to_lowercase().next().unwrap_or(character);
    u32::from(match lower {
        'ё' | 'ѐ' => 'е',
        'ș' => 'ş',
        'ț' => 'ţ',
        other => other,
    })
}

/// Returns the row of a rare word of letters from a to z. `None` for frequent words, and for words with fewer than 3 or
/// more than [`LONGEST`] letters.
pub(super) fn score_rare_word(word: &str) -> Option<EvidenceRow> {
    let letters = word.as_bytes();
    let is_plain = (3..=LONGEST).contains(&letters.len())
        && letters.iter().fold(true, |all, letter| all & letter.is_ascii_alphabetic());
    let is_rare = is_plain && !MODEL.is_frequent_latin_word(letters);
    let row = || EvidenceRow {
        number: MODEL.row_without_evidence(Script::Latin),
        script: Some(Script::Latin),
        more: true,
    };
    is_rare.then(row)
}

/// Binary logarithm of the number of slots in the cache of words. With this size, weighing letters takes only a
/// twentieth of the processor time.
const REMEMBERED_BITS: u32 = 18;
const REMEMBERED_WORDS: usize = 1 << REMEMBERED_BITS;

/// Cached rows. Each slot has 48 bits of a word's hash, and the number of its row, which is never 0.
static REMEMBERED: [AtomicU64; REMEMBERED_WORDS] = [const { AtomicU64::new(0) }; REMEMBERED_WORDS];

/// Random for each run, so that crafted words cannot collide.
static SEED: LazyLock<u64> = LazyLock::new(random_odd_number);

pub(super) fn cached_row(word: &str, find_out: impl FnOnce() -> u16) -> u16 {
    let hash = xxh3_64(word.as_bytes()).wrapping_mul(*SEED);
    let place = &REMEMBERED[(hash >> (u64::BITS - REMEMBERED_BITS)) as usize];
    let slot = place.load(Ordering::Relaxed);
    if slot >> 16 == hash & u64::MAX >> 16 && slot as u16 != 0 {
        return slot as u16;
    }
    let row = find_out();
    place.store(hash << 16 | u64::from(row), Ordering::Relaxed);
    row
}

/// Returns the script of a language whose letters have look-alikes.
pub(in crate::text) fn lookalike_script_of(language: Language) -> Option<Script> {
    LOOKALIKE_SCRIPTS.into_iter().find(|script| languages(*script).contains(&language))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use proptest::prelude::*;

    use super::{
        COLUMNS, EvidenceRow, REMEMBERED_WORDS, SCRIPTS, Script, cached_row, languages,
        model::MODEL, score_spelling_quickly, score_word, score_word_quickly,
    };

    fn judged(text: &str) -> Option<&'static str> {
        let mut sums: BTreeMap<Script, (u32, [u32; COLUMNS])> = BTreeMap::new();
        for word in text.split([' ', ',', '.', '，', '。', '、']) {
            let row = score_word(word);
            let Some(script) = row.script() else { continue };
            let (words, sums) = sums.entry(script).or_insert((0, [0; COLUMNS]));
            *words += 1;
            sums.iter_mut()
                .zip(row.column_scores())
                .for_each(|(sum, &score)| *sum += u32::from(score));
        }
        let (script, (_, sums)) = sums.into_iter().max_by_key(|(_, (words, _))| *words)?;
        let best = languages(script).iter().zip(sums).max_by_key(|&(_, sum)| sum)?;
        Some(best.0.code())
    }

    /// Languages with a sentence of each.
    fn sentences() -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = include_str!("sentences.txt").lines().filter(|line| !line.starts_with("# "));
        lines.map(|line| line.split_once(' ').unwrap())
    }

    #[test]
    fn a_disguised_word_tells_what_the_word_itself_tells() {
        for (disguised, plain) in [("tаkе", "take"), ("сoвeт", "совет"), ("оf", "of")] {
            assert_eq!(score_word(disguised), score_word(plain), "{disguised}");
            assert_eq!(score_word_quickly(disguised), score_word_quickly(plain), "{disguised}");
        }
    }

    #[test]
    fn a_third_of_technical_terms_changes_nothing() {
        let terms = ["server", "Linux", "cache", "browser", "update", "Python", "email", "kernel"];
        for (code, text) in sentences() {
            let mut words: Vec<_> = text.split(' ').collect();
            for (word, term) in words.iter_mut().skip(1).step_by(3).zip(terms) {
                *word = term;
            }
            assert_eq!(judged(&words.join(" ")), Some(code), "{words:?}");
        }
        assert_eq!(sentences().count(), 44);
    }

    #[test]
    fn the_file_is_read_whole() {
        for (script, _) in SCRIPTS {
            let [columns, rows] = [languages(script).len(), script as usize];
            assert!(columns <= COLUMNS && rows < SCRIPTS.len(), "{script:?}");
            assert_eq!(SCRIPTS[rows].0, script);
        }
        // Scripts except Han, Han's balances, and the leaves of the trees.
        let rows = 24 + 31 + 16 * 16 * 16 + 16 * 32 + 16 * 16 + 8 * 16;
        assert_ne!(MODEL.row_scores(rows), &[0; COLUMNS]);
        assert_eq!(MODEL.row_scores(rows + 1), &[0; COLUMNS]);
    }

    #[test]
    fn every_language_with_a_list_or_a_stemmer_has_a_column() {
        let columns: HashSet<_> = SCRIPTS.iter().flat_map(|(_, languages)| *languages).collect();
        for language in super::Language::all() {
            let is_written_form = matches!(language.code(), "nb" | "nn");
            if (language.has_stop_words() || language.has_stemmer()) && !is_written_form {
                assert!(columns.contains(&language), "{}", language.name());
            }
        }
    }

    #[test]
    fn what_is_no_natural_word_tells_nothing() {
        for word in
            ["", "42", "x86", "foo_bar", "a.b", "жqr", "-", "’", "\u{301}", "me@home", "１２"]
        {
            assert_eq!(score_word(word), EvidenceRow::default(), "{word}");
        }
        assert_eq!(EvidenceRow::default().script(), None);
        assert_eq!(EvidenceRow::default().column_scores(), &[0; COLUMNS]);
    }

    #[test]
    fn a_glance_is_enough_for_frequent_words_and_tells_the_script_of_others() {
        let frequent = "the und don't nicht perché что який और است the-the";
        for word in frequent.split(' ').chain(["Ελλάδα", "漢字かな", "7", "n", "naïveя"])
        {
            assert_eq!(score_word_quickly(word), score_word(word), "{word}");
            assert!(!score_word_quickly(word).more, "{word}");
        }
        for word in ["Fensterbank", "overtemperature", "подоконничек", "the-overtemperature"]
        {
            let (glance, whole) = (score_word_quickly(word), score_word(word));
            assert!(glance.more && !whole.more, "{word}");
            assert_eq!(glance.script(), whole.script(), "{word}");
            let columns = languages(glance.script().unwrap()).len();
            let scores = &glance.column_scores()[..columns];
            assert!(scores.iter().all(|score| *score == scores[0]), "{word}");
            assert_ne!(glance.column_scores(), whole.column_scores(), "{word}");
        }
    }

    #[test]
    fn kana_tells_japanese_and_simplified_characters_chinese() {
        for (word, best) in [("です", 1), ("カメラ", 1), ("込む", 1), ("这个", 0), ("们", 0)]
        {
            let scores = score_word(word).column_scores();
            assert!(scores[best] >= scores[1 - best] + 7, "{word}: {:?}", scores.get(..2));
        }
    }

    #[test]
    fn marks_letters_and_links_are_seen_through() {
        for (one, other) in [
            ("ещё", "еще"),
            ("și", "şi"),
            ("l'eau", "l’eau"),
            ("co\u{ad}operate", "cooperate"),
            ("كِتَاب", "كتاب"),
        ] {
            assert_eq!(score_word(one), score_word(other), "{one}");
            assert_ne!(score_word(one), EvidenceRow::default());
        }
    }

    proptest! {
        #[test]
        fn every_string_has_a_row_with_scores_in_range(word in "\\PC{0,60}") {
            let row = score_word(&word);
            let columns = row.script().map_or(0, |script| languages(script).len());
            prop_assert!(row.column_scores().iter().all(|&score| score <= 15));
            prop_assert!(row.column_scores().iter().skip(columns).all(|&score| score == 0));
        }

        #[test]
        fn case_does_not_matter(word in "[a-zà-öø-þčšžłőа-яґіїєά-ώ]{1,60}") {
            let upper: String = word.chars().flat_map(char::to_uppercase).collect();
            if upper.to_lowercase() == word {
                prop_assert_eq!(score_word(&upper), score_word(&word));
            }
        }

        #[test]
        fn a_digit_or_an_underscore_anywhere_leaves_nothing(
            before in "[a-zа-я]{0,8}", after in "[a-zа-я]{0,8}", odd in "[0-9_/@.]",
        ) {
            prop_assert_eq!(score_word(&format!("{before}{odd}{after}")), EvidenceRow::default());
        }
    }

    proptest! {
        #[test]
        fn a_word_tells_the_same_whether_it_is_spelled_or_not(
            word in "[a-zA-Z]{0,9}|[a-z]{40,60}|[a-zé'-]{0,9}|(The|und|with|con)[a-z]{0,2}",
        ) {
            prop_assert_eq!(score_word_quickly(&word), score_spelling_quickly(&word), "{}", word);
        }
    }

    #[test]
    fn more_words_than_there_are_places_are_still_told_apart() {
        for round in 0..2 {
            for number in 0..3 * REMEMBERED_WORDS {
                let row = number as u16 | 1;
                let found = cached_row(&format!("many {number}"), || row);
                assert_eq!(found, row, "{round} {number}");
            }
        }
    }
}
