//! Tests of what the lesson says of whole classes of texts: why a prefix is enough, and what a moved paragraph loses.

use std::sync::Arc;

use crate::lesson::contents::Lesson;
use crate::lesson::page::draw_figure;
use crate::lesson::step::{Ink, StepKind};
use crate::lesson::subject::Subject;
use base::ratio::Ratio;
use shingle_core::compare::measure::{Direction, Measure};
use shingle_core::pipeline::parameters::{Params, Preset, StopWords};
use shingle_core::shingle::hash::HashKind;
use shingle_core::text::normalize::Stem;

use super::claims::plain_set;
use super::{gym, has_numbers, lesson_on, said, step};

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
        has_numbers(&said, &["1", &(width - 1).to_string()]);
    }
}

#[test]
fn a_measure_that_looks_from_one_side_says_what_it_is_from_both() {
    for measure in [Measure::Containment, Measure::PerWord] {
        let params = Arc::new(Params { measure, ..Params::from_preset(Preset::PhpShingles) });
        let of = |direction| {
            let subject = Subject { direction, ..Subject::gym_pair() };
            let lesson = Lesson::new(&subject, &params, &[]);
            step(&lesson, StepKind::Score).paragraphs.join(" ")
        };
        // 3 of 21 or 14 shingles, for 23 or 16 words.
        let [a, b] =
            if measure == Measure::PerWord { ["13.04%", "18.75%"] } else { ["14.29%", "21.43%"] };
        has_numbers(&of(Direction::First), &[a, b]);
        has_numbers(&of(Direction::Larger), &[b, a, b]);
    }
    let jaccard = gym(Params { measure: Measure::Jaccard, ..Params::defaults() });
    let said = step(&jaccard, StepKind::Score).paragraphs.join(" ");
    assert!(!super::numbers(&said).any(|one| one == "21.43%"), "{said}");
}

#[test]
fn the_sets_are_the_same_by_any_named_hash() {
    let plain = gym(Params::defaults());
    for hash in [HashKind::Crc32, HashKind::Md5First28, HashKind::Wide] {
        let lesson = gym(Params { hash, ..Params::defaults() });
        // The same key, whatever hash is named.
        assert_eq!(lesson.sets, plain.sets);
        assert_eq!(step(&lesson, StepKind::Hash).number.text, "64");
    }
}

#[test]
fn a_text_and_its_denial_look_alike_without_stop_words() {
    let params = Params { width: 2, stop_words: StopWords::On, ..Params::defaults() };
    let texts = [
        "The harbour bridge is safe for heavy lorries.",
        "The harbour bridge is not safe for heavy lorries.",
    ];
    let resemblance = |params| lesson_on(texts, params).exact_overlap().jaccard();
    assert!(resemblance(Params::defaults()) < Ratio::ONE);
    assert_eq!(resemblance(params), Ratio::ONE);
}

#[test]
fn the_same_shingle_of_both_texts_stands_at_the_point_of_both_lists() {
    let lesson = gym(Params::from_preset(Preset::PhpShingles));
    for kind in [StepKind::Hash, StepKind::Modulo] {
        let step = step(&lesson, kind);
        let rows = draw_figure(&lesson, step, 78, Some(step.first));
        let at_point: Vec<String> = rows
            .iter()
            .filter(|row| row[0].text == "▸")
            .map(|row| row.iter().skip(2).map(|piece| piece.text.as_str()).collect())
            .collect();
        let bare = |row: &String| row.replace("also in A", "").replace("also in B", "");
        assert_eq!(at_point.len(), 2);
        assert_eq!(bare(&at_point[0]), bare(&at_point[1]));
        let first_is = if kind == StepKind::Hash {
            "заниматься спортом"
        } else {
            "KEEP  спортом правильно"
        };
        assert!(at_point[0].contains(first_is), "{at_point:?}");
    }
    // Only words are tinted, not the blanks before them.
    let rows = draw_figure(&lesson, step(&lesson, StepKind::Modulo), 78, Some(14));
    let mut tinted = rows.iter().flatten().filter(|piece| piece.ink == Ink::Shared);
    assert!(tinted.all(|piece| piece.text.starts_with("also in")));
}
