//! Turns least shingles into sets of keys. Two such sets share as many keys as the sketches agree in places, so one
//! join serves sets and sketches.

use super::hash::{BASE, mix};

/// Functions that super- and megashingles need.
pub const FUNCTIONS: u32 = (SUPERSHINGLES * GROUP) as u32;
/// Supershingles in a sketch.
pub const SUPERSHINGLES: usize = 6;
/// Least shingles in each supershingle.
pub const GROUP: usize = 14;
/// Megashingles in a sketch: the pairs of supershingles.
pub const MEGASHINGLES: usize = SUPERSHINGLES * (SUPERSHINGLES - 1) / 2;

/// Bits of a key for its place. They are enough for the largest number of functions.
const PLACE_BITS: u32 = 10;

/// The key of `what` at `place` (below 1,024). Keys are equal only if both the place and `what` are (by 54 bits of it).
const fn tagged(place: usize, what: u64) -> u64 {
    mix(what >> PLACE_BITS << PLACE_BITS | place as u64)
}

/// A key for the least shingle of each function.
pub fn minima(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    least.iter().enumerate().map(|(place, key)| tagged(place, *key))
}

/// A key for each supershingle: a hash of [`GROUP`] least shingles of consecutive functions. None if there are no least
/// shingles.
pub fn supershingles(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    groups(least).enumerate().map(|(place, hash)| tagged(place, hash))
}

/// A key for each pair of supershingles. None if there are no least shingles.
///
/// Two sketches share such a key exactly if they share two supershingles (Fetterly, Manasse and Najork 2003).
pub fn megashingles(least: &[u64]) -> impl Iterator<Item = u64> {
    let all: Vec<u64> = groups(least).collect();
    let pairs =
        (0..all.len()).flat_map(|left| (left + 1..all.len()).map(move |right| (left, right)));
    let hashes: Vec<u64> = pairs.map(|(left, right)| hash(&[all[left], all[right]])).collect();
    hashes.into_iter().enumerate().map(|(place, hash)| tagged(place, hash))
}

fn groups(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    least.chunks_exact(GROUP).take(SUPERSHINGLES).map(hash)
}

/// A hash of keys, which depends on their order.
fn hash(keys: &[u64]) -> u64 {
    keys.iter().fold(0, |hash: u64, key| mix(hash.wrapping_mul(BASE).wrapping_add(*key)))
}
