//! The hashes of a shingle. The named hash decides what is sampled and what is printed; whether two shingles are equal
//! is decided by [`keys`], 64 bits wide, so that a narrow hash never makes two texts look alike.

use md5::{Digest as _, Md5};
use xxhash_rust::xxh3::xxh3_64;

use super::window::Window;

/// `--hash`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashKind {
    /// 64 bits, the same on every machine: the shingle's key.
    Wide,
    /// CRC-32 (ISO-HDLC, check value CBF43926) of the UTF-8 words joined by one space.
    Crc32,
    /// The first seven hex digits (28 bits) of the MD5 of the UTF-8 words joined by one space.
    Md5First28,
}

/// Odd, so that multiplication by it is a bijection of the 64-bit integers; the fractional digits of the golden ratio.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The 64-bit hash of one word, never 0 or 1.
///
/// Up to 16 bytes, which nearly all words have, are read as two overlapping numbers a and b of 8 (or 4) bytes, low byte
/// first; the hash is both halves of the product `(a ^ LEFT) · (b ^ RIGHT ^ length)` folded together, as wyhash and its
/// kin do it (Wang Yi 2019). Longer words are hashed by XXH3 with seed 0, which takes three times as long on short ones.
pub fn word_hash(word: &str) -> u64 {
    word_hash_of(word.as_bytes())
}

/// [`word_hash`] of a word's UTF-8 bytes.
#[inline]
pub fn word_hash_of(word: &[u8]) -> u64 {
    let length = word.len() as u64;
    let (left, right) = match (word.first_chunk(), word.last_chunk()) {
        (Some(first), Some(last)) if word.len() <= 16 => {
            (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
        }
        (Some(_), _) => return xxh3_64(word).max(FIRST),
        _ => match (word.first_chunk(), word.last_chunk()) {
            (Some(first), Some(last)) => {
                (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into())
            }
            _ => (word.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)), 0),
        },
    };
    let product = u128::from(left ^ LEFT) * u128::from(right ^ RIGHT ^ length);
    (product as u64 ^ (product >> 64) as u64).max(FIRST)
}

/// Tables keep 0 and 1 for words of which nothing is known and words that are dropped.
const FIRST: u64 = 2;
/// The fractional digits of π, 64 bits each.
const LEFT: u64 = 0x243f_6a88_85a3_08d3;
const RIGHT: u64 = 0x1319_8a2e_0370_7344;

/// The keys of all shingles of a document, in order: `mix(Σ hᵢ · BASE^(width−1−i))` modulo 2⁶⁴ over the word hashes hᵢ,
/// rolled from one shingle to the next.
pub fn keys(words: &[u64], window: Window) -> impl Iterator<Item = u64> + '_ {
    let leaving = (1..window.width).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let (before, entering) = words.split_at(window.width.saturating_sub(1).min(words.len()));
    let mut sum = before.iter().fold(0_u64, |sum, hash| sum.wrapping_mul(BASE).wrapping_add(*hash));
    entering.iter().zip(words).take(window.count).map(move |(enters, leaves)| {
        sum = sum.wrapping_mul(BASE).wrapping_add(*enters);
        let key = mix(sum);
        sum = sum.wrapping_sub(leaves.wrapping_mul(leaving));
        key
    })
}

/// The finaliser of `splitmix64` (Steele, Lea and Flood 2014): spreads the sum over all 64 bits, so that it can be sampled.
const fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The value of the named hash for one shingle, from its words joined by one space and its key.
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
        let words = ["the", "quality", "of", "mercy", "considerably"].map(word_hash);
        assert_eq!(words, GOLDEN_WORDS);
    }

    const GOLDEN_WORDS: [u64; 5] = [
        0xd8ed_23a7_6c5e_e14e,
        0x27ca_e64f_812d_87d8,
        0x46db_593d_4cfb_3ef4,
        0xac62_ca88_a360_dcfa,
        0xe1df_ae95_b0d8_3846,
    ];

    #[test]
    fn words_of_every_length_have_their_own_hash() {
        let long = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop";
        let beginnings = (0..=long.len()).map(|end| long.get(..end).unwrap().to_string());
        let short = (b'a'..=b'z').flat_map(|a| {
            (b'a'..=b'z').flat_map(move |b| {
                let [a, b] = [a, b].map(char::from);
                [
                    format!("{a}{b}"),
                    format!("{a}{b}{a}"),
                    format!("{b}{a}xyz"),
                    format!("longer{a}{b}{a}"),
                ]
            })
        });
        let words: BTreeSet<String> = beginnings.chain(short).collect();
        let hashes: BTreeSet<u64> = words.iter().map(|word| word_hash(word)).collect();
        assert_eq!(hashes.len(), words.len());
    }

    /// Computed apart from this code, by the formulas above.
    const GOLDEN_KEYS: [u64; 2] = [11_588_105_194_673_146_869, 10_304_379_423_233_494_872];

    proptest! {
        #[test]
        fn rolling_equals_the_definition(words in prop::collection::vec(any::<u64>(), 0..40), width in 1_u32..12) {
            let window = Window::over(words.len(), width, ShortDocuments::OneShingle);
            let plain: Vec<u64> = (0..window.count)
                .map(|start| mix(words[start..start + window.width].iter().fold(0, |sum: u64, hash| sum.wrapping_mul(BASE).wrapping_add(*hash))))
                .collect();
            prop_assert_eq!(keys(&words, window).collect::<Vec<_>>(), plain);
        }
    }
}
