//! The hashes of a shingle. The named hash decides what is sampled, and is printed. The key ([`keys`], 64 bits) decides
//! whether two shingles are equal, so that a narrow hash never makes two texts look alike.

use md5::{Digest as _, Md5};

use super::window::Window;
use super::xxh3::{xxh3, xxh3_of_eight, xxh3_of_sixteen};

/// `--hash`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashKind {
    /// 64 bits, the same on every machine: the key of the shingle.
    Wide,
    /// CRC-32 (ISO-HDLC, check value CBF43926) of the UTF-8 words joined by one space.
    Crc32,
    /// The first seven hex digits (28 bits) of the MD5 of the UTF-8 words joined by one space.
    Md5First28,
}

/// The base of the rolling sum: the fractional digits of the golden ratio, which are also the increment of
/// `splitmix64`. It is odd, so multiplication by it is a bijection of the 64-bit integers.
pub const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The 64-bit hash of one word: XXH3 of its UTF-8 bytes with seed 0, but never 0 or 1.
pub fn word_hash(word: &str) -> u64 {
    word_hash_of(word.as_bytes())
}

/// [`word_hash`] of a word's UTF-8 bytes.
#[inline]
pub fn word_hash_of(word: &[u8]) -> u64 {
    // Tables use 0 for unknown words and 1 for dropped ones.
    xxh3(word).max(2)
}

/// Like [`word_hash_of`], for a word of 1 to 8 bytes: the lowest bytes of `eight`. Its other bytes are 0.
#[inline]
pub fn word_hash_of_eight(eight: u64, length: u32) -> u64 {
    xxh3_of_eight(eight, length).max(2)
}

/// Like [`word_hash_of`], for a word of 9 to 16 bytes, given its first eight and its last eight bytes.
#[inline]
pub fn word_hash_of_sixteen(first: u64, last: u64, length: u32) -> u64 {
    xxh3_of_sixteen(first, last, length).max(2)
}

/// The hash with its lowest bit set if a shingle may [begin](begins) with the word, and cleared otherwise. Never 0 or
/// 1.
pub const fn marked(hash: u64, begins: bool) -> u64 {
    if begins { hash & !1 } else { hash | 1 }
}

/// Whether a shingle may begin with the word of a [marked] hash.
pub const fn begins(hash: u64) -> bool {
    hash & 1 == 0
}

/// The keys of all shingles of a document, in order: `mix(Σ hᵢ · BASE^(width−1−i))` modulo 2⁶⁴ over the word hashes hᵢ.
/// The sum is rolled from one word to the next.
pub fn keys(words: &[u64], window: Window) -> impl Iterator<Item = u64> + '_ {
    runs(words, window).step_by(window.step)
}

/// The keys of all runs of `width` words up to the last shingle. If the step is 1, these are the keys of the shingles.
/// Even with a step of 1, `step_by` would add up to a fifth to the time of making a sketch.
pub(super) fn runs(words: &[u64], window: Window) -> impl Iterator<Item = u64> + '_ {
    let count = window.count.checked_sub(1).map_or(0, |last| last * window.step + 1);
    let leaving = (1..window.width).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let (before, entering) = words.split_at(window.width.saturating_sub(1).min(words.len()));
    let mut sum = before.iter().fold(0_u64, |sum, hash| sum.wrapping_mul(BASE).wrapping_add(*hash));
    entering.iter().zip(words).take(count).map(move |(enters, leaves)| {
        sum = sum.wrapping_mul(BASE).wrapping_add(*enters);
        let key = mix(sum);
        sum = sum.wrapping_sub(leaves.wrapping_mul(leaving));
        key
    })
}

/// The finaliser of `splitmix64` (Steele, Lea and Flood 2014). It spreads the sum over all 64 bits, so that sampling
/// works.
pub const fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The named hash of one shingle, from its words joined by one space and its key.
pub fn value(kind: HashKind, joined: &str, key: u64) -> u64 {
    match kind {
        HashKind::Wide => key,
        HashKind::Crc32 => u64::from(crc32fast::hash(joined.as_bytes())),
        HashKind::Md5First28 => {
            let digest = Md5::digest(joined.as_bytes());
            u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 4)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::window::{ShortDocuments, Window};
    use super::{BASE, HashKind, keys, mix, value, word_hash};

    #[test]
    fn crc32_has_its_published_check_value() {
        assert_eq!(value(HashKind::Crc32, "123456789", 0), 0xcbf4_3926);
    }

    #[test]
    fn crc32_reproduces_the_article() {
        for (shingle, printed) in [
            ("иметь стройную фигуру", 1_184_612_177_i32),
            ("стройную фигуру вы", -30_086_073),
            ("фигуру вы должны", -811_305_747),
            ("вы должны заниматься", -308_857_406),
            ("заниматься спортом правильно", 964_071_158),
            ("спортом правильно питаться", 2_144_093_920),
            ("Чтобы иметь стройную", 281_830_324),
            ("чтобы иметь стройную", 1_497_114_412),
        ] {
            assert_eq!(
                value(HashKind::Crc32, shingle, 0),
                u64::from(printed.cast_unsigned()),
                "{shingle}"
            );
        }
    }

    #[test]
    fn md5_28_reproduces_the_article() {
        assert_eq!(value(HashKind::Md5First28, "phpnw09 let me hear", 0), 97_768_137);
        assert_eq!(value(HashKind::Md5First28, "me hear you say", 0), 19_884_018);
    }

    #[test]
    fn keys_are_the_same_on_every_machine() {
        let words: Vec<u64> = ["to", "be", "or", "not"].map(word_hash).to_vec();
        let found: Vec<u64> =
            keys(&words, Window::over(4, 3, ShortDocuments::OneShingle)).collect();
        assert_eq!(found, GOLDEN_KEYS);
    }

    #[test]
    fn alike_words_of_every_length_have_hashes_of_their_own() {
        // A hash that mixed in the length badly once gave "spers" and "sperers" the same key.
        let mut words = vec![String::new()];
        let mut all = BTreeSet::new();
        for _ in 0..8 {
            words = words
                .iter()
                .flat_map(|word| ["p", "r", "e", "s"].map(|letter| format!("{word}{letter}")))
                .collect();
            all.extend(words.iter().map(|word| word_hash(word)));
            all.extend(words.iter().map(|word| word_hash(&format!("rep{word}resper"))));
        }
        assert_eq!(all.len(), 2 * (4_usize.pow(9) - 4) / 3);
    }

    /// Computed independently of this code, with the reference implementation of XXH3 and the formula above.
    const GOLDEN_KEYS: [u64; 2] = [789_018_498_880_841_184, 7_795_665_387_261_121_458];

    proptest! {
        #[test]
        fn rolling_equals_the_definition(words in prop::collection::vec(any::<u64>(), 0..40), width in 1_u32..12, step in 1_u32..12) {
            let window = Window::stepping(words.len(), width, step, ShortDocuments::OneShingle);
            let plain: Vec<u64> = (0..window.count)
                .map(|shingle| mix(words[window.words(shingle)].iter().fold(0, |sum: u64, hash| sum.wrapping_mul(BASE).wrapping_add(*hash))))
                .collect();
            prop_assert_eq!(keys(&words, window).collect::<Vec<_>>(), plain);
        }
    }
}
