//! Hashes of shingles. The named hash selects the sample and is printed. Shingles are equal if their 64-bit keys
//! ([`shingle_keys`]) are, so a narrow hash never makes different texts look alike.

use std::hint::select_unpredictable;

use xxhash_rust::xxh3::xxh3_64;

use super::window::Window;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashKind {
    Wide,
    /// CRC-32 (ISO-HDLC, check value CBF43926) of the UTF-8 words joined by one space.
    Crc32,
    /// First seven hex digits (28 bits) of the MD5 of the UTF-8 words joined by one space.
    Md5First28,
}

base::named_values!(HashKind { Wide = "wide", Crc32 = "crc32", Md5First28 = "md5-28" });

/// Base of the rolling sum: the fractional digits of the golden ratio, also the increment of `splitmix64`. Odd, so that
/// multiplication is a bijection of the 64-bit integers.
pub const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hash of a word: XXH3 of its UTF-8 bytes with seed 0, but never 0 or 1.
pub fn word_hash(word: &str) -> u64 {
    word_hash_of_bytes(word.as_bytes())
}

#[inline]
pub fn word_hash_of_bytes(word: &[u8]) -> u64 {
    // Tables use 0 for words not computed yet, and 1 for dropped words.
    xxh3(word).max(2)
}

/// Like [`word_hash_of_bytes`], for a word of 1 to 8 bytes in the lowest bytes of `eight`, padded with 0.
#[inline]
pub fn word_hash_of_eight(eight: u64, length: u32) -> u64 {
    xxh3_of_eight(eight, length).max(2)
}

/// Like [`word_hash_of_bytes`], for a word of 9 to 16 bytes, by its first and last eight bytes.
#[inline]
pub fn word_hash_of_sixteen(first: u64, last: u64, length: u32) -> u64 {
    xxh3_of_sixteen(first, last, length).max(2)
}

/// Marks in the lowest bit of a hash if a shingle may [begin](may_begin_shingle) with the word. 0 means that it may.
/// The result is never 0 or 1.
pub const fn set_begin_bit(hash: u64, begins: bool) -> u64 {
    if begins { hash & !1 } else { hash | 1 }
}

pub const fn may_begin_shingle(hash: u64) -> bool {
    hash & 1 == 0
}

/// Keys of all shingles of a document, in order: `mix(Σ hᵢ · BASE^(width−1−i))` modulo 2⁶⁴ over the word hashes hᵢ, by
/// a rolling sum.
pub fn shingle_keys(words: &[u64], window: Window) -> impl Iterator<Item = u64> + '_ {
    keys_of_all_runs(words, window).step_by(window.step)
}

/// Keys of all runs of `width` words, which are all shingles at step 1. Does not use `step_by`, which takes up to a
/// fifth of the time of a sketch even at step 1.
pub(super) fn keys_of_all_runs(words: &[u64], window: Window) -> impl Iterator<Item = u64> + '_ {
    let count = window.count.checked_sub(1).map_or(0, |last| last * window.step + 1);
    let leaving = (1..window.width).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let (before, entering) = words.split_at(window.width.saturating_sub(1).min(words.len()));
    let mut sum = before.iter().fold(0_u64, |sum, hash| sum.wrapping_mul(BASE).wrapping_add(*hash));
    entering.iter().zip(words).take(count).map(move |(enters, leaves)| {
        sum = sum.wrapping_mul(BASE).wrapping_add(*enters);
        let key = mix_bits(sum);
        sum = sum.wrapping_sub(leaves.wrapping_mul(leaving));
        key
    })
}

/// Mixes all bits of a sum, so that its low bits can be sampled. This is the finaliser of `splitmix64` (Steele, Lea and
/// Flood 2014).
pub const fn mix_bits(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Returns the named hash of the words of a shingle, joined by one space.
pub fn named_hash(kind: HashKind, joined: &str, key: u64) -> u64 {
    match kind {
        HashKind::Wide => key,
        HashKind::Crc32 => u64::from(crc32fast::hash(joined.as_bytes())),
        HashKind::Md5First28 => {
            let digest = md5::compute(joined.as_bytes());
            u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 4)
        }
    }
}

/// Constants of XXH3 for 1 to 3 bytes, for 4 to 8 bytes, and for both ends of 9 to 16 bytes.
const FLIP_3: u64 = 0x8727_5a9b;
const FLIP_8: u64 = 0xc73a_b174_c5ec_d5a2;
const FLIP_16: (u64, u64) = (0x6782_737b_ea42_39b9, 0xaf56_bc3b_0996_523a);

/// XXH3 with seed 0, fast for words of at most 16 bytes. The library takes twice the instructions, because it reads its
/// constants again for each word.
#[inline]
pub(super) fn xxh3(bytes: &[u8]) -> u64 {
    let length = bytes.len() as u32;
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        return match length {
            8 => xxh3_of_eight(first, length),
            9..=16 => xxh3_of_sixteen(first, last, length),
            _ => xxh3_64(bytes),
        };
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let first = u64::from(u32::from_le_bytes(*first));
        let last = u64::from(u32::from_le_bytes(*last));
        return xxh3_of_eight(first | last << (8 * (length - 4)), length);
    }
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return xxh3_64(bytes) };
    let middle = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
    let middle = u64::from(middle) << (8 * (length / 2));
    xxh3_of_eight(u64::from(*first) | middle | u64::from(*last) << (8 * (length - 1)), length)
}

/// XXH3 of the lowest `length` bytes of `eight`; the others must be 0. Computes both formulas and selects a result,
/// because a branch on the length would be unpredictable.
#[inline]
pub(super) fn xxh3_of_eight(eight: u64, length: u32) -> u64 {
    let wide = u64::from(length);
    let byte = |at: u32| eight >> (8 * at) & 0xff;
    let few = byte(0) << 16 | byte(length / 2) << 24 | byte(length - 1) | wide << 8;
    let few = few ^ FLIP_3;
    let few = (few ^ few >> 33).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let few = (few ^ few >> 29).wrapping_mul(0x1656_67b1_9e37_79f9);
    let last = eight >> (8 * length.saturating_sub(4)) & 0xffff_ffff;
    let some = (last | eight << 32) ^ FLIP_8;
    let some = some ^ some.rotate_left(49) ^ some.rotate_left(24);
    let some = some.wrapping_mul(MIX);
    let some = (some ^ (some >> 35).wrapping_add(wide)).wrapping_mul(MIX);
    select_unpredictable(length < 4, few ^ few >> 32, some ^ some >> 28)
}

#[inline]
pub(super) fn xxh3_of_sixteen(first: u64, last: u64, length: u32) -> u64 {
    let (low, high) = (first ^ FLIP_16.0, last ^ FLIP_16.1);
    let product = u128::from(low) * u128::from(high);
    let folded = product as u64 ^ (product >> 64) as u64;
    let sum = u64::from(length).wrapping_add(low.swap_bytes()).wrapping_add(high);
    let sum = sum.wrapping_add(folded);
    let mixed = (sum ^ sum >> 37).wrapping_mul(0x1656_6791_9e37_79f9);
    mixed ^ mixed >> 32
}

const MIX: u64 = 0x9fb2_1c65_1e98_df25;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use xxhash_rust::xxh3::xxh3_64;

    use super::super::window::{ShortDocuments, Window};
    use super::{BASE, HashKind, mix_bits, named_hash, shingle_keys, word_hash, xxh3};

    #[test]
    fn crc32_has_its_published_check_value() {
        assert_eq!(named_hash(HashKind::Crc32, "123456789", 0), 0xcbf4_3926);
    }

    #[test]
    fn keys_are_the_same_on_every_machine() {
        let words: Vec<u64> = ["to", "be", "or", "not"].map(word_hash).to_vec();
        let found: Vec<u64> =
            shingle_keys(&words, Window::with_step_one(4, 3, ShortDocuments::OneShingle)).collect();
        assert_eq!(found, GOLDEN_KEYS);
    }

    #[test]
    fn alike_words_of_every_length_have_hashes_of_their_own() {
        // Regression: a hash that mixed in the length badly gave "spers" and "sperers" the same key.
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

    /// Results of the reference implementation of XXH3 and the formula above.
    const GOLDEN_KEYS: [u64; 2] = [789_018_498_880_841_184, 7_795_665_387_261_121_458];

    proptest! {
        #[test]
        fn rolling_equals_the_definition(words in prop::collection::vec(any::<u64>(), 0..40), width in 1_u32..12, step in 1_u32..12) {
            let window = Window::with_step(words.len(), width, step, ShortDocuments::OneShingle);
            let plain: Vec<u64> = (0..window.count)
                .map(|shingle| mix_bits(words[window.words_of_shingle(shingle)].iter().fold(0, |sum: u64, hash| sum.wrapping_mul(BASE).wrapping_add(*hash))))
                .collect();
            prop_assert_eq!(shingle_keys(&words, window).collect::<Vec<_>>(), plain);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]
        #[test]
        fn every_length_gives_the_librarys_hash(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            for end in 0..=bytes.len() {
                prop_assert_eq!(xxh3(&bytes[..end]), xxh3_64(&bytes[..end]));
            }
        }
    }
}
