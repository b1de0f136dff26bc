//! Finds pairs of texts that share several rare keys close together, because such texts probably share a passage. Keys
//! of boilerplate are not rare.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;
use rayon::prelude::*;

use super::{rows::Rows, store::Store};
use base::{cancel::Cancel, lock::lock_mutex, workers::run_in_pieces};

const TEXTS_AT_ONCE: usize = 16;
/// Largest number of places of a key that are used in a text. A text that repeats a line would otherwise take long.
const PLACES_OF_A_KEY: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearKeys {
    /// Largest number of texts that have a rare key.
    pub holders: usize,
    pub least: u32,
    /// Largest distance in words, in each text, between the middle key and every other key.
    pub within: u32,
    /// Least distance in words, in each text, between the middle key and the furthest key. A common phrase is shorter.
    pub apart: u32,
}

/// A function that writes the keys of a text in reading order, each with the word at which it begins.
pub type KeysInOrder<'a> = &'a (dyn Fn(u32, &mut Vec<(u64, u32)>) + Sync + 'a);

impl NearKeys {
    /// Returns pairs with enough rare keys close together, ascending, or `None` when cancelled.
    pub fn find_pairs(
        self,
        texts: &[u32],
        (store, leaves): (&Store, &(dyn Fn(u64) -> bool + Sync)),
        keys_in_order: KeysInOrder<'_>,
        cancel: &Cancel,
    ) -> Option<Vec<(u32, u32)>> {
        let keys = assign_rare_key_numbers(texts, (store, leaves), self.holders, cancel)?;
        let places = RarePlaces::find_rare_places(texts, &keys, keys_in_order, cancel)?;
        let found = run_in_pieces(
            texts.len(),
            TEXTS_AT_ONCE,
            cancel,
            || Scratch { counts: vec![0; texts.len()], touched: Vec::new(), matches: Vec::new() },
            |scratch, range| {
                let mut found = Vec::new();
                for text in range {
                    places.find_matches_with_later_texts(text, self.least, scratch);
                    let of_pairs = scratch.matches.chunk_by(|one, other| one.other == other.other);
                    let passing = of_pairs.filter(|of_pair| self.are_close_together(of_pair));
                    found.extend(passing.map(|of_pair| {
                        let (one, other) = (texts[text], texts[of_pair[0].other as usize]);
                        (one.min(other), one.max(other))
                    }));
                }
                found
            },
            drop,
        )?;
        let mut found = found.concat();
        found.par_sort_unstable();
        Some(found)
    }

    /// Returns true if keys shared by two texts, in order of the first text, are close together.
    fn are_close_together(self, matches: &[KeyMatch]) -> bool {
        let mut keys = Vec::new();
        (0..matches.len()).any(|at| {
            let middle = matches[at];
            let first = matches[..at].partition_point(|one| one.here + self.within < middle.here);
            let close =
                matches[first..].iter().take_while(|one| one.here <= middle.here + self.within);
            keys.clear();
            let mut is_apart = false;
            close.filter(|one| one.there.abs_diff(middle.there) <= self.within).any(|one| {
                let distance = one.here.abs_diff(middle.here).min(one.there.abs_diff(middle.there));
                is_apart |= distance >= self.apart;
                if keys.len() < self.least as usize && !keys.contains(&one.key) {
                    keys.push(one.key);
                }
                is_apart && keys.len() >= self.least as usize
            })
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct KeyMatch {
    other: u32,
    here: u32,
    there: u32,
    key: u32,
}

fn assign_rare_key_numbers(
    texts: &[u32],
    (store, leaves): (&Store, &(dyn Fn(u64) -> bool + Sync)),
    holders: usize,
    cancel: &Cancel,
) -> Option<HashMap<u64, u32>> {
    let limit = texts.iter().max().map_or(0, |text| *text as usize + 1);
    let found = Mutex::new(Vec::new());
    store.for_each_repeated_key(
        (texts.iter().copied(), limit),
        &leaves,
        cancel,
        Vec::new,
        |rare, key, of_key| {
            if of_key.len() <= holders {
                rare.push(key);
            }
        },
        |rare| lock_mutex(&found).extend(rare),
    )?;
    let keys: Vec<u64> = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(keys.into_iter().zip(0..).collect())
}

/// Places of rare keys in all texts. Keys and texts are numbered from 0.
struct RarePlaces {
    /// Keys of each text with their words, in order of words.
    of_texts: Vec<Vec<(u32, u32)>>,
    /// Occurrences of all keys as text and word, ascending for each key, one key after the other.
    places: Rows<(u32, u32)>,
}

impl RarePlaces {
    fn find_rare_places(
        texts: &[u32],
        keys: &HashMap<u64, u32>,
        keys_in_order: KeysInOrder<'_>,
        cancel: &Cancel,
    ) -> Option<Self> {
        let of_texts = run_in_pieces(
            texts.len(),
            TEXTS_AT_ONCE,
            cancel,
            Vec::new,
            |all, range| {
                let mut rare = |text: &u32| {
                    all.clear();
                    keys_in_order(*text, all);
                    let number = |(key, word): &(u64, u32)| Some((*keys.get(key)?, *word));
                    all.iter().filter_map(number).collect::<Vec<_>>()
                };
                texts[range].iter().map(&mut rare).collect::<Vec<_>>()
            },
            drop,
        )?;
        let mut of_texts = of_texts.concat();
        let mut lengths = vec![0; keys.len()];
        for (key, _) in of_texts.iter().flatten() {
            lengths[*key as usize] += 1;
        }
        let mut places: Rows<(u32, u32)> = Rows::with_lengths(&lengths);
        for (of_text, text) in of_texts.iter_mut().zip(0..) {
            of_text.retain(|(key, word)| {
                let of_key = places.row(*key as usize);
                let before = of_key.len().checked_sub(PLACES_OF_A_KEY).map(|at| of_key[at].0);
                let stays = before != Some(text);
                if stays {
                    places.push(*key as usize, (text, *word));
                }
                stays
            });
        }
        Some(Self { of_texts, places })
    }

    /// Finds the matches, ascending, of a text with each later text that has at least `least` of them.
    fn find_matches_with_later_texts(&self, text: usize, least: u32, scratch: &mut Scratch) {
        let Scratch { counts, touched, matches } = scratch;
        matches.clear();
        for (key, here) in &self.of_texts[text] {
            let places = self.places.row(*key as usize);
            let later = places.partition_point(|(other, _)| *other as usize <= text);
            for (other, there) in &places[later..] {
                let count = &mut counts[*other as usize];
                if *count == 0 {
                    touched.push(*other);
                }
                *count += 1;
                matches.push(KeyMatch { other: *other, here: *here, there: *there, key: *key });
            }
        }
        matches.retain(|one| counts[one.other as usize] >= least);
        touched.drain(..).for_each(|other| counts[other as usize] = 0);
        matches.sort_unstable();
    }
}

struct Scratch {
    /// Number of matches with each text; 0 between two searches.
    counts: Vec<u32>,
    touched: Vec<u32>,
    matches: Vec<KeyMatch>,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::{NearKeys, PLACES_OF_A_KEY, Store};
    use base::cancel::Cancel;

    proptest! {
        #[test]
        fn pairs_share_enough_keys_that_few_hold_close_together(
            texts in prop::collection::vec(prop::collection::vec(0_u64..40, 0..60), 0..12),
            holders in 2_usize..6,
            least in 1_u32..5,
            within in 1_u32..20,
            apart in 0_u32..6,
        ) {
            let near = NearKeys { holders, least, within, apart };
            let spread = |key: u64| key.wrapping_mul(0x0123_4567_89ab_cdef);
            let mut store = Store::default();
            let mut held: BTreeMap<u64, usize> = BTreeMap::new();
            for (text, words) in texts.iter().enumerate() {
                let keys: BTreeSet<u64> = words.iter().copied().collect();
                store.add_sketch(text as u32, &keys.iter().map(|key| spread(*key)).collect::<Vec<_>>());
                for key in keys {
                    *held.entry(key).or_default() += 1;
                }
            }
            let keys_in_order = |text: u32, keys: &mut Vec<(u64, u32)>| {
                keys.extend(texts[text as usize].iter().map(|key| spread(*key)).zip(0..));
            };
            let places = |text: usize, key: u64| {
                let places = (0_u32..).zip(&texts[text]).filter(move |(_, word)| **word == key);
                places.map(|(place, _)| place).take(PLACES_OF_A_KEY).collect::<Vec<_>>()
            };
            let mut plain = Vec::new();
            for b in 0..texts.len() {
                for a in 0..b {
                    let rare = held.iter().filter(|(_, held)| **held <= holders);
                    let matches: Vec<(u32, u32, u64)> = rare
                        .flat_map(|(key, _)| {
                            let there = places(b, *key);
                            let pairs = places(a, *key).into_iter();
                            pairs.flat_map(move |here| there.clone().into_iter().map(move |there| (here, there, *key)))
                        })
                        .collect();
                    let is_near = |middle: &(u32, u32, u64)| {
                        let distances = |one: &(u32, u32, u64)| [one.0.abs_diff(middle.0), one.1.abs_diff(middle.1)];
                        let close = matches.iter().filter(|one| distances(one).iter().all(|words| *words <= within));
                        let keys: BTreeSet<u64> = close.clone().map(|one| one.2).collect();
                        let mut apart = close.filter(|one| distances(one).iter().all(|words| *words >= near.apart));
                        keys.len() >= least as usize && apart.next().is_some()
                    };
                    if matches.iter().any(is_near) {
                        plain.push((a as u32, b as u32));
                    }
                }
            }
            plain.sort_unstable();
            let all: Vec<u32> = (0..texts.len() as u32).collect();
            prop_assert_eq!(near.find_pairs(&all, (&store, &|_| false), &keys_in_order, &Cancel::never_cancelled()), Some(plain));
        }
    }
}
