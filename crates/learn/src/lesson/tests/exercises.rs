//! Tests of the answers of the exercises, found out in another way.

use std::{collections::BTreeSet, sync::Arc};

use crate::lesson::numbers::{format_percent, format_share};
use crate::{lesson::contents::Lesson, lesson::subject::Subject};
use base::ratio::Ratio;
use shingle_core::pipeline::parameters::{Params, Preset};
use shingle_core::{pipeline::ShingleFate, text::normalize::Stem, text::tokenize::Words};

use super::PITFALLS;

#[test]
fn the_answers_are_what_the_texts_give() {
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::from_preset(*preset));
    for params in presets.chain([Params::defaults(), Params { modulo: 4, ..Params::defaults() }]) {
        let lesson = Lesson::new(&Subject::ferry_pair(), &Arc::new(params), &PITFALLS);
        let sets = lesson.sides.each_ref().map(|side| {
            let counted = side.shingles.iter().filter(|one| one.fate != ShingleFate::Inside);
            counted
                .map(shingle_core::pipeline::ExplainedShingle::text)
                .collect::<BTreeSet<String>>()
        });
        let [a, b] = sets.each_ref().map(BTreeSet::len);
        let both = sets[0].intersection(&sets[1]).count();
        let either = sets[0].union(&sets[1]).count();
        let all: Vec<_> = lesson.numbered_exercises().collect();
        let answers: Vec<&str> = all.iter().map(|(_, _, one)| &*one.answer).collect();
        assert!(
            answers.contains(&&*format!(
                "{a} + {b} - {both} = {either}: those in both would be counted twice."
            )),
            "{answers:?}"
        );
        let share = |part: usize, of: usize| format_percent(Ratio::new(part as u64, of as u64));
        let measures = format!(
            "{both} / {either} = {}; {both} / {a} = {}; 2 * {both} / ({a} + {b}) = {}.",
            share(both, either),
            share(both, a),
            share(2 * both, a + b)
        );
        assert!(answers.contains(&&*measures), "{answers:?}");
        // 5.46 points at 84, half of it at 336.
        assert!(((0.25_f64 / 336.0).sqrt() * 2.0 - (0.25_f64 / 84.0).sqrt()).abs() < 1e-12);
        let product = |times, factor: f64| (0..times).fold(1.0, |all, _| all * factor);
        let fourteen = format_share(product(14, 0.9));
        let (none, band) =
            (format_share(product(20, 0.95)), format_share(1.0 - product(20, 31.0 / 32.0)));
        for answer in [
            "499,999,500,000 pairs / 2^64 = 0.000000027, so none; 499,999,500,000 pairs / 2^32 = 116.".to_string(),
            format!("That of 14 minima at once: 0.9^14 = {fourteen}."),
            // The variance of 84 draws at 50 % is 1 / 336.
            "Within two standard deviations: between 39.09% and 60.91%.".to_string(),
            format!("(1 - 1 / 20)^20 = {none}."),
            format!("1 - (1 - 0.5^5)^20 = {band}."),
        ] {
            assert!(answers.contains(&&*answer), "{answer}: {answers:?}");
        }
        assert!(all.is_sorted_by_key(|(step, ..)| *step));
        assert!(all.iter().all(|(_, _, one)| one.question.contains('?')));
        // Nothing is to be predicted on the first page and among the terms. Where line breaks join words, they may
        // change some.
        let steps: BTreeSet<usize> = all.iter().map(|(step, ..)| *step).collect();
        let first =
            if matches!(lesson.params.words, Words::Unicode | Words::Phpir) { 2 } else { 3 };
        assert_eq!(steps, (first..=22).collect());
    }
}

fn answer(params: Params, step: usize) -> (String, String) {
    let lesson = Lesson::new(&Subject::ferry_pair(), &Arc::new(params), &PITFALLS);
    let (_, number, found) =
        lesson.numbered_exercises().find(|(number, ..)| *number == step).unwrap();
    assert_eq!(number, format!("{step}.1"));
    (found.question.clone(), found.answer.clone())
}

#[test]
fn an_equation_with_a_bound_is_an_inequality() {
    let words: Vec<String> = (0..100).map(|word| format!("w{word}x")).collect();
    let params = Params { modulo: 4, ..Params::defaults() };
    let lesson = super::lesson_on([&words.join(" "); 2], params);
    let mut answers = lesson.numbered_exercises().map(|(_, _, one)| &*one.answer);
    assert!(answers.any(|answer| answer == "(1 - 1 / 4)^98 < 0.000001%."));
}

#[test]
fn broken_lines_change_no_word_and_a_word_counts_in_its_form() {
    let texts = Subject::ferry_pair().texts;
    let broken =
        texts.each_ref().map(|text| text.replace('\n', " ").replace(" the ", "\nthe ").into());
    let lesson = |texts| {
        let subject = Subject { texts, ..Subject::ferry_pair() };
        Lesson::new(&subject, &Arc::new(Params::defaults()), &[])
    };
    let words = |lesson: &Lesson| -> Vec<String> {
        lesson.sides[0].document.words.iter().map(|word| word.text.to_string()).collect()
    };
    let [before, after] = [texts, broken].map(|texts| words(&lesson(texts)));
    let (question, answer_2) = answer(Params::defaults(), 2);
    assert!(before == after && question.contains(&format!("its {} words", before.len())));
    assert!(answer_2.starts_with("None"), "{answer_2}");
    for (stem, read, form) in [(Stem::On, "ferry", "ferri"), (Stem::Off, "The", "the")] {
        let (question, answer) = answer(Params { stem, ..Params::defaults() }, 3);
        assert!(question.contains(&format!("\"{read}\"")), "{question}");
        assert!(answer.starts_with(&format!("As \"{form}\"")), "{answer}");
    }
}
