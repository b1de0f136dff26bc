//! Accuracy of sketch families over many pairs, and rules of super- and megashingles. Fixed seeds make every run equal.
//! Expected values come from formulas.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use std::{collections::BTreeMap, collections::BTreeSet, path::Path};

use shingle::pipeline::parameters::{Params, StopWords};
use shingle::shingle::minhash::{keys_of_megashingles, keys_of_minima, keys_of_supershingles};
use shingle::{pipeline::document::Document, shingle::hash::HashKind, shingle::minhash::Minima};

use crate::common::{demo_files, fresh};
use dice::Dice;

#[path = "../benches/common/dice.rs"]
#[allow(dead_code)]
mod dice;

fn keys(dice: &mut Dice, count: usize) -> Vec<u64> {
    (0..count).map(|_| dice.next()).collect()
}

/// Returns the least shingles of two sets under 84 functions; the sets have `shared` common keys and `own` other keys
/// each.
fn sketched(dice: &mut Dice, shared: usize, own: [usize; 2]) -> [Vec<u64>; 2] {
    let both = keys(dice, shared);
    own.map(|own| {
        let all = [both.clone(), keys(dice, own)].concat();
        Minima::default().compute_fast(&all, 84).to_vec()
    })
}

fn in_common(a: impl Iterator<Item = u64>, b: impl Iterator<Item = u64>) -> usize {
    a.collect::<BTreeSet<_>>().intersection(&b.collect()).count()
}

#[test]
fn estimates_of_thousands_of_pairs_lie_around_the_resemblance_as_they_should() {
    const PAIRS: usize = 3000;
    let mut dice = Dice::new(1);
    // Errors of the estimates, in standard errors.
    let off: Vec<f64> = (0..PAIRS)
        .map(|_| {
            let [shared, a, b] = [0; 3].map(|_| dice.next() as usize % 80);
            let (shared, a, b) = (shared + 10, a + 1, b + 1);
            let r = shared as f64 / (shared + a + b) as f64;
            let [left, right] = sketched(&mut dice, shared, [a, b]);
            let estimate = in_common(keys_of_minima(&left), keys_of_minima(&right)) as f64 / 84.0;
            (estimate - r) / (r * (1.0 - r) / 84.0).sqrt()
        })
        .collect();
    let count = PAIRS as f64;
    let mean = off.iter().sum::<f64>() / count;
    let square = off.iter().map(|off| off * off).sum::<f64>() / count;
    // The square of a normal number has the variance 2.
    assert!(mean.abs() < 4.0 / count.sqrt(), "on the average {mean} standard errors off");
    assert!((square - 1.0).abs() < 4.0 * (2.0 / count).sqrt(), "they spread by {square}, not by 1");
    let far = off.iter().filter(|off| off.abs() > 4.0).count();
    assert!(far <= 3, "{far} estimates are more than four standard errors off");
}

#[test]
fn supershingles_agree_as_often_as_the_articles_formula_says() {
    const PAIRS: usize = 3000;
    let mut dice = Dice::new(2);
    // Resemblance in hundredths; P(at least 1 of 6) and P(at least 2 of 6), with the printed digits.
    for (r, one, two) in [
        (70_usize, None, 0.0007),
        (80, Some(0.237), 0.0258),
        (85, None, 0.120),
        (90, Some(0.790), 0.415),
        (95, Some(0.982), 0.879),
        (97, None, 0.979),
    ] {
        let p = (r as f64 / 100.0).powi(14);
        let none = (1.0 - p).powi(6);
        let formula = (1.0 - none, 1.0 - none - 6.0 * p * (1.0 - p).powi(5));
        let is_printed = |formula: f64, printed: f64| (formula - printed).abs() < 0.0006;
        assert!(one.is_none_or(|one| is_printed(formula.0, one)), "{formula:?}");
        assert!(is_printed(formula.1, two), "{formula:?}");
        let (mut ones, mut twos) = (0, 0);
        for _ in 0..PAIRS {
            let rest = 100 - r;
            let [left, right] = sketched(&mut dice, r, [rest / 2, rest - rest / 2]);
            let agree = in_common(keys_of_supershingles(&left), keys_of_supershingles(&right));
            ones += usize::from(agree >= 1);
            twos += usize::from(agree >= 2);
            assert_eq!(
                agree >= 2,
                in_common(keys_of_megashingles(&left), keys_of_megashingles(&right)) >= 1
            );
        }
        for (found, expected) in [(ones, formula.0), (twos, formula.1)] {
            let share = found as f64 / PAIRS as f64;
            let error = (expected * (1.0 - expected) / PAIRS as f64).sqrt();
            assert!((share - expected).abs() <= 4.0 * error, "r .{r}: {share}, not {expected}");
        }
    }
}

#[test]
fn two_share_a_megashingle_for_each_pair_of_supershingles_that_they_share() {
    let mut dice = Dice::new(3);
    for shared in 0..=6 {
        let mut least = [keys(&mut dice, 84), keys(&mut dice, 84)];
        let from = (6 - shared) * 14;
        let [left, right] = &mut least;
        right[from..].copy_from_slice(&left[from..]);
        assert_eq!(in_common(keys_of_supershingles(left), keys_of_supershingles(right)), shared);
        let pairs = shared * shared.saturating_sub(1) / 2;
        assert_eq!(in_common(keys_of_megashingles(left), keys_of_megashingles(right)), pairs);
    }
}

#[test]
fn least_shingles_count_by_their_function_and_are_never_sorted() {
    let mut dice = Dice::new(4);
    let least = keys(&mut dice, 84);
    let mut moved = least.clone();
    moved.swap(0, 13);
    assert_eq!(in_common(keys_of_minima(&least), keys_of_minima(&moved)), 82);
    assert_eq!(
        in_common(keys_of_supershingles(&least), keys_of_supershingles(&moved)),
        5,
        "within a group"
    );
    assert_eq!(in_common(keys_of_megashingles(&least), keys_of_megashingles(&moved)), 10);
    let mut sorted = least.clone();
    sorted.sort_unstable();
    let both = |keys: &[u64]| keys_of_supershingles(keys).collect::<Vec<_>>();
    assert!(both(&least).iter().all(|key| !both(&sorted).contains(key)));
    // A group at another position is another supershingle.
    let turned: Vec<u64> = [&least[14..], &least[..14]].concat();
    assert_eq!(in_common(keys_of_supershingles(&least), keys_of_supershingles(&turned)), 0);
}

#[test]
fn keys_of_a_sketch_are_distinct_even_where_one_shingle_is_least_everywhere() {
    let least = [7; 84];
    assert_eq!(keys_of_minima(&least).collect::<BTreeSet<_>>().len(), 84);
    assert_eq!(keys_of_supershingles(&least).collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(keys_of_megashingles(&least).collect::<BTreeSet<_>>().len(), 15);
    assert_eq!(
        keys_of_minima(&[]).count()
            + keys_of_supershingles(&[]).count()
            + keys_of_megashingles(&[]).count(),
        0
    );
}

#[test]
fn a_modulo_keeps_its_share_of_real_shingles_by_every_hash() {
    let files = demo_files();
    let mut failed = Vec::new();
    for (name, hash) in HashKind::ALL {
        for width in [1, 3, 10] {
            let params =
                Params { hash: *hash, width, stop_words: StopWords::Off, ..Params::defaults() };
            let mut values: BTreeMap<u64, u64> = BTreeMap::new();
            for (name, bytes) in &files {
                let document = Document::read(Path::new(name), bytes, &params).unwrap();
                values.extend(document.shingles.iter().map(|shingle| (shingle.key, shingle.value)));
            }
            let count = values.len() as f64;
            for modulo in 2..=64_u64 {
                let kept = values.values().filter(|value| value.is_multiple_of(modulo)).count();
                let share = 1.0 / modulo as f64;
                let error = (count * share * (1.0 - share)).sqrt();
                let off = (kept as f64 - count * share) / error;
                if off.abs() > 5.0 {
                    failed.push(format!("{name}, width {width}, of {count} modulo {modulo} kept {kept}, {off:.1} standard errors off"));
                }
            }
        }
    }
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn what_a_corpus_says_of_its_sample_is_what_modulo_keeps() {
    let files = demo_files();
    for (_, hash) in HashKind::ALL {
        for modulo in [2, 16] {
            let params = Params { hash: *hash, modulo, ..Params::defaults() };
            let corpus = fresh(&files, &params);
            let mut all: BTreeMap<u64, bool> = BTreeMap::new();
            for (name, bytes) in &files {
                let Ok(document) = Document::read(Path::new(name), bytes, &params) else {
                    continue;
                };
                let shingles = document.shingles.iter().filter(|shingle| shingle.begins);
                all.extend(shingles.map(|shingle| (shingle.key, shingle.kept)));
            }
            let sampled = corpus.estimate_sampled_share().unwrap();
            let kept = all.values().filter(|kept| **kept).count() as u64;
            assert_eq!((sampled.distinct, sampled.sampled), (all.len() as u64, kept));
        }
    }
    assert_eq!(fresh(&files, &Params::defaults()).estimate_sampled_share(), None, "all are kept");
}
