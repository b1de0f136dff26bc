//! `--common auto`, compared with groups by definition: sets of word strings, every text with every other.

use proptest::{strategy::ValueTree, test_runner::TestRunner};

use shingle::pipeline::Common;
use shingle::pipeline::corpus::groups::{
    FEWEST_GROUPS, NEAR_COPIES, SIMILAR, least_groups_of_common_key,
};

use crate::common::prelude::*;

type Set = BTreeSet<String>;

fn params() -> Params {
    Params { width: 2, common: Some(Common::Auto), threshold: Ratio::new(1, 10), ..english() }
}

fn shingles(text: &str) -> Set {
    let words: Vec<&str> = text.split_whitespace().collect();
    // A single word is a separate shingle.
    words.windows(words.len().clamp(1, 2)).map(|window| window.join(" ")).collect()
}

/// Groups sets that are alike, directly or through others.
fn grouped(sets: &[Set], mut groups: Vec<usize>, alike: impl Fn(&Set, &Set) -> bool) -> Vec<usize> {
    for (at, one) in sets.iter().enumerate() {
        for (to, other) in sets.iter().enumerate() {
            if at != to && alike(one, other) {
                let (from, into) = (groups[at], groups[to]);
                groups.iter_mut().filter(|group| **group == from).for_each(|group| *group = into);
            }
        }
    }
    groups
}

fn in_many(sets: &[Set], groups: &[usize]) -> Set {
    let all: Set = sets.iter().flatten().cloned().collect();
    let groups_of = |shingle: &String| {
        let with = sets.iter().zip(groups).filter(|(set, _)| set.contains(shingle));
        with.map(|(_, group)| *group).collect::<BTreeSet<_>>().len() as u32
    };
    all.into_iter()
        .filter(|shingle| groups_of(shingle) >= least_groups_of_common_key(sets.len()))
        .collect()
}

fn left_out(sets: &[Set]) -> Set {
    let alone = (0..sets.len()).collect();
    let near = grouped(sets, alone, |one, other| {
        let (both, either) = (one.intersection(other).count(), one.union(other).count());
        Ratio::new(both as u64, either as u64) >= NEAR_COPIES
    });
    let frequent = in_many(sets, &near);
    let similar = grouped(sets, near, |one, other| {
        let both = one.intersection(other).filter(|shingle| !frequent.contains(*shingle)).count();
        Ratio::new(both as u64, one.len().min(other.len()) as u64) >= SIMILAR
    });
    in_many(sets, &similar)
}

/// Returns texts of stems and heads. A part removed from a stem gives a version of the stem.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let words = |length| prop::collection::vec(0_u8..70, length);
    let stems = prop::collection::vec(words(8..30), 10..40);
    let heads = prop::collection::vec(words(2..12), 2);
    let text = (any::<prop::sample::Index>(), 0_usize..30, 0_usize..12, 0_u8..6);
    (stems, heads, prop::collection::vec(text, 13..45)).prop_map(|(stems, heads, texts)| {
        let made = texts.iter().map(|(stem, from, cut, with)| {
            let stem = stem.get(&stems);
            let head = heads.iter().enumerate().filter(|(at, _)| with >> at & 1 == 1);
            let kept = stem.iter().enumerate().filter(|(at, _)| !(*from..from + cut).contains(at));
            let words = head.flat_map(|(_, head)| head).chain(kept.map(|(_, word)| word));
            words.map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ")
        });
        made.collect()
    })
}

#[test]
fn what_many_groups_share_is_left_out_in_any_order_and_way() {
    let mut runner = TestRunner::new(seeded(1));
    let (mut left, mut of_one_group) = (0, 0);
    for _ in 0..200 {
        let texts = texts().new_tree(&mut runner).unwrap().current();
        let sets: Vec<Set> =
            texts.iter().collect::<BTreeSet<_>>().into_iter().map(|text| shingles(text)).collect();
        let sets: Vec<Set> = sets.into_iter().filter(|set| !set.is_empty()).collect();
        let out = left_out(&sets);
        let every_text_alone: Vec<usize> = (0..sets.len()).collect();
        left += usize::from(!out.is_empty());
        of_one_group += usize::from(in_many(&sets, &every_text_alone) != out);

        let named = texts.iter().enumerate();
        let files: Files =
            named.map(|(at, text)| (format!("{at:02}"), text.clone().into_bytes())).collect();
        let corpus = fresh(&files, &params());
        let snapshot = take_snapshot(&corpus, &[], Epoch(0));
        assert_eq!(snapshot.ignored.common as usize, out.len(), "{texts:?}");
        for (doc, text) in snapshot.docs.iter().zip(&texts) {
            assert_eq!(doc.shingles as usize, shingles(text).difference(&out).count(), "{texts:?}");
        }
        let backwards = files.iter().rev().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        for other in [corpus_of(backwards, &params()), passed(&files, &params(), 3).unwrap()] {
            assert_eq!(state_of(&other), state_of(&corpus));
            assert_eq!(pairs_of(&other), pairs_of(&corpus));
        }
    }
    assert!(left > 25 && of_one_group > 60, "{left}, {of_one_group}");
}

#[test]
fn a_few_groups_are_never_many() {
    let expected = [FEWEST_GROUPS, 12, 13, 50, 158];
    assert_eq!([0, 624, 625, 10_000, 100_000].map(least_groups_of_common_key), expected);
}
