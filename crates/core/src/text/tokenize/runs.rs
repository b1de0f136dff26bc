//! Finds runs of letters, with a hash that ignores case.

use std::sync::LazyLock;

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::class::{Class, classify};
use base::visible::is_invisible;

const COMBINING: CanonicalCombiningClassMapBorrowed<'static> =
    CanonicalCombiningClassMapBorrowed::new();

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LetterRun {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) hash: u64,
}

/// Returns the runs of letters, which begin with a letter and continue while [`continues_letter_run`].
pub(super) fn letter_runs(text: &str) -> impl Iterator<Item = LetterRun> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = find_first_letter(text, at)?;
        let (end, hash) = end_of_ascii_run(text.as_bytes(), start)
            .unwrap_or_else(|| end_of_unicode_run(text, start));
        at = end;
        Some(LetterRun { start, end, hash })
    })
}

/// Returns the hash of the letters of several parts together, ignoring case and invisible characters.
pub(super) fn hash_letters(parts: &[&str]) -> u64 {
    let mut hasher = Hasher::default();
    parts.iter().flat_map(|part| part.chars()).for_each(|character| hasher.push(character));
    hasher.finish()
}

pub(super) fn continues_letter_run(character: char) -> bool {
    character.is_alphabetic()
        || !character.is_ascii() && (is_invisible(character) || is_letter_mark(character))
}

pub(super) fn is_letter_mark(character: char) -> bool {
    !character.is_ascii() && COMBINING.get_u8(character) != 0
}

/// Lower case in UTF-8 of each letter beyond ASCII that [`classify`] knows, and zeros for all other characters.
static SMALL: LazyLock<[[u8; 2]; 0x530]> = LazyLock::new(|| {
    let mut table = [[0; 2]; 0x530];
    for (entry, character) in table.iter_mut().zip('\0'..).skip(0x80) {
        *entry = lower_case_bytes(character).unwrap_or_default();
    }
    table
});

/// Returns the small letter of a letter, if UTF-8 has two bytes for it.
fn lower_case_bytes(character: char) -> Option<[u8; 2]> {
    let written = character.to_string();
    let is_letter =
        classify(written.as_bytes(), 0).is_some_and(|(class, _)| class == Class::Letter);
    is_letter.then(|| written.to_lowercase().as_bytes().try_into().ok())?
}

fn find_first_letter(text: &str, mut at: usize) -> Option<usize> {
    loop {
        at = skip_ascii_non_letters(text.as_bytes(), at);
        if text.as_bytes().get(at)?.is_ascii() {
            return Some(at);
        }
        let character = text.get(at..)?.chars().next()?;
        let is_known = SMALL.get(character as usize).is_some_and(|small| *small != [0; 2]);
        if is_known || character.is_alphabetic() {
            return Some(at);
        }
        at += character.len_utf8();
    }
}

/// Returns the end of the ASCII characters at `at` that are not letters. Reads eight bytes at a time, because many
/// lines begin with blanks.
#[inline]
fn skip_ascii_non_letters(bytes: &[u8], mut at: usize) -> usize {
    // Most runs are separated by a single space.
    if bytes.get(at) == Some(&b' ') && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
        return at + 1;
    }
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let eight = u64::from_le_bytes(*eight);
        let found = mask_letters(eight) | eight & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let is_other = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphabetic();
    at + bytes.iter().skip(at).take_while(is_other).count()
}

/// Returns the end and the hash of the run of ASCII letters at `at`. Reads eight at a time. `None` if the run may
/// contain another character.
#[inline]
fn end_of_ascii_run(bytes: &[u8], mut at: usize) -> Option<(usize, u64)> {
    let mut hash = 0;
    loop {
        let rest = bytes.get(at..)?;
        let eight = rest
            .first_chunk()
            .map_or_else(|| load_zero_padded(rest), |eight| u64::from_le_bytes(*eight));
        let others = !mask_letters(eight) & HIGH;
        let small = eight | repeat_byte(0x20);
        if others == 0 {
            hash = mix_into_hash(hash, small);
            at += 8;
            continue;
        }
        // Number of bits before the first byte that is no letter, whose highest bit is set.
        let bits = others.trailing_zeros() - 7;
        if bits > 0 {
            hash = mix_into_hash(hash, small & ((1 << bits) - 1));
        }
        at += bits as usize / 8;
        return bytes.get(at).is_none_or(u8::is_ascii).then_some((at, hash));
    }
}

const HIGH: u64 = repeat_byte(0x80);

const fn repeat_byte(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Sets the highest bit of each byte in `first..=last`, which are below 128, and clears all other bits.
pub(in crate::text) const fn mask_range(eight: u64, first: u8, last: u8) -> u64 {
    // Without the highest bits, additions do not carry into the next byte.
    let low = eight & !HIGH;
    (low + repeat_byte(0x80 - first)) & !(low + repeat_byte(0x7f - last)) & !eight & HIGH
}

/// Sets the highest bit of each byte that is an ASCII letter, and clears all other bits.
const fn mask_letters(eight: u64) -> u64 {
    mask_range(eight | repeat_byte(0x20), b'a', b'z')
}

fn load_zero_padded(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(eight)
}

fn end_of_unicode_run(text: &str, start: usize) -> (usize, u64) {
    let small = &*SMALL;
    let mut hasher = Hasher::default();
    let rest = text.get(start..).unwrap_or_default();
    for (at, character) in rest.char_indices() {
        match small.get(character as usize) {
            Some(letter) if *letter != [0; 2] => hasher.push_bytes(letter),
            _ if continues_letter_run(character) => hasher.push(character),
            _ => return (start + at, hasher.finish()),
        }
    }
    (text.len(), hasher.finish())
}

#[derive(Debug, Default)]
struct Hasher {
    hash: u64,
    /// Bytes since the last full eight, and the number of their bits.
    eight: u64,
    bits: u32,
}

impl Hasher {
    fn push(&mut self, character: char) {
        if !is_invisible(character) {
            for letter in character.to_lowercase() {
                self.push_bytes(letter.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.eight |= u64::from(*byte) << self.bits;
            self.bits += 8;
            if self.bits == 64 {
                *self = Self { hash: mix_into_hash(self.hash, self.eight), ..Self::default() };
            }
        }
    }

    const fn finish(&self) -> u64 {
        if self.bits == 0 { self.hash } else { mix_into_hash(self.hash, self.eight) }
    }
}

/// Adds eight bytes to the hash. The factor is 2^64 divided by the golden ratio, so all bytes influence the highest
/// bits.
#[inline]
const fn mix_into_hash(hash: u64, eight: u64) -> u64 {
    (hash ^ eight).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{continues_letter_run, hash_letters, letter_runs};

    fn by_definition(text: &str) -> Vec<(&str, u64)> {
        let mut found = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find(char::is_alphabetic) {
            let (_, run) = rest.split_at(start);
            let end = run.find(|character| !continues_letter_run(character)).unwrap_or(run.len());
            let (run, after) = run.split_at(end);
            found.push((run, hash_letters(&[run])));
            rest = after;
        }
        found
    }

    fn found(text: &str) -> Vec<(&str, u64)> {
        letter_runs(text).map(|run| (text.get(run.start..run.end).unwrap(), run.hash)).collect()
    }

    #[test]
    fn the_hash_is_one_for_small_letters_and_capitals_of_any_length() {
        for length in 0..30 {
            let (small, capital) = ("ab".repeat(length), "AB".repeat(length));
            assert_eq!(hash_letters(&[&small]), hash_letters(&[&capital]));
            assert_eq!(hash_letters(&[&small, "é"]), hash_letters(&[&format!("{capital}\u{ad}É")]));
            assert_ne!(hash_letters(&[&small]), hash_letters(&[&small, "a"]));
            for (run, after) in
                [(&small, ""), (&capital, "-"), (&small, " ab ab ab"), (&small, "\u{ad}")]
            {
                let text = format!("{run}{after}");
                assert_eq!(found(&text), by_definition(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn every_character_is_in_a_run_or_ends_it() {
        for character in '\0'..'\u{3000}' {
            for text in
                [format!("{character}"), format!("ab{character}c"), format!(" {character}é")]
            {
                assert_eq!(found(&text), by_definition(&text), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_has_the_runs_of_the_definition(text in "([a-zA-Z@\\[`{]{0,20}|[а-яЁ]{1,9}|[ 0-9'-]|[\u{ad}\u{301}\u{200b}İ漢ﬁ])*") {
            prop_assert_eq!(found(&text), by_definition(&text));
        }
    }
}
