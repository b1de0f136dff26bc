//! Tests of shared passages of synthetic texts.

use std::{collections::BTreeSet, ops::Range};

use proptest::prelude::*;

use super::{PreparedText, SharedPassage, WordMatch, find_matches, seeds::PAIRS, seeds::SEEDS};

fn words(first: u64, count: u64) -> Vec<u64> {
    (first..first + count).collect()
}

/// Words of a language of 500 words. Smaller numbers are more frequent.
fn prose(count: usize) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec((1_u64..=500).prop_map(|word| word * word / 500), count)
}

fn shared_passages(a: &[u64], b: &[u64]) -> Vec<SharedPassage> {
    super::shared_passages(&PreparedText::new(a), b)
}

fn places(found: &[SharedPassage]) -> Vec<(Range<usize>, Range<usize>)> {
    found.iter().map(|one| (one.a.clone(), one.b.clone())).collect()
}

#[test]
fn a_copy_is_one_passage_also_if_it_is_short() {
    for count in [1, 2, 9, 500] {
        let text = words(0, count);
        assert_eq!(places(&shared_passages(&text, &text)), [(0..text.len(), 0..text.len())]);
    }
    assert_eq!(shared_passages(&[7; 90], &[7; 90]).len(), 1);
}

#[test]
fn words_replaced_put_in_left_out_and_moved_do_not_part_a_passage() {
    let copied = words(10_000, 120);
    let mut rewritten = copied.clone();
    for place in [5, 6, 20, 41, 77] {
        rewritten[place] += 5_000;
    }
    rewritten.drain(30..34);
    rewritten.splice(60..60, words(20_000, 3));
    rewritten[90..105].rotate_left(6);
    let a = [words(0, 900), copied, words(1_000, 500)].concat();
    let b = [words(2_000, 300), rewritten, words(3_000, 1_100)].concat();
    assert_eq!(places(&shared_passages(&a, &b)), [(900..1020, 300..419)]);
}

#[test]
fn a_few_rare_words_are_a_passage_in_a_short_text_and_chance_in_a_long_one() {
    let line = words(50_000, 8);
    let found = |others: u64| {
        let a = [words(0, others), line.clone(), words(10_000, others)].concat();
        let b = [words(20_000, others), line.clone(), words(30_000, others)].concat();
        shared_passages(&a, &b).len()
    };
    assert_eq!(found(8), 1);
    assert_eq!(found(4_000), 0);
}

#[test]
fn texts_made_to_be_slow_are_not() {
    // Two words in a random order, and the same page many times.
    let two: Vec<u64> =
        (0..200_000_u64).map(|at| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63).collect();
    assert!(shared_passages(&two, &two[1..]).len() < 100);
    let pages: Vec<u64> = (0..200).flat_map(|_| words(0, 1_000)).collect();
    assert!(shared_passages(&pages, &pages[500..]).len() < 100);
    let all_at_once: Vec<u64> = words(0, 100_000);
    let reversed: Vec<u64> = all_at_once.iter().rev().copied().collect();
    assert!(shared_passages(&all_at_once, &reversed).len() < 100);
}

/// The longest matches around every pair of places with a rare common sequence.
fn plain_matches(a: &[u64], b: &[u64]) -> BTreeSet<WordMatch> {
    let mut found = BTreeSet::new();
    for sequence in SEEDS.iter().flat_map(|words| a.windows(*words)) {
        let places = |text: &[u64]| -> Vec<usize> {
            let windows = text.windows(sequence.len()).zip(0..);
            windows.filter(|(window, _)| *window == sequence).map(|(_, place)| place).collect()
        };
        let (in_a, in_b) = (places(a), places(b));
        if in_a.len() * in_b.len() <= PAIRS {
            for (mut i, mut j) in in_a.iter().flat_map(|i| in_b.iter().map(|j| (*i, *j))) {
                while i > 0 && j > 0 && a[i - 1] == b[j - 1] {
                    (i, j) = (i - 1, j - 1);
                }
                let words = a[i..].iter().zip(&b[j..]).take_while(|(one, other)| one == other);
                found.insert(WordMatch { a: i, b: j, words: words.count() });
            }
        }
    }
    found
}

proptest! {
    #[test]
    fn seeds_lead_to_every_match_of_enough_evidence(a in prose(120), b in prose(90), least in 0.0_f64..12.0) {
        let prepared = PreparedText::new(&a);
        let (numbers, counts) = prepared.number_and_count_words(&b);
        let evidence = prepared.evidence_of_words(&counts, b.len());
        let evidence = |words: &[u32]| words.iter().map(|word| evidence[*word as usize]).sum::<f64>();
        let seeds = prepared.find_seeds(&numbers, &counts, |words| evidence(words) >= least);
        let is_enough = |one: &WordMatch| evidence(&prepared.numbers[one.a..one.a + one.words]) >= least;
        let mut found: Vec<_> = find_matches(&prepared.numbers, &numbers, seeds).into_iter().filter(is_enough).collect();
        found.sort_unstable();
        let plain: Vec<_> = plain_matches(&a, &b).into_iter().filter(is_enough).collect();
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn swapping_the_texts_swaps_the_passages(a in prose(300), b in prose(200), at in 0_usize..150) {
        let b = [&b[..at], &a[100..180], &b[at..]].concat();
        let (there, back) = (shared_passages(&a, &b), shared_passages(&b, &a));
        let swapped: Vec<_> = places(&back).into_iter().map(|(b, a)| (a, b)).collect();
        prop_assert_eq!(places(&there), swapped);
        prop_assert!(!there.is_empty());
    }

    #[test]
    fn matches_ascend_within_their_passage_and_are_alike(a in prose(200), b in prose(200), at in 0_usize..150) {
        let b = [&b[..at], &a[20..120], &b[at..]].concat();
        for found in shared_passages(&a, &b) {
            let (mut end_a, mut end_b) = (found.a.start, found.b.start);
            for one in &found.matches {
                prop_assert!(one.a >= end_a && one.b >= end_b);
                (end_a, end_b) = (one.a + one.words, one.b + one.words);
                prop_assert_eq!(&a[one.a..end_a], &b[one.b..end_b]);
            }
            prop_assert!(end_a <= found.a.end && end_b <= found.b.end);
        }
    }

    #[test]
    fn text_put_before_or_behind_moves_a_passage_and_does_not_change_it(
        copied in prose(150), before in 0_u64..400, behind in 0_u64..400,
    ) {
        let a = [words(1_000, 200), copied.clone(), words(2_000, 200)].concat();
        let b = [words(3_000, before + 200), copied, words(4_000, behind + 200)].concat();
        let start = before as usize + 200;
        prop_assert_eq!(places(&shared_passages(&a, &b)), [(200..350, start..start + 150)]);
    }
}
