//! XXH3 of at most 16 bytes, written so that the compiler can inline it: the 64-bit hash with seed 0 by the XXH3
//! specification of the `xxHash` project. Longer input goes to the library.

use std::hint::select_unpredictable;

use xxhash_rust::xxh3::xxh3_64;

/// The constants that the default secret gives for 1 to 3 bytes, for 4 to 8, and for the two ends of 9 to 16.
const FLIP_3: u64 = 0x8727_5a9b;
const FLIP_8: u64 = 0xc73a_b174_c5ec_d5a2;
const FLIP_16: (u64, u64) = (0x6782_737b_ea42_39b9, 0xaf56_bc3b_0996_523a);

/// The 64-bit XXH3 of these bytes with seed 0.
///
/// Most words have at most 16 bytes. The library's function took twice the instructions for a word: it chooses by
/// length once more and reads the secret each time.
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

/// The same for `length` bytes, 1 to 8: the lowest bytes of `eight`. Its other bytes are 0.
///
/// Both formulas are computed and one result is selected, because a branch on the length of the next word would be
/// unpredictable.
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

/// The same for `length` bytes, 9 to 16. `first` and `last` are the first eight and the last eight bytes.
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

/// The multiplier of the mixer for 4 to 8 bytes.
const MIX: u64 = 0x9fb2_1c65_1e98_df25;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use xxhash_rust::xxh3::xxh3_64;

    use super::xxh3;

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
