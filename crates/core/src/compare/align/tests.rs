//! Tests of the whole alignment against a plain count of the words to highlight.

use std::{collections::BTreeSet, ops::Range};

use proptest::prelude::*;

use super::{AlignInput, AlignedRun, Alignment, align_documents};

const WIDTH: usize = 3;

/// Keys of single letters, those for which `keep` returns true.
fn keys(text: &str, keep: impl Fn(&str) -> bool) -> Vec<(u32, u64)> {
    let letters: Vec<char> = text.chars().collect();
    let shingles = (0..).zip(letters.windows(WIDTH)).filter_map(|(place, window)| {
        let shingle: String = window.iter().collect();
        let key = shingle.bytes().fold(0, |sum, byte| sum * 256 + u64::from(byte));
        keep(&shingle).then_some((place, key))
    });
    shingles.collect()
}

fn aligned(a: &str, b: &str) -> Alignment {
    aligned_in(a, b, &[])
}

fn aligned_in(a: &str, b: &str, passages: &[(Range<usize>, Range<usize>)]) -> Alignment {
    let (first, second) = (keys(a, |_| true), keys(b, |_| true));
    align_documents(
        AlignInput { keys: &first, width: WIDTH, words: a.len() },
        AlignInput { keys: &second, width: WIDTH, words: b.len() },
        passages,
    )
}

/// `a-text@a=b-start` for each run.
fn shown(a: &str, b: &str) -> Vec<String> {
    let run = |run: &AlignedRun| {
        format!("{}@{}={}", a.get(run.a.clone()).unwrap(), run.a.start, run.b.start)
    };
    aligned(a, b).runs.iter().map(run).collect()
}

#[test]
fn runs_are_in_reading_order_and_one_that_occurs_again_is_paired_with_it_again() {
    assert_eq!(shown("abcXdefgYhij", "hijZdefgQabc"), ["abc@0=9", "defg@4=4", "hij@9=0"]);
    assert_eq!(shown("abcdXabcd", "abcd"), ["abcd@0=0", "abcd@5=0"]);
    assert_eq!(shown("abcd", "abcdXabcdYabcd"), ["abcd@0=0", "abcd@0=5", "abcd@0=10"]);
    assert_eq!(shown("abcdefXcde", "abcdef"), ["abcdef@0=0", "cde@7=2"]);
}

#[test]
fn a_word_belongs_to_the_longest_run_over_it() {
    // "cd" is in both "abcd" (shared with the head of b) and "cdefg" (shared with its tail).
    let alignment = aligned("abcdefg", "abcdXcdefg");
    let owner =
        |index: usize| alignment.a_owner[index].map(|at| alignment.runs[at as usize].a.len());
    assert_eq!(owner(0), Some(4));
    assert_eq!(owner(2), Some(5));
}

#[test]
fn a_text_of_one_repeated_word_is_aligned_in_linear_time() {
    let [first, second] =
        [200_000, 150_000].map(|words| (0..words).map(|word| (word, 7)).collect::<Vec<_>>());
    let alignment = align_documents(
        AlignInput { keys: &first, width: 3, words: 200_002 },
        AlignInput { keys: &second, width: 3, words: 150_002 },
        &[],
    );
    assert!(alignment.a_owner.iter().all(Option::is_some));
    assert!(alignment.b_owner.iter().all(Option::is_some));
}

proptest! {
    #[test]
    fn what_is_lit_is_exactly_what_is_shared(a in "[abc]{0,40}", b in "[abc]{0,40}", modulo in 1_u64..4) {
        let keep = |shingle: &str| shingle.bytes().map(u64::from).sum::<u64>() % modulo == 0;
        let (first, second) = (keys(&a, keep), keys(&b, keep));
        let alignment = align_documents(AlignInput { keys: &first, width: WIDTH, words: a.len() }, AlignInput { keys: &second, width: WIDTH, words: b.len() }, &[]);
        let set = |keys: &[(u32, u64)]| keys.iter().map(|(_, key)| *key).collect::<BTreeSet<u64>>();
        let shared: BTreeSet<u64> = set(&first).intersection(&set(&second)).copied().collect();
        for (keys, owner) in [(&first, &alignment.a_owner), (&second, &alignment.b_owner)] {
            let mut counted = vec![false; owner.len()];
            for (place, _) in keys.iter().filter(|(_, key)| shared.contains(key)) {
                counted[*place as usize..*place as usize + WIDTH].fill(true);
            }
            prop_assert_eq!(owner.iter().map(Option::is_some).collect::<Vec<_>>(), counted);
        }
        for found in &alignment.runs {
            prop_assert_eq!(a.get(found.a.clone()), b.get(found.b.clone()));
        }
    }

    #[test]
    fn both_directions_have_the_same_runs(a in "[ab]{0,30}", b in "[ab]{0,30}", at in 0_usize..30) {
        let passages = |a: &str, b: &str| [(at.min(a.len())..a.len(), 0..at.min(b.len()))];
        let swapped = |(a, b): (Range<usize>, Range<usize>)| (b, a);
        let there = aligned_in(&a, &b, &passages(&a, &b));
        let mut back = aligned_in(&b, &a, &passages(&a, &b).map(swapped));
        for run in &mut back.runs {
            std::mem::swap(&mut run.a, &mut run.b);
        }
        back.runs.sort_by_key(|run| (run.a.start, run.b.start));
        prop_assert_eq!(there.runs, back.runs);
        let lit = |owner: &[Option<u32>]| owner.iter().map(Option::is_some).collect::<Vec<_>>();
        prop_assert_eq!(lit(&there.a_owner), lit(&back.b_owner));
        prop_assert_eq!(lit(&there.b_owner), lit(&back.a_owner));
    }
}
