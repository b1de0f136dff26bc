//! Stems English words of ASCII in place, with the results of the Snowball algorithm Porter 2 in `rust_stemmers`. The
//! library copies the word at each change, and compares one ending after another. Here each step looks at the last
//! letter first, which takes an eighteenth of the instructions.

/// Longest word that is stemmed here; the library stems longer words.
const LONGEST: usize = 64;

/// Number of zeros before the word, so that the last eight letters of any word can be read as one number.
const START: usize = 8;

pub(super) type StemRoom = [u8; START + LONGEST];

pub(super) const ROOM: StemRoom = [0; START + LONGEST];

/// Returns the stem of a folded word; empty if nothing remains. `None` for a long word, or for characters other than
/// small letters, digits and signs of ASCII.
pub(super) fn stem<'r>(word: &[u8], room: &'r mut StemRoom) -> Option<&'r [u8]> {
    let end = START + word.len();
    room.get_mut(START..end)?.copy_from_slice(word);
    let letters = Letters::new(word);
    if letters.has_others {
        return None;
    }
    if word.len() < 3 {
        return room.get(START..end);
    }
    if word.len() <= LONGEST_IRREGULAR
        && let Some(stem) = irregular_stem(word)
    {
        return Some(stem);
    }
    let mut word = EnglishWord::new(room, end, letters);
    word.stem();
    let EnglishWord { start, end, .. } = word;
    room.get(start..end)
}

const LONGEST_IRREGULAR: usize = 6;

fn irregular_stem(word: &[u8]) -> Option<&'static [u8]> {
    Some(match word {
        b"skis" => b"ski",
        b"skies" | b"sky" => b"sky",
        b"dying" => b"die",
        b"lying" => b"lie",
        b"tying" => b"tie",
        b"idly" => b"idl",
        b"gently" => b"gentl",
        b"ugly" => b"ugli",
        b"early" => b"earli",
        b"only" => b"onli",
        b"singly" => b"singl",
        b"andes" => b"andes",
        b"atlas" => b"atlas",
        b"bias" => b"bias",
        b"cosmos" => b"cosmos",
        b"howe" => b"howe",
        b"news" => b"news",
        _ => return None,
    })
}

/// An ending of a word and its replacement.
struct Ending {
    /// The last letter in the highest byte, as in the number of a word's last eight letters.
    letters: u64,
    /// The bytes of `letters` that belong to the ending.
    mask: u64,
    length: usize,
    instead: &'static [u8],
}

const fn make_ending(text: &str, instead: &'static str) -> Ending {
    let (bytes, instead) = (text.as_bytes(), instead.as_bytes());
    let (mut letters, mut place) = (0, 0);
    while place < bytes.len() {
        letters |= (bytes[place] as u64) << (8 * (8 - bytes.len() + place));
        place += 1;
    }
    Ending { letters, mask: u64::MAX << (64 - 8 * bytes.len()), length: bytes.len(), instead }
}

impl Ending {
    #[inline]
    const fn is_ending_of(&self, last: u64) -> bool {
        last & self.mask == self.letters
    }
}

/// Pairs each ending with its replacement. List longer endings first, because the first match counts.
macro_rules! endings {
    ($($ending:literal $instead:literal)+) => { const { &[$(make_ending($ending, $instead)),+] } };
}

/// Words that no step after 1a changes.
const WHOLE: [&[u8]; 8] =
    [b"succeed", b"proceed", b"exceed", b"canning", b"inning", b"earring", b"herring", b"outing"];

struct EnglishWord<'r> {
    room: &'r mut StemRoom,
    start: usize,
    end: usize,
    /// Bit masks of letters from [`START`] on: original vowels, and each `y` that is a consonant.
    vowels: u64,
    consonants: u64,
    first: usize,
    second: usize,
}

/// A bit for each of the letters `aeiouy`, from `a` on.
const VOWELS: u32 = 0x0110_4111;
/// A bit for each of the letters `cdeghkmnrt`, which may precede `li`.
const BEFORE_LI: u32 = 0x000a_34dc;

#[inline]
const fn is_in_set(set: u32, letter: u8) -> bool {
    let place = letter.wrapping_sub(b'a');
    place < 26 && set >> place & 1 == 1
}

#[inline]
const fn is_vowel(letter: u8) -> bool {
    is_in_set(VOWELS, letter)
}

/// Kinds of bytes as flags. 1: a vowel. 2: a `y`, which also counts as a vowel. 4: no small letter, digit or sign of
/// ASCII.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0_u8;
    loop {
        kinds[byte as usize] = is_vowel(byte) as u8
            | ((byte == b'y') as u8) << 1
            | ((byte >= 0x80 || byte.is_ascii_uppercase()) as u8) << 2;
        if byte == u8::MAX {
            break kinds;
        }
        byte += 1;
    }
};

struct Letters {
    vowels: u64,
    ys: u64,
    has_others: bool,
}

impl Letters {
    fn new(word: &[u8]) -> Self {
        let (mut vowels, mut ys, mut all) = (0, 0, 0);
        for (place, byte) in word.iter().enumerate() {
            let kind = KINDS[usize::from(*byte)];
            vowels |= u64::from(kind & 1) << (place % 64);
            ys |= u64::from(kind >> 1 & 1) << (place % 64);
            all |= kind;
        }
        Self { vowels, ys, has_others: all & 4 != 0 }
    }

    /// Returns a mask of each `y` that is a consonant: at the start or after a vowel.
    fn mask_consonant_ys(&mut self, start: usize) -> u64 {
        let (mut ys, mut consonants) = (self.ys, 0);
        while ys != 0 {
            let y = ys & ys.wrapping_neg();
            if y == 1 << start || self.vowels & y >> 1 != 0 {
                self.vowels &= !y;
                consonants |= y;
            }
            ys &= ys - 1;
        }
        consonants
    }
}

impl<'r> EnglishWord<'r> {
    fn new(room: &'r mut StemRoom, end: usize, mut letters: Letters) -> Self {
        let has_apostrophe = usize::from(room[START] == b'\'');
        if has_apostrophe == 1 {
            room[START] = 0;
        }
        let consonants = letters.mask_consonant_ys(has_apostrophe);
        let (start, vowels) = (START + has_apostrophe, letters.vowels);
        let mut word = Self { room, start, end, vowels, consonants, first: end, second: end };
        word.find_regions();
        word
    }

    fn stem(&mut self) {
        self.step_1a();
        if !matches!(self.end - self.start, 6 | 7) || !WHOLE.contains(&self.letters()) {
            self.step_1b();
            self.step_1c();
            self.step_2();
            self.step_3();
            self.step_4();
            self.step_5();
        }
    }

    fn letters(&self) -> &[u8] {
        self.room.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns the last eight letters, after zeros if the word is shorter, with the last letter in the highest byte.
    #[inline]
    fn last_eight_letters(&self) -> u64 {
        let before = self.room.get(self.end - 8..self.end);
        before.and_then(<[u8]>::first_chunk).map_or(0, |eight| u64::from_le_bytes(*eight))
    }

    #[inline]
    fn letter_before(&self, place: usize, letters: usize) -> u8 {
        self.room.get(place - letters).copied().unwrap_or_default()
    }

    #[inline]
    fn replace_ending(&mut self, length: usize, instead: &[u8]) {
        let from = self.end - length;
        self.end = from + instead.len();
        for (place, letter) in (from..).zip(instead) {
            self.room[place] = *letter;
        }
    }

    /// Finds R1, which begins after the first consonant that follows a vowel, and R2, which begins in R1 in the same
    /// way.
    fn find_regions(&mut self) {
        let letters = self.letters();
        let prefix = match letters.first() {
            Some(b'g') if letters.starts_with(b"gener") => Some(5),
            Some(b'c') if letters.starts_with(b"commun") => Some(6),
            Some(b'a') if letters.starts_with(b"arsen") => Some(5),
            _ => None,
        };
        let first = prefix
            .map_or_else(|| self.start_of_region_after(self.start), |letters| self.start + letters);
        (self.first, self.second) = (first, self.start_of_region_after(first));
    }

    fn start_of_region_after(&self, from: usize) -> usize {
        let rest = |place: usize| u64::MAX.checked_shl((place - START) as u32).unwrap_or_default();
        let vowel = START + (self.vowels & rest(from)).trailing_zeros() as usize;
        let consonant = START + (!self.vowels & rest(vowel)).trailing_zeros() as usize;
        (consonant + 1).min(self.end)
    }

    /// Returns true if a letter before `end` is a vowel. Valid while the word has only lost letters at its end.
    fn has_vowel(&self, end: usize) -> bool {
        self.vowels & !u64::MAX.checked_shl((end - START) as u32).unwrap_or_default() != 0
    }

    #[inline]
    fn is_vowel_before(&self, place: usize, letters: usize) -> bool {
        let letter = self.letter_before(place, letters);
        is_vowel(letter)
            && (letter != b'y' || self.consonants >> ((place - letters - START) % 64) & 1 == 0)
    }

    fn is_short(&self, end: usize) -> bool {
        if end < self.start + 2 || self.is_vowel_before(end, 1) || !self.is_vowel_before(end, 2) {
            return false;
        }
        end == self.start + 2
            || !matches!(self.letter_before(end, 1), b'w' | b'x' | b'y')
                && !self.is_vowel_before(end, 3)
    }

    fn step_1a(&mut self) {
        let last = self.last_eight_letters();
        let apostrophes: &[Ending] = endings!["'s'" "" "'s" "" "'" ""];
        if let Some(found) = apostrophes.iter().find(|ending| ending.is_ending_of(last)) {
            self.end -= found.length;
        }
        let last = self.last_eight_letters();
        if const { make_ending("sses", "") }.is_ending_of(last) {
            self.end -= 2;
        } else if const { make_ending("ies", "") }.is_ending_of(last)
            || const { make_ending("ied", "") }.is_ending_of(last)
        {
            // If at least two letters precede the ending, both of its letters go. Otherwise "ties" and "tied" become
            // "tie".
            self.end -= if self.end - self.start > 4 { 2 } else { 1 };
        } else if last >> 56 == u64::from(b's')
            && !matches!(self.letter_before(self.end, 2), b's' | b'u')
            && self.end - self.start > 1
            && self.has_vowel(self.end - 2)
        {
            self.end -= 1;
        }
    }

    fn step_1b(&mut self) {
        let last = self.last_eight_letters();
        let removed = match last.to_be_bytes() {
            [b'd', b'e', b'e', ..] => return self.step_1b_ee(3),
            [b'd', b'e', ..] => 2,
            [b'g', b'n', b'i', ..] => 3,
            [b'y', b'l', b'd', b'e', b'e', ..] => return self.step_1b_ee(5),
            [b'y', b'l', b'd', b'e', ..] => 4,
            [b'y', b'l', b'g', b'n', b'i', ..] => 5,
            _ => return,
        };
        if !self.has_vowel(self.end - removed) {
            return;
        }
        self.end -= removed;
        match self.last_eight_letters().to_be_bytes() {
            [b't', b'a', ..] | [b'l', b'b', ..] | [b'z', b'i', ..] => self.add_e(),
            [one @ (b'b' | b'd' | b'f' | b'g' | b'm' | b'n' | b'p' | b'r' | b't'), two, ..]
                if one == two =>
            {
                self.end -= 1;
            }
            _ if self.end == self.first && self.is_short(self.end) => self.add_e(),
            _ => {}
        }
    }

    fn step_1b_ee(&mut self, length: usize) {
        if self.end - length >= self.first {
            self.end = self.end - length + 2;
        }
    }

    fn add_e(&mut self) {
        self.room[self.end] = b'e';
        self.end += 1;
    }

    fn step_1c(&mut self) {
        if self.letter_before(self.end, 1) == b'y'
            && self.end - self.start > 2
            && !self.is_vowel_before(self.end, 2)
        {
            self.room[self.end - 1] = b'i';
        }
    }

    fn step_2(&mut self) {
        let last = self.last_eight_letters();
        let endings: &[Ending] = match (last >> 56) as u8 {
            b'i' => endings![
                "abli" "able" "bli" "ble" "entli" "ent" "ousli" "ous" "alli" "al" "fulli" "ful" "lessli" "less" "li" ""
                "biliti" "ble" "aliti" "al" "iviti" "ive" "anci" "ance" "enci" "ence" "ogi" "og"
            ],
            b'l' => endings!["ational" "ate" "tional" "tion"],
            b'm' => endings!["alism" "al"],
            b'n' => endings!["ization" "ize" "ation" "ate"],
            b'r' => endings!["izer" "ize" "ator" "ate"],
            b's' => endings!["fulness" "ful" "ousness" "ous" "iveness" "ive"],
            _ => return,
        };
        let Some(found) = endings.iter().find(|ending| ending.is_ending_of(last)) else { return };
        let from = self.end - found.length;
        if from < self.first {
            return;
        }
        let before = self.letter_before(from, 1);
        let may_go = match found.instead {
            b"" => is_in_set(BEFORE_LI, before),
            b"og" => before == b'l',
            _ => true,
        };
        if may_go {
            self.replace_ending(found.length, found.instead);
        }
    }

    fn step_3(&mut self) {
        let last = self.last_eight_letters();
        let endings: &[Ending] = match (last >> 56) as u8 {
            b'e' => endings!["icate" "ic" "ative" "" "alize" "al"],
            b'i' => endings!["iciti" "ic"],
            b'l' => endings!["ational" "ate" "tional" "tion" "ical" "ic" "ful" ""],
            b's' => endings!["ness" ""],
            _ => return,
        };
        let Some(found) = endings.iter().find(|ending| ending.is_ending_of(last)) else { return };
        let from = self.end - found.length;
        // "ative", which is removed only in R2, is the only ending of five letters without a replacement.
        let is_ative = found.length == 5 && found.instead.is_empty();
        if from >= if is_ative { self.first.max(self.second) } else { self.first } {
            self.replace_ending(found.length, found.instead);
        }
    }

    fn step_4(&mut self) {
        let last = self.last_eight_letters();
        let endings: &[Ending] = match (last >> 56) as u8 {
            b'c' => endings!["ic" ""],
            b'e' => endings!["ance" "" "ence" "" "able" "" "ible" "" "ate" "" "ive" "" "ize" ""],
            b'i' => endings!["iti" ""],
            b'l' => endings!["al" ""],
            b'm' => endings!["ism" ""],
            b'n' => endings!["ion" ""],
            b'r' => endings!["er" ""],
            b's' => endings!["ous" ""],
            b't' => endings!["ant" "" "ement" "" "ment" "" "ent" ""],
            _ => return,
        };
        let Some(found) = endings.iter().find(|ending| ending.is_ending_of(last)) else { return };
        let from = self.end - found.length;
        let is_ion = last >> 56 == u64::from(b'n');
        if from >= self.second && (!is_ion || matches!(self.letter_before(from, 1), b's' | b't')) {
            self.end = from;
        }
    }

    fn step_5(&mut self) {
        let Some(from) = self.end.checked_sub(1) else { return };
        let goes = match self.letter_before(self.end, 1) {
            b'e' => from >= self.second || from >= self.first && !self.is_short(from),
            b'l' => from >= self.second && self.letter_before(from, 1) == b'l',
            _ => false,
        };
        if goes {
            self.end = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_stemmers::{Algorithm, Stemmer};

    use super::{ROOM, stem};

    fn in_place(word: &str) -> Option<String> {
        stem(word.as_bytes(), &mut ROOM.clone()).map(|stem| str::from_utf8(stem).unwrap().into())
    }

    fn by_library(word: &str) -> String {
        Stemmer::create(Algorithm::English).stem(word).into_owned()
    }

    /// Endings of all steps, with the letters before them.
    const ENDINGS: &str = "(s|'|'s|'s'|sses|ies|ied|us|ss|ed|eed|ing|edly|eedly|ingly|bb|dd|tt|at|bl|iz|y|e|l|ll|\
        tional|ational|enci|anci|abli|entli|izer|ization|ation|ator|alism|aliti|alli|fulness|ousli|ousness|iveness|iviti|\
        biliti|bli|ogi|logi|fulli|lessli|li|icate|ative|alize|iciti|ical|ful|ness|ance|ence|er|ic|able|ible|ant|ement|ment|\
        ent|ion|sion|tion|ism|ate|iti|ous|ive|ize){0,3}";

    #[test]
    fn every_irregular_word_has_the_librarys_stem() {
        for word in "skis skies sky dying lying tying idly gently ugly early only singly andes atlas bias cosmos howe news \
            succeed proceed exceed canning inning earring herring outing succeeds inning's generate communism arsenal \
            generously yes sayyer 'yard boyish ties tied cries cried by say happy dye 's' ''' '' ' y yy y'y"
            .split(' ')
        {
            assert_eq!(in_place(word), Some(by_library(word)), "{word}");
            for more in ["s", "ed", "ly", "'s"] {
                let word = format!("{word}{more}");
                assert_eq!(in_place(&word), Some(by_library(&word)), "{word}");
            }
        }
    }

    #[test]
    fn all_short_words_of_the_letters_that_matter_have_the_librarys_stems() {
        let letters = "aeiystdngw".chars();
        let mut words = vec![String::new()];
        for _ in 0..4 {
            words = words
                .iter()
                .flat_map(|word| letters.clone().map(move |letter| format!("{word}{letter}")))
                .collect();
            for word in &words {
                assert_eq!(in_place(word), Some(by_library(word)), "{word}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_word_has_the_librarys_stem(
            word in "[a-z]{0,9}|[aeioubcdlmnrstyxw]{2,8}|(y|'|gener|commun|arsen|succ|in|out)?[a-z0-9'_.]{0,5}",
            ending in ENDINGS,
        ) {
            let word = format!("{word}{ending}");
            prop_assume!(word.len() <= 64);
            prop_assert_eq!(in_place(&word), Some(by_library(&word)), "{}", word);
        }
    }
}
