//! The least shingles of a set under many hash functions (Broder 1997). Under one function, two sets have the same
//! least shingle with the probability of their resemblance.

use hashbrown::HashMap;

use super::hash::{BASE, mix_bits};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// Function `i` multiplies the upper 32 bits of a shingle's key by its own odd constant, modulo 2³², and flips the
    /// highest bit.
    Fast,
    /// Function `i` is the `i mod 4`-th group of eight hex digits in an MD5. The input is `i div 4`, a space, and the
    /// UTF-8 words joined by one space. `printf '20 to be or' | md5sum` shows functions 80 to 83.
    Md5,
}

base::named_values!(Family { Fast = "fast", Md5 = "md5" });

pub const FUNCTIONS_RANGE: std::ops::RangeInclusive<u32> = 1..=1024;

/// Number of functions computed together, whose least values fit into registers.
const BLOCK: usize = 28;
const FACTORS_LEN: usize = 1036;

/// Odd factor of each [`Family::Fast`] function: the upper 32 bits of [`mix_bits`] of the function's number from 1,
/// with the lowest bit set.
const FACTORS: [u32; FACTORS_LEN] = {
    let mut factors = [0; FACTORS_LEN];
    let mut function = 0;
    while function < FACTORS_LEN {
        factors[function] = (mix_bits(function as u64 + 1) >> 32) as u32 | 1;
        function += 1;
    }
    factors
};

const INVERSES: [u32; FACTORS_LEN] = {
    let mut inverses = FACTORS;
    let mut function = 0;
    while function < FACTORS_LEN {
        // Newton's iteration doubles the number of correct bits. It starts with three: an odd number is its own inverse
        // modulo 8.
        let mut rounds = 0;
        while rounds < 4 {
            let wrong = FACTORS[function].wrapping_mul(inverses[function]);
            inverses[function] = inverses[function].wrapping_mul(2_u32.wrapping_sub(wrong));
            rounds += 1;
        }
        function += 1;
    }
    inverses
};

pub fn function_value(family: Family, function: u32, key: u64, joined: &str) -> u32 {
    match family {
        Family::Fast => {
            let [image, factor] = value_factors(function, key);
            image.wrapping_mul(factor) ^ 1 << 31
        }
        Family::Md5 => md5_values(function / 4, joined)[function as usize % 4],
    }
}

/// Returns two factors of a value: their product modulo 2³², with the highest bit flipped.
pub fn value_factors(function: u32, key: u64) -> [u32; 2] {
    [upper_half(key), FACTORS.get(function as usize).copied().unwrap_or(1)]
}

/// Drops the lower bits, which may all be equal after sampling by modulo.
const fn upper_half(key: u64) -> u32 {
    (key >> 32) as u32
}

fn md5_values(group: u32, joined: &str) -> [u32; 4] {
    let mut context = md5::Context::new();
    context.consume(format!("{group} "));
    context.consume(joined);
    let digest = context.finalize();
    let mut values = [0; 4];
    for (value, bytes) in values.iter_mut().zip(digest.as_chunks::<4>().0) {
        *value = u32::from_be_bytes(*bytes);
    }
    values
}

/// The least shingles of a set: for each function, the shingle with the smallest value. Of equal values, the smallest
/// key counts. Two sets agree only if their least shingles are equal, not just the values.
#[derive(Debug, Default)]
pub struct Minima {
    /// Least product for each [`Family::Fast`] function, in whole blocks. Signed, because the highest bit is not
    /// flipped yet.
    products: Vec<i32>,
    values: Vec<u32>,
    least: Vec<u64>,
    /// Least key of each image.
    images: HashMap<u32, u64>,
}

impl Minima {
    /// Computes the least shingles under the first `functions` functions of [`Family::Fast`]. `keys` may be in any
    /// order. The result is empty for an empty set.
    pub fn compute_fast(&mut self, keys: &[u64], functions: u32) -> &[u64] {
        let functions = functions as usize;
        self.least.clear();
        if keys.is_empty() {
            return &self.least;
        }
        self.products.clear();
        for factors in FACTORS.as_chunks::<BLOCK>().0.iter().take(functions.div_ceil(BLOCK)) {
            self.products.extend(least_products(keys, factors));
        }
        // Factors are invertible, so the least value determines the image, and the image determines the key.
        self.images.clear();
        let products = self.products.iter().zip(&INVERSES).take(functions);
        let images =
            products.map(|(product, inverse)| product.cast_unsigned().wrapping_mul(*inverse));
        let images: Vec<u32> = images.collect();
        self.images.extend(images.iter().map(|image| (*image, u64::MAX)));
        for key in keys {
            if let Some(least) = self.images.get_mut(&upper_half(*key)) {
                *least = (*key).min(*least);
            }
        }
        self.least.extend(images.iter().map(|image| self.images[image]));
        &self.least
    }

    pub fn start_md5(&mut self, functions: u32) {
        self.least.clear();
        self.least.resize(functions as usize, u64::MAX);
        self.values.clear();
        self.values.resize(functions as usize, u32::MAX);
    }

    pub fn add_md5(&mut self, key: u64, joined: &str) {
        let groups = self.values.chunks_mut(4).zip(self.least.chunks_mut(4));
        for (group, (values, least)) in groups.enumerate() {
            let found = md5_values(group as u32, joined);
            for ((value, least), found) in values.iter_mut().zip(least).zip(found) {
                if (found, key) < (*value, *least) {
                    (*value, *least) = (found, key);
                }
            }
        }
    }

    pub fn finish_md5(&self) -> &[u64] {
        &self.least
    }
}

/// Returns the least product for each factor. The compiler vectorises this loop. Products are signed: they sort like
/// unsigned values with the highest bit flipped, and older processors compare only signed numbers.
fn least_products(keys: &[u64], factors: &[u32; BLOCK]) -> [i32; BLOCK] {
    let mut least = [i32::MAX; BLOCK];
    for key in keys {
        let image = upper_half(*key);
        for (least, factor) in least.iter_mut().zip(factors) {
            *least = image.wrapping_mul(*factor).cast_signed().min(*least);
        }
    }
    least
}

pub const FUNCTIONS: u32 = (SUPERSHINGLES * GROUP) as u32;
pub const SUPERSHINGLES: usize = 6;
pub const GROUP: usize = 14;
pub const MEGASHINGLES: usize = SUPERSHINGLES * (SUPERSHINGLES - 1) / 2;

const PLACE_BITS: u32 = 10;

/// Combines `what` with its position `place` < 1,024. Results are equal only if `place` and 54 bits of `what` are
/// equal.
const fn mix_with_place(place: usize, what: u64) -> u64 {
    mix_bits(what >> PLACE_BITS << PLACE_BITS | place as u64)
}

pub fn keys_of_minima(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    least.iter().enumerate().map(|(place, key)| mix_with_place(place, *key))
}

/// Returns hashes of [`GROUP`] least shingles each; empty without least shingles.
pub fn keys_of_supershingles(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    hash_groups_of_minima(least).enumerate().map(|(place, hash)| mix_with_place(place, hash))
}

/// Returns keys of all pairs of supershingles. Empty without least shingles.
///
/// Two sketches share such a key exactly if they share two supershingles (Fetterly, Manasse and Najork 2003).
pub fn keys_of_megashingles(least: &[u64]) -> impl Iterator<Item = u64> {
    let all: Vec<u64> = hash_groups_of_minima(least).collect();
    let pairs = (0..all.len()).flat_map(|one| (one + 1..all.len()).map(move |other| (one, other)));
    let hashes: Vec<u64> = pairs.map(|(one, other)| hash_keys(&[all[one], all[other]])).collect();
    hashes.into_iter().enumerate().map(|(place, hash)| mix_with_place(place, hash))
}

fn hash_groups_of_minima(least: &[u64]) -> impl Iterator<Item = u64> + '_ {
    least.chunks_exact(GROUP).take(SUPERSHINGLES).map(hash_keys)
}

fn hash_keys(keys: &[u64]) -> u64 {
    keys.iter().fold(0, |hash: u64, key| mix_bits(hash.wrapping_mul(BASE).wrapping_add(*key)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{FACTORS, Family, INVERSES, Minima, function_value, mix_bits};

    fn plain(family: Family, shingles: &[(u64, String)], functions: u32) -> Vec<u64> {
        let least = |function| {
            let of = |(key, joined): &(u64, String)| {
                (function_value(family, function, *key, joined), *key)
            };
            shingles.iter().map(of).min().map(|(_, key)| key)
        };
        (0..functions).filter_map(least).collect()
    }

    proptest! {
        #[test]
        fn minima_are_those_of_the_definition(
            // Few images with many keys each, to test ties.
            keys in prop::collection::vec((0_u64..60, 0_u64..3).prop_map(|(high, low)| mix_bits(high) & !3 | low), 0..150),
            functions in prop_oneof![Just(84), Just(1), Just(1024), 1_u32..200],
        ) {
            let shingles: Vec<(u64, String)> = keys.iter().map(|key| (*key, String::new())).collect();
            let mut minima = Minima::default();
            prop_assert_eq!(minima.compute_fast(&keys, functions), plain(Family::Fast, &shingles, functions));
        }

        #[test]
        fn minima_by_md5_are_those_of_the_definition(
            words in prop::collection::vec("[a-z]{1,4} [а-я]{1,2}", 1..12), functions in 1_u32..100,
        ) {
            let shingles: Vec<(u64, String)> = words.iter().enumerate().map(|(at, text)| (mix_bits(at as u64), text.clone())).collect();
            let mut minima = Minima::default();
            minima.start_md5(functions);
            for (key, joined) in &shingles {
                minima.add_md5(*key, joined);
            }
            prop_assert_eq!(minima.finish_md5(), plain(Family::Md5, &shingles, functions));
        }
    }

    #[test]
    fn memory_of_a_former_set_changes_nothing() {
        let (many, few): (Vec<u64>, Vec<u64>) =
            ((0..900).map(mix_bits).collect(), vec![mix_bits(7), mix_bits(9)]);
        let mut minima = Minima::default();
        let first = minima.compute_fast(&few, 84).to_vec();
        minima.compute_fast(&many, 1024);
        assert_eq!(minima.compute_fast(&few, 84), first);
        assert!(minima.compute_fast(&[], 84).is_empty());
    }

    #[test]
    fn every_factor_is_odd_has_its_inverse_and_is_no_other_one_s() {
        for (factor, inverse) in FACTORS.iter().zip(INVERSES) {
            assert_eq!(factor.wrapping_mul(inverse), 1);
        }
        assert_eq!(FACTORS.iter().collect::<BTreeSet<_>>().len(), FACTORS.len());
    }
}
