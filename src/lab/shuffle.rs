//! Shuffles words in the same way at every run.

use crate::shingle::hash::{BASE, mix};

/// Puts `words` in a random order, chosen by `seed` alone (Fisher and Yates).
pub fn shuffle(words: &mut [u64], seed: u64) {
    let mut state = seed;
    for last in (1..words.len()).rev() {
        let other = (u128::from(next(&mut state)) * (last as u128 + 1)) >> 64;
        words.swap(last, other as usize);
    }
}

/// The next number of `splitmix64` (Steele, Lea and Flood 2014).
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(BASE);
    mix(*state)
}

#[cfg(test)]
mod tests {
    use super::shuffle;

    #[test]
    fn the_words_stay_and_every_place_is_as_likely_as_any_other() {
        let mut first = [0_u32; 6];
        for seed in 0..6000 {
            let mut words = [1, 2, 3, 4, 5, 6];
            shuffle(&mut words, seed);
            let mut again = [1, 2, 3, 4, 5, 6];
            shuffle(&mut again, seed);
            assert_eq!(words, again);
            first[words[0] as usize - 1] += 1;
            words.sort_unstable();
            assert_eq!(words, [1, 2, 3, 4, 5, 6]);
        }
        // A thousand each, within five standard errors of 29.
        assert!(first.iter().all(|times| (855..=1145).contains(times)), "{first:?}");
    }

    #[test]
    fn nothing_and_a_single_word_stay_as_they_are() {
        shuffle(&mut [], 1);
        let mut one = [7];
        shuffle(&mut one, 1);
        assert_eq!(one, [7]);
    }
}
