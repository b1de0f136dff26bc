//! Tests of the alignment as a whole, against a plain count of what must be highlighted. Its parts have their own
//! tests.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{AlignInput, Alignment, align};

const WIDTH: usize = 3;

/// Shingles of single letters. Those for which `keep` is false are not in the sample.
fn keys(text: &str, keep: impl Fn(&str) -> bool) -> Vec<Option<u64>> {
    let letters: Vec<char> = text.chars().collect();
    letters
        .windows(WIDTH)
        .map(|window| {
            let shingle: String = window.iter().collect();
            keep(&shingle).then(|| shingle.bytes().fold(0, |sum, byte| sum * 256 + u64::from(byte)))
        })
        .collect()
}

fn aligned(a: &str, b: &str) -> Alignment {
    let (first, second) = (keys(a, |_| true), keys(b, |_| true));
    align(
        AlignInput { keys: &first, width: WIDTH, words: a.len() },
        AlignInput { keys: &second, width: WIDTH, words: b.len() },
    )
}

/// `number.occurrence a-text@a=b-start` for each passage, with `!` when it moved.
fn shown(a: &str, b: &str) -> Vec<String> {
    aligned(a, b)
        .matches
        .iter()
        .map(|found| {
            format!(
                "{}.{} {}@{}={}{}",
                found.number,
                found.occurrence,
                a.get(found.a.clone()).unwrap(),
                found.a.start,
                found.b.start,
                if found.moved { "!" } else { "" }
            )
        })
        .collect()
}

#[test]
fn a_copy_is_one_passage() {
    assert_eq!(shown("abcdef", "abcdef"), ["1.0 abcdef@0=0"]);
}

#[test]
fn passages_are_numbered_in_reading_order_of_the_left_one() {
    assert_eq!(
        shown("abcXdefgYhij", "hijZdefgQabc"),
        ["1.0 abc@0=9!", "2.0 defg@4=4", "3.0 hij@9=0!"]
    );
}

#[test]
fn the_longer_of_two_swapped_passages_stays_in_order() {
    assert_eq!(shown("abcdeXfgh", "fghYabcde"), ["1.0 abcde@0=4", "2.0 fgh@6=0!"]);
}

#[test]
fn a_passage_that_occurs_again_is_a_repetition_of_it() {
    assert_eq!(shown("abcdXabcd", "abcd"), ["1.1 abcd@0=0", "1.2 abcd@5=0"]);
    assert_eq!(shown("abcd", "abcdXabcdYabcd"), ["1.1 abcd@0=0", "1.2 abcd@0=5", "1.3 abcd@0=10"]);
}

#[test]
fn a_part_that_occurs_again_is_a_repetition_too() {
    assert_eq!(shown("abcdefXcde", "abcdef"), ["1.1 abcdef@0=0", "1.2 cde@7=2"]);
}

#[test]
fn a_repetition_further_up_does_not_hide_that_a_passage_has_moved() {
    assert_eq!(
        shown("abcXdefgYabcdehi", "abcdehiZdefg"),
        ["1.1 abc@0=0", "1.2 abcdehi@9=0", "2.0 defg@4=8!"]
    );
}

#[test]
fn nothing_shared_gives_no_passage() {
    assert_eq!(shown("abcdef", "ghijkl"), [""; 0]);
    assert_eq!(shown("", "abc"), [""; 0]);
}

#[test]
fn a_word_belongs_to_the_longest_passage_over_it() {
    // "cd" stands in both "abcd" (shared with the head of b) and "cdefg" (shared with its tail).
    let alignment = aligned("abcdefg", "abcdXcdefg");
    let owner =
        |index: usize| alignment.a_owner[index].map(|at| alignment.matches[at as usize].a.len());
    assert_eq!(owner(0), Some(4));
    assert_eq!(owner(2), Some(5));
}

#[test]
fn a_text_of_one_repeated_word_is_aligned_in_linear_time() {
    let first = vec![Some(7); 200_000];
    let second = vec![Some(7); 150_000];
    let alignment = align(
        AlignInput { keys: &first, width: 3, words: 200_002 },
        AlignInput { keys: &second, width: 3, words: 150_002 },
    );
    assert!(alignment.a_owner.iter().all(Option::is_some));
    assert!(alignment.b_owner.iter().all(Option::is_some));
}

proptest! {
    #[test]
    fn what_is_lit_is_exactly_what_is_shared(a in "[abc]{0,40}", b in "[abc]{0,40}", modulo in 1_u64..4) {
        let keep = |shingle: &str| shingle.bytes().map(u64::from).sum::<u64>() % modulo == 0;
        let (first, second) = (keys(&a, keep), keys(&b, keep));
        let alignment = align(AlignInput { keys: &first, width: WIDTH, words: a.len() }, AlignInput { keys: &second, width: WIDTH, words: b.len() });
        let set = |keys: &[Option<u64>]| keys.iter().flatten().copied().collect::<BTreeSet<u64>>();
        let shared: BTreeSet<u64> = set(&first).intersection(&set(&second)).copied().collect();
        for (keys, owner) in [(&first, &alignment.a_owner), (&second, &alignment.b_owner)] {
            let mut counted = vec![false; owner.len()];
            for (position, key) in keys.iter().enumerate() {
                if key.is_some_and(|key| shared.contains(&key)) {
                    counted[position..position + WIDTH].fill(true);
                }
            }
            prop_assert_eq!(owner.iter().map(Option::is_some).collect::<Vec<_>>(), counted);
        }
        for found in &alignment.matches {
            prop_assert_eq!(a.get(found.a.clone()), b.get(found.b.clone()));
        }
    }

    #[test]
    fn both_directions_light_the_same_words(a in "[ab]{0,30}", b in "[ab]{0,30}") {
        let (there, back) = (aligned(&a, &b), aligned(&b, &a));
        let lit = |owner: &[Option<u32>]| owner.iter().map(Option::is_some).collect::<Vec<_>>();
        prop_assert_eq!(lit(&there.a_owner), lit(&back.b_owner));
        prop_assert_eq!(lit(&there.b_owner), lit(&back.a_owner));
    }
}
