//! Tests of what the lesson says of whole classes of texts: why a prefix is enough, and what a moved paragraph loses.

use crate::lesson::step::StepKind;
use crate::pipeline::parameters::{Params, StopWords};
use crate::text::normalize::Stem;

use super::claims::plain_set;
use super::said;

#[test]
fn the_prefix_finds_every_pair_that_the_threshold_lists() {
    // Any two sets of 6 numbers of 12 that share what the threshold asks for share one of the rarest, as the sentence says.
    let sets: Vec<u32> = (0_u32..1 << 12).filter(|set| set.count_ones() == 6).collect();
    for least in 1..=6 {
        // The lowest bits are the rarest shingles.
        let prefix = |set: u32| {
            let bits = (0..12).filter(|bit| set >> bit & 1 == 1).take(6 - least + 1);
            bits.fold(0_u32, |kept, bit| kept | 1 << bit)
        };
        for (index, a) in sets.iter().enumerate().step_by(7) {
            for b in sets.iter().skip(index) {
                let shares = (a & b).count_ones() as usize >= least;
                assert!(!shares || prefix(*a) & b != 0, "{a:b} {b:b} {least}");
            }
        }
    }
}

#[test]
fn the_width_has_its_reason_in_runs_that_stay_whole() {
    // Of all numbers of four digits, those without a nought: each digit is nought with a chance of one in ten.
    let whole = (0..10_000).filter(|number| !format!("{number:04}").contains('0')).count();
    assert_eq!(whole, 6_561);
    let texts = ["one two three four five six seven"; 2];
    for (width, words) in [
        (2, "Why 2? Because so few words in a row often meet by chance, but"),
        (4, "Why 4? Because so many words in a row seldom meet by chance, and"),
        (6, "Why 6? Because so many words in a row hardly ever meet by chance, but"),
    ] {
        let params = Params { width, ..Params::defaults() };
        let said = said(StepKind::Window, texts, params);
        assert!(said.contains(words), "{said}");
        assert_eq!(said.contains("65.61% of the runs stay whole"), width == 4, "{said}");
    }
    let score = said(StepKind::Score, texts, Params::defaults());
    let plain = "A containment of 45% does: of 100 different shingles of A, 45 stand in B too.";
    assert!(score.contains(plain), "{score}");
}

#[test]
fn a_moved_paragraph_loses_at_most_w_less_one_shingles_at_each_seam() {
    let params = Params { stop_words: StopWords::Off, stem: Stem::Off, ..Params::defaults() };
    let words: Vec<String> = (0..60).map(|word| format!("w{word}x")).collect();
    for width in 2..6_usize {
        let whole = plain_set(&words, width);
        let moved = [&words[..10], &words[20..50], &words[10..20], &words[50..]].concat();
        let both = whole.intersection(&plain_set(&moved, width)).count();
        // It is cut out and put in: three seams in each of the two texts.
        assert_eq!(whole.len() - both, 3 * (width - 1));
        let of = Params { width: width as u32, ..params.clone() };
        let said = said(StepKind::Sets, ["one two three four five six"; 2], of);
        assert!(said.contains(&format!("at most w - 1 = {} at each seam", width - 1)), "{said}");
    }
}
