//! Tests of what the sentences say under the defaults, a sample of short shingles, the presets and a pair of one's own.
//! Their numbers are counted again in `tests/lesson`.

use std::sync::Arc;

use crate::{lesson::contents::Lesson, lesson::step::StepKind, lesson::subject::Subject};
use base::ratio::Ratio;
use shingle_core::pipeline::parameters::{Params, Preset};

use super::{PITFALLS, rows, subject};

/// All ways to look at the built-in texts, and a pair of one's own.
fn lessons() -> Vec<Lesson> {
    let short = Params { width: 2, modulo: 4, ..Params::defaults() };
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::from_preset(*preset));
    let all: Vec<Params> = presets.chain([Params::defaults(), short]).collect();
    let own = ["The red fox sees a blue bird and a very old tree.", "A red fox sees a blue bird."];
    let subjects = [Subject::ferry_pair(), Subject::gym_pair(), subject(own)];
    let lesson =
        |subject, params: &Params| Lesson::new(subject, &Arc::new(params.clone()), &PITFALLS);
    subjects
        .iter()
        .flat_map(|subject| all.iter().map(move |params| lesson(subject, params)))
        .collect()
}

#[test]
fn the_english_texts_share_something_under_the_defaults_and_every_preset() {
    let presets = Preset::ALL.iter().map(|(_, preset)| Params::from_preset(*preset));
    for params in presets.chain([Params::defaults()]) {
        let lesson = Lesson::new(&Subject::ferry_pair(), &Arc::new(params), &PITFALLS);
        let (shared, sampled) = (lesson.exact_overlap().shared, lesson.overlap().shared);
        assert!(shared > 0 && sampled > 0, "{:?}: {shared} {sampled}", lesson.params.preset);
        assert!(lesson.exact_overlap().jaccard() < Ratio::ONE);
    }
}

#[test]
fn what_both_share_of_all_shingles_is_marked_under_a_sample_too() {
    for lesson in lessons() {
        let both = lesson.exact_overlap().shared;
        // Without a sample the same words are marked.
        let params = Arc::new(Params { modulo: 1, ..(*lesson.params).clone() });
        let whole = Lesson::new(&lesson.subject, &params, &PITFALLS);
        let marked = |lesson: &Lesson| -> Vec<String> {
            let texts = rows(lesson, StepKind::Score, None).into_iter();
            texts.skip_while(|row| !row.starts_with("A  ")).collect()
        };
        assert_eq!(marked(&lesson), marked(&whole));
        assert_eq!(both > 0, marked(&lesson).concat().contains('['), "{:?}", marked(&lesson));
    }
}
