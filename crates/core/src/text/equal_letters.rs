//! Characters that count as equal, by script: variants of a letter, optional marks, and signs of one meaning.
//!
//! [`replacement_of`] and [`is_stroke`] apply before tokenization, because they change where words end.
//! [`fold_equal_letters`] applies when the language of a word is known, because many languages are recognised by such
//! letters.

use std::borrow::Cow;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

const NFD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizerBorrowed::new_nfd();
const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();

/// Ideographs for the radicals U+2E80 to U+2EF3, which PDF programs write in their place. Source:
/// `EquivalentUnifiedIdeograph.txt` of Unicode.
const RADICALS: &str = "⺀厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂\
     肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟";

pub(in crate::text) fn replacement_of(character: char) -> Option<char> {
    Some(match character {
        '`' | '\u{b4}' | '\u{2b9}' | '\u{2bb}' | '\u{2bc}' | '\u{374}' | '\u{5f3}' | '\u{2018}'
        | '\u{2019}' | '\u{201b}' | '\u{2032}' => '\'',
        '\u{5f4}' => '"',
        // This is the only space that UAX #29 counts as part of a word.
        '\u{202f}' => '\u{a0}',
        '\u{2e80}'..='\u{2ef3}' => RADICALS.chars().nth(character as usize - 0x2e80)?,
        '\u{2f00}'..='\u{2fd5}' => {
            NFKC.normalize(character.encode_utf8(&mut [0; 4])).chars().next()?
        }
        _ => return None,
    })
}

/// Returns true if a character strikes, underlines or frames the letter before it. No orthography has such marks.
pub(in crate::text) const fn is_stroke(character: char) -> bool {
    matches!(character, '\u{305}' | '\u{332}'..='\u{338}' | '\u{33f}' | '\u{20d0}'..='\u{20f0}')
}

/// Returns true if at least two letters of the word are struck. A single struck letter may be a formula, such as a
/// vector.
pub(in crate::text) fn is_struck(word: &str) -> bool {
    word.chars().filter(|character| is_stroke(*character)).nth(1).is_some()
}

/// Replaces equal letters by one of them, and drops optional marks; a word of marks alone stays.
pub(in crate::text) fn fold_equal_letters(word: &str) -> Cow<'_, str> {
    let letters = || {
        let mut before = None;
        word.chars().map(move |letter| {
            let found = equal_letter(letter, before);
            before = found.and(Some(letter)).or(before);
            (letter, found)
        })
    };
    if letters().all(|(letter, found)| found == Some(letter)) {
        return Cow::Borrowed(word);
    }
    let plain: String = letters().filter_map(|(_, found)| found).collect();
    if plain.is_empty() { Cow::Borrowed(word) } else { Cow::Owned(plain) }
}

/// Returns the letter that stands for all letters equal to this one, or `None` for an optional mark.
fn equal_letter(letter: char, before: Option<char>) -> Option<char> {
    Some(match letter {
        // Latin: Romanian is written with commas or cedillas.
        '\u{218}' => '\u{15e}',
        '\u{219}' => '\u{15f}',
        '\u{21a}' => '\u{162}',
        '\u{21b}' => '\u{163}',
        // Cyrillic: most Russian texts omit `ё` and stress marks. Belarusian always writes `ё`, but few words differ by
        // `ё` alone.
        'Ё' => 'Е',
        'ё' => 'е',
        '\u{301}' if before.is_some_and(|it| matches!(it, '\u{400}'..='\u{52f}')) => return None,
        // Greek: capitals have no accents.
        '\u{300}'..='\u{345}' if before.is_some_and(is_greek) => return None,
        '\u{386}'..='\u{390}'
        | '\u{3aa}'..='\u{3b0}'
        | '\u{3ca}'..='\u{3ce}'
        | '\u{1f00}'..='\u{1fff}' => base_letter(letter),
        // Hebrew: points and accents.
        '\u{591}'..='\u{5bd}'
        | '\u{5bf}'
        | '\u{5c1}'
        | '\u{5c2}'
        | '\u{5c4}'
        | '\u{5c5}'
        | '\u{5c7}'
        // Arabic: vowels, signs of the Quran and the tatweel, all optional.
        | '\u{610}'..='\u{61a}'
        | '\u{640}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}'
        | '\u{6e7}'
        | '\u{6e8}'
        | '\u{6ea}'..='\u{6ed}'
        | '\u{8d3}'..='\u{8e1}'
        | '\u{8e3}'..='\u{8ff}' => return None,
        // Variants of alef, yeh, heh and kaf, and digits, as Lucene folds them.
        '\u{622}' | '\u{623}' | '\u{625}' | '\u{671}' => '\u{627}',
        '\u{649}' | '\u{6cc}' => '\u{64a}',
        '\u{629}' | '\u{6c0}'..='\u{6c3}' => '\u{647}',
        '\u{6a9}' | '\u{6aa}' => '\u{643}',
        '\u{6f0}'..='\u{6f9}' => char::from_u32(letter as u32 - 0x6f0 + 0x660)?,
        other => other,
    })
}

pub(in crate::text) fn without_accents(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let mut is_latin_before = false;
    let letters = word.chars().filter_map(|letter| {
        let is_accent = is_latin_before && matches!(letter, '\u{300}'..='\u{36f}');
        is_latin_before = is_accent || is_latin(letter);
        (!is_accent).then(|| if is_latin(letter) { letter_without_accent(letter) } else { letter })
    });
    Cow::Owned(letters.collect())
}

fn letter_without_accent(letter: char) -> char {
    match letter {
        'Đ' => 'D',
        'đ' => 'd',
        'Ħ' => 'H',
        'ħ' => 'h',
        'ı' => 'i',
        'Ł' => 'L',
        'ł' => 'l',
        'Ø' => 'O',
        'ø' => 'o',
        'Ŧ' => 'T',
        'ŧ' => 't',
        _ => base_letter(letter),
    }
}

fn base_letter(letter: char) -> char {
    NFD.normalize(letter.encode_utf8(&mut [0; 4])).chars().next().unwrap_or(letter)
}

const fn is_latin(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

const fn is_greek(letter: char) -> bool {
    matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}
