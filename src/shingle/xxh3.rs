//! XXH3 of a few bytes, laid open for the compiler: the 64-bit hash with seed 0, as the XXH3 specification of the
//! `xxHash` project gives it. It hashes nothing longer than 16 bytes itself.

use xxhash_rust::xxh3::xxh3_64;

/// What the default secret comes to for 1 to 3 bytes, for 4 to 8, and for the two ends of 9 to 16.
const FLIP_3: u64 = 0x8727_5a9b;
const FLIP_8: u64 = 0xc73a_b174_c5ec_d5a2;
const FLIP_16: (u64, u64) = (0x6782_737b_ea42_39b9, 0xaf56_bc3b_0996_523a);

/// The 64-bit XXH3 of these bytes, seed 0.
///
/// Most words have at most 16 bytes. Through the library's door, which chooses by length once more and reads the secret
/// anew, a word took twice the instructions.
#[inline]
pub(super) fn xxh3(bytes: &[u8]) -> u64 {
    xxh3_mapped(bytes, |bytes| bytes).unwrap_or_else(|| xxh3_64(bytes))
}

/// The same of other bytes, which `map` makes of these: each of itself alone, up to eight in one number, 0 of 0. `None` for
/// more than 16 bytes and for none.
#[inline]
pub(super) fn xxh3_mapped(bytes: &[u8], mut map: impl FnMut(u64) -> u64) -> Option<u64> {
    let length = bytes.len() as u64;
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        if bytes.len() > 16 {
            return None;
        }
        if bytes.len() > 8 {
            let low = map(u64::from_le_bytes(*first)) ^ FLIP_16.0;
            let high = map(u64::from_le_bytes(*last)) ^ FLIP_16.1;
            let product = u128::from(low) * u128::from(high);
            let folded = product as u64 ^ (product >> 64) as u64;
            let sum = length.wrapping_add(low.swap_bytes()).wrapping_add(high);
            let sum = sum.wrapping_add(folded);
            let mixed = (sum ^ sum >> 37).wrapping_mul(0x1656_6791_9e37_79f9);
            return Some(mixed ^ mixed >> 32);
        }
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let first = u64::from(u32::from_le_bytes(*first));
        let last = u64::from(u32::from_le_bytes(*last));
        let value = map(last | first << 32) ^ FLIP_8;
        let value = value ^ value.rotate_left(49) ^ value.rotate_left(24);
        let value = value.wrapping_mul(MIX);
        let value = (value ^ (value >> 35).wrapping_add(length)).wrapping_mul(MIX);
        return Some(value ^ value >> 28);
    }
    let (first, last) = (bytes.first()?, bytes.last()?);
    let middle = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
    let all = map(u64::from(*first) << 16 | u64::from(middle) << 24 | u64::from(*last));
    let value = (all | length << 8) ^ FLIP_3;
    let value = (value ^ value >> 33).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let value = (value ^ value >> 29).wrapping_mul(0x1656_67b1_9e37_79f9);
    Some(value ^ value >> 32)
}

/// The multiplier of the mixer for 4 to 8 bytes.
const MIX: u64 = 0x9fb2_1c65_1e98_df25;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use xxhash_rust::xxh3::xxh3_64;

    use super::{xxh3, xxh3_mapped};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]
        #[test]
        fn every_length_gives_the_librarys_hash(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            for end in 0..=bytes.len() {
                prop_assert_eq!(xxh3(&bytes[..end]), xxh3_64(&bytes[..end]));
            }
        }

        #[test]
        fn bytes_are_mapped_before_they_are_hashed(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
            let masked: Vec<u8> = bytes.iter().map(|byte| byte & 0x5f).collect();
            for end in 0..=bytes.len() {
                let expected = (1..=16).contains(&end).then(|| xxh3_64(&masked[..end]));
                prop_assert_eq!(xxh3_mapped(&bytes[..end], |some| some & 0x5f5f_5f5f_5f5f_5f5f), expected);
            }
        }
    }
}
