//! What words were found to tell, remembered for all threads of a run: the same words come again in most documents.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use crate::base::memo::random_odd;

/// Words remembered at most, of which each has one place: so many as this many bits tell apart. With 16, weighing letter groups
/// was a tenth of the processor time in which 100,000 texts were read for the screen; now it is a twentieth.
const BITS: u32 = 18;
const PLACES: usize = 1 << BITS;

/// Of each word 48 bits of its hash and the number of its row, which is never 0. Both are read and written at once.
static REMEMBERED: [AtomicU64; PLACES] = [const { AtomicU64::new(0) }; PLACES];

/// Random for each run, so that no text can be written whose words are taken for others.
static SEED: LazyLock<u64> = LazyLock::new(random_odd);

/// The number of a word's row, found out where it is not remembered.
pub(super) fn row_of(word: &str, find_out: impl FnOnce() -> u16) -> u16 {
    let hash = xxh3_64(word.as_bytes()).wrapping_mul(*SEED);
    let place = &REMEMBERED[(hash >> (u64::BITS - BITS)) as usize];
    let held = place.load(Ordering::Relaxed);
    if held >> 16 == hash & u64::MAX >> 16 && held as u16 != 0 {
        return held as u16;
    }
    let row = find_out();
    place.store(hash << 16 | u64::from(row), Ordering::Relaxed);
    row
}

#[cfg(test)]
mod tests {
    use super::{PLACES, row_of};

    #[test]
    fn a_word_is_found_out_once_while_its_place_is_its_own() {
        let mut asked = 0;
        for _ in 0..2 {
            for number in 1..100 {
                let word = format!("remembered {number}");
                let row = row_of(&word, || {
                    asked += 1;
                    number
                });
                assert_eq!(row, number, "{word}");
            }
        }
        // Few of a hundred words share a place.
        assert!((99..120).contains(&asked), "{asked}");
    }

    #[test]
    fn more_words_than_there_are_places_are_still_told_apart() {
        for round in 0..2 {
            for number in 0..3 * PLACES {
                let row = number as u16 | 1;
                assert_eq!(row_of(&format!("many {number}"), || row), row, "{round} {number}");
            }
        }
    }
}
