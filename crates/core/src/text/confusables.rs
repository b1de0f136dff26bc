//! Look-alike letters of the Latin, Cyrillic and Greek scripts, in words that mix these scripts.

use super::language::evidence::Script::{self, Cyrillic, Greek, Latin};

/// The scripts with look-alike letters.
pub(in crate::text) const LOOKALIKE_SCRIPTS: [Script; 3] = [Latin, Cyrillic, Greek];

const NONE: char = '\0';

/// Rows of letters that look alike, one for each of [`LOOKALIKE_SCRIPTS`]; [`NONE`] if a script has no such letter. Source: pairs
/// of [UTS #39](https://www.unicode.org/reports/tr39/) with the same case that look alike upright in most fonts.
#[rustfmt::skip]
const ALIKE: [[char; 3]; 45] = [
    ['a', 'а', 'α'], ['c', 'с', NONE], ['d', 'ԁ', NONE], ['e', 'е', NONE], ['h', 'һ', NONE], ['i', 'і', 'ι'],
    ['j', 'ј', 'ϳ'], ['o', 'о', 'ο'], ['p', 'р', 'ρ'], ['q', 'ԛ', NONE], ['s', 'ѕ', NONE], ['u', NONE, 'υ'],
    ['v', 'ѵ', 'ν'], ['w', 'ԝ', NONE], ['x', 'х', 'χ'], ['y', 'у', 'γ'], ['ë', 'ё', NONE], ['ï', 'ї', 'ϊ'],
    ['ó', NONE, 'ό'], [NONE, 'к', 'κ'], [NONE, 'ф', 'φ'],
    ['A', 'А', 'Α'], ['B', 'В', 'Β'], ['C', 'С', NONE], ['E', 'Е', 'Ε'], ['G', 'Ԍ', NONE], ['H', 'Н', 'Η'],
    ['I', 'І', 'Ι'], ['J', 'Ј', 'Ϳ'], ['K', 'К', 'Κ'], ['M', 'М', 'Μ'], ['N', NONE, 'Ν'], ['O', 'О', 'Ο'],
    ['P', 'Р', 'Ρ'], ['Q', 'Ԛ', NONE], ['S', 'Ѕ', NONE], ['T', 'Т', 'Τ'], ['V', 'Ѵ', NONE], ['W', 'Ԝ', NONE],
    ['X', 'Х', 'Χ'], ['Y', 'У', 'Υ'], ['Z', NONE, 'Ζ'], ['Ë', 'Ё', NONE], ['Ï', 'Ї', 'Ϊ'], [NONE, 'Г', 'Γ'],
];

/// Returns the word in one script, or `None` if the word does not change.
///
/// A word changes if it mixes scripts or is not in the script of its language (`own`). The new script has look-alikes
/// for all its other letters. Candidates in order: the script of the language, the script with most letters of the
/// word, the script of the first letter.
///
/// `сoвет` with a Latin `o` becomes Cyrillic. `USBшка` and `µm` stay, because no script has all their letters.
pub(in crate::text) fn unify_script(word: &str, own: Option<Script>) -> Option<String> {
    let mut counts = [0_usize; LOOKALIKE_SCRIPTS.len()];
    let mut first = [usize::MAX; LOOKALIKE_SCRIPTS.len()];
    for (at, letter) in word.char_indices() {
        if let Some(script) = script_of(letter) {
            counts[column_of(script)] += 1;
            first[column_of(script)] = first[column_of(script)].min(at);
        }
    }
    let has = |script| counts[column_of(script)] > 0;
    if LOOKALIKE_SCRIPTS.into_iter().filter(|script| has(*script)).count() < 2
        && own.is_none_or(has)
    {
        return None;
    }
    let mut targets = LOOKALIKE_SCRIPTS;
    targets.sort_by_key(|script| {
        let column = column_of(*script);
        (own != Some(*script), std::cmp::Reverse(counts[column]), first[column])
    });
    let mut targets = targets.into_iter().filter(|script| own == Some(*script) || has(*script));
    let found = targets.find_map(|script| {
        word.chars().map(|letter| look_alike_in_script(letter, script)).collect::<Option<String>>()
    });
    found.filter(|found| found != word)
}

/// Returns the letter of `target` that looks like `letter`, or `None` if `target` has none. Characters without a script
/// stay.
fn look_alike_in_script(letter: char, target: Script) -> Option<char> {
    match script_of(letter) {
        Some(script) if script != target => {
            let row = ALIKE.iter().find(|row| row[column_of(script)] == letter)?;
            Some(row[column_of(target)]).filter(|found| *found != NONE)
        }
        _ => Some(letter),
    }
}

/// Returns the column of one of [`LOOKALIKE_SCRIPTS`].
const fn column_of(script: Script) -> usize {
    match script {
        Latin => 0,
        Cyrillic => 1,
        _ => 2,
    }
}

fn script_of(letter: char) -> Option<Script> {
    match letter {
        '\u{d7}' | '\u{f7}' => None,
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{2af}' | '\u{1e00}'..='\u{1eff}' => Some(Latin),
        '\u{400}'..='\u{481}' | '\u{48a}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' => Some(Cyrillic),
        '\u{370}'..='\u{3e1}' | '\u{3f0}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => {
            letter.is_alphabetic().then_some(Greek)
        }
        _ => None,
    }
}

/// Returns true if [`--confusables on`](super::normalize::Confusables::On) changes the word.
pub fn mixes_scripts(word: &str) -> bool {
    // A mixed word contains a Greek or Cyrillic letter, whose UTF-8 begins with one of the bytes below. A word that
    // begins with an ideograph contains no such letters, so the first test saves a tenth of the instructions on
    // Chinese.
    if matches!(word.as_bytes().first(), None | Some(0xe4..=0xe9)) {
        return false;
    }
    let is_other = |byte: u8| matches!(byte, 0xcd..=0xd4 | 0xe1);
    word.bytes().any(is_other) && unify_script(word, None).is_some()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ALIKE, LOOKALIKE_SCRIPTS, NONE, mixes_scripts, script_of, unify_script};
    use crate::text::Script::{Cyrillic, Latin};

    #[test]
    fn every_letter_of_the_table_stands_once_and_in_its_script() {
        let mut seen = HashSet::new();
        for row in ALIKE {
            for (letter, script) in row.into_iter().zip(LOOKALIKE_SCRIPTS) {
                if letter != NONE {
                    assert_eq!(script_of(letter), Some(script), "{letter}");
                    assert!(seen.insert(letter), "{letter} twice");
                }
            }
            assert!(row.iter().filter(|letter| **letter != NONE).count() > 1);
        }
    }

    #[test]
    fn a_disguised_word_comes_back() {
        let disguised = "сoвeт Cкиф pаssword Ρaypal μοvο щëтка tаkе";
        let plain = "совет Скиф password Paypal μονο щётка take";
        for (disguised, plain) in disguised.split(' ').zip(plain.split(' ')) {
            assert_ne!(disguised, plain);
            assert_eq!(unify_script(disguised, None).as_deref(), Some(plain), "{disguised}");
            assert!(mixes_scripts(disguised));
        }
    }

    #[test]
    fn words_of_one_script_and_true_mixtures_stay() {
        for word in "совет password café μόνο USBшка μm USBкабель 漢字a x1  Ёж".split(' ')
        {
            assert_eq!(unify_script(word, None), None, "{word}");
            assert!(!mixes_scripts(word), "{word}");
        }
    }

    #[test]
    fn a_word_of_look_alikes_alone_takes_the_script_of_most_or_of_the_first() {
        assert_eq!(unify_script("ССCР", None).as_deref(), Some("СССР"));
        assert_eq!(unify_script("аp", None).as_deref(), Some("ар"), "the first letter is Cyrillic");
        assert_eq!(unify_script("aр", None).as_deref(), Some("ap"), "the first letter is Latin");
    }

    #[test]
    fn a_word_of_look_alikes_takes_the_script_of_its_language() {
        for (word, own, found) in [
            ("һаѕ", Latin, Some("has")),
            ("аp", Latin, Some("ap")),
            ("aр", Cyrillic, Some("ар")),
            ("cop", Cyrillic, Some("сор")),
            ("он", Latin, None),
            ("has", Latin, None),
            ("12", Latin, None),
        ] {
            assert_eq!(unify_script(word, Some(own)).as_deref(), found, "{word}");
        }
    }

    #[test]
    fn what_is_in_one_script_stays_so() {
        for row in ALIKE {
            for a in row {
                for b in row {
                    let word: String =
                        [a, b, a].into_iter().filter(|letter| *letter != NONE).collect();
                    if let Some(once) = unify_script(&word, None) {
                        assert_eq!(unify_script(&once, None), None, "{word} {once}");
                    }
                }
            }
        }
    }
}
