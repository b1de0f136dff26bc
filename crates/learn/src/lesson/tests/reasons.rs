//! Tests of what the lesson says of whole classes of texts: why a prefix is enough, and what a moved paragraph loses.

use base::ratio::Ratio;
use shingle_core::{pipeline::Params, pipeline::Preset, pipeline::StopWords, text::Stem};

use super::{claims::plain_set, gym, has_numbers, lesson_on, said, step};
use crate::{lesson::page::draw_figure, lesson::step::Ink, lesson::step::StepKind};

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
