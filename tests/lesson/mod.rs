//! Recomputes every number of the lesson by plain means: word sets, formulas, independent checksums. Any other number
//! in a step fails.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod behind;
mod counted;
mod told;

use std::{collections::HashSet, sync::Arc};

use counted::Counted;

use shingle::lesson::{Lesson, Step, Subject, page::draw_figure, pitfalls, step::StepKind};
use shingle::pipeline::{Params, Preset, Verify};
use shingle::{base::path::DocPath, compare::Direction, shingle::SketchKind};

/// The first pair has no repetition. The second pair has many repetitions, and a text contains the other.
const OWN: [[&str; 2]; 2] = [
    ["The red fox sees a blue bird and a very old tree.", "A red fox sees a blue bird."],
    [
        "One boat after one boat after one boat leaves the old pier by the mill, and rain falls on the long empty quay all day.",
        "They say that one boat after one boat after one boat leaves the old pier by the mill, and rain falls on the long empty \
         quay all day. Then the gulls come back to sleep, the lamps are lit at dusk, and nobody walks there until morning.",
    ],
];

/// Returns lessons with the defaults, short sampled shingles and every preset, on the built-in texts and the additional
/// pairs.
fn lessons() -> Vec<Lesson> {
    let short = Params { width: 2, modulo: 4, ..Params::defaults() };
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::from_preset(*preset));
    let unverified =
        Params { sketch: SketchKind::MinHash, verify: Verify::Off, ..Params::defaults() };
    let all: Vec<Params> = presets.chain([Params::defaults(), short, unverified]).collect();
    let own = OWN.map(|texts| {
        Subject::new(["a", "b"].map(DocPath::new), texts.map(Arc::from), Direction::First)
    });
    let behind = pitfalls::build_pitfalls();
    let subjects =
        [Subject::ferry_pair(), Subject::gym_pair(), Subject::rose_pair()].into_iter().chain(own);
    let with = |subject: Subject| {
        let behind = &behind;
        all.iter()
            .map(move |params| Lesson::new(&subject, &Arc::new(params.clone()), behind))
            .collect::<Vec<Lesson>>()
    };
    subjects.flat_map(with).collect()
}

/// Returns all text of a step, on paper or on a screen.
fn shown(lesson: &Lesson, step: &Step, point: Option<usize>) -> String {
    let mut lines = vec![step.title.clone(), step.brief.clone()];
    lines.extend(step.paragraphs.iter().cloned());
    let rows = draw_figure(lesson, step, 400, point);
    lines.extend(rows.iter().map(|row| row.iter().map(|piece| piece.text.as_str()).collect()));
    lines.join("\n")
}

/// Returns the numbers in a text, with signs inside them and the per cent sign.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|sign: char| !sign.is_ascii_digit() && !".,%".contains(sign));
    let numbers = parts.map(|part| part.trim_matches(['.', ',']));
    numbers.filter(|number| number.contains(|sign: char| sign.is_ascii_digit()))
}

fn left(shown: &str, told: &[String]) -> Vec<String> {
    let told = told.join(" ");
    let told: HashSet<&str> = numbers(&told).collect();
    let is_left = |line: &&str| numbers(line).any(|number| !told.contains(number));
    shown.lines().filter(is_left).map(String::from).collect()
}

#[test]
fn every_number_of_every_stage_is_counted_again() {
    let mut wrong = Vec::new();
    for lesson in lessons() {
        let counted = Counted::new(&lesson);
        for step in lesson.steps.iter().filter(|step| StepKind::STAGES.contains(&step.kind)) {
            for point in [None, Some(step.first)] {
                let text = shown(&lesson, step, point);
                assert!(!text.contains("None"), "a value without a name: {text}");
                let rest = left(&text, &told::told(&counted, step));
                let (preset, name) = (lesson.params.preset, lesson.subject.names[0].to_string());
                wrong.extend(
                    rest.into_iter().map(|line| {
                        format!("{:?}, {preset:?}, {name}, {point:?}: {line}", step.kind)
                    }),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{} numbers: {wrong:#?}", wrong.len());
}

#[test]
fn a_wrong_number_is_left() {
    let told = || vec!["12 2 35.29% 3".to_string()];
    assert!(left("12 in both, 35.29%", &told()).is_empty());
    for wrong in ["13 in both", "112 in both", "35.2%", "5.29%", "33", "3.5", "3%"] {
        assert!(!left(wrong, &told()).is_empty(), "{wrong}");
    }
}
