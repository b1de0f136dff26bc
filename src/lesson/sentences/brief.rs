//! What each step teaches in a line or two, and the number that it teaches: what an audience reads from afar.

use crate::base::numbers::{counted, thousands};
use crate::pipeline::parameters::Params;
use crate::shingle::hash::HashKind;
use crate::shingle::minhash::{GROUP, MEGASHINGLES, SUPERSHINGLES};

use super::super::contents::Lesson;
use super::super::glossary::TERMS;
use super::super::numbers::percent;
use super::super::side::LessonSide;
use super::super::step::{StepKind, StepNumber};
use super::each;

/// One or two short sentences about a stage, and its number.
pub fn of(lesson: &Lesson, kind: StepKind) -> (String, StepNumber) {
    let params = &lesson.params;
    let two = |[a, b]: [usize; 2]| format!("{} {}", thousands(a), thousands(b));
    let (brief, shown, counts) = match kind {
        StepKind::Texts => (
            "Was one made from the other, or both from a third? Count the pieces that they share."
                .into(),
            two(each(lesson, |side| side.document.text.chars().count())),
            "characters in A and in B".into(),
        ),
        StepKind::Words => (
            "The first cut is into words. What separates them is gone from here on.".into(),
            two(each(lesson, |side| side.document.words.len())),
            "words in A and in B".into(),
        ),
        StepKind::Forms => (
            "Marked: what falls away, and what counts in another form than it is written.".into(),
            two(each(lesson, |side| side.document.canonical.len())),
            "words left in A and in B".into(),
        ),
        StepKind::Window => {
            (window(params), two(each(lesson, LessonSide::begun)), "shingles in A and in B".into())
        }
        StepKind::Hash => (
            match params.hash {
                HashKind::Wide => {
                    "Every shingle becomes a number; the same words give the same number in any text."
                        .into()
                }
                named => format!(
                    "Every shingle becomes a number, the same in any text. Listed is another one, {named}, by which modulo \
                     chooses."
                ),
            },
            u64::BITS.to_string(),
            "bits in the number that is compared".into(),
        ),
        StepKind::Sets => {
            let truth = lesson.truth();
            let brief = format!(
                "A set holds each shingle once, in no order: {} in A, {} in B.",
                thousands(truth.a_shingles),
                thousands(truth.b_shingles)
            );
            (brief, thousands(truth.shared), "in both sets".into())
        }
        StepKind::Score => {
            let formula = &lesson.formula;
            let brief = format!("{}: {}.", upper(formula.means), formula.numbers);
            (brief, percent(formula.result), params.measure.to_string())
        }
        StepKind::Index => (
            "For each shingle the list of its texts. Only texts that meet in a list are counted."
                .into(),
            thousands(lesson.truth().shared),
            "lists with both names".into(),
        ),
        StepKind::Modulo => modulo(lesson),
        StepKind::Minima => minima(lesson),
        StepKind::Supershingles => (
            format!(
                "{GROUP} minima make one number, alike only if all {GROUP} are. Two of {SUPERSHINGLES} make a near-duplicate."
            ),
            format!("{}/{SUPERSHINGLES}", lesson.minima.groups_agree()),
            "supershingles agree".into(),
        ),
        StepKind::Megashingles => (
            format!(
                "Two supershingles make one bucket. Texts that meet in one of {MEGASHINGLES} are a near-duplicate."
            ),
            format!("{}/{MEGASHINGLES}", lesson.minima.pairs_agree()),
            "buckets in which they meet".into(),
        ),
        StepKind::Estimate => (
            "All shingles give the truth. A sketch keeps fewer numbers and is off by some points."
                .into(),
            percent(lesson.score()),
            "the score of this pair".into(),
        ),
        StepKind::Pitfall(_) => (String::new(), String::new(), String::new()),
        StepKind::Glossary => (
            "What articles and other programs call the things of this lesson.".into(),
            TERMS.len().to_string(),
            "terms".into(),
        ),
    };
    (brief, StepNumber { shown, counts })
}

fn window(params: &Params) -> String {
    let altered = params.width.div_ceil(params.step.max(1));
    format!(
        "A window of {} slides along; what it shows is a shingle. One changed word alters up to {altered}.",
        counted(params.width, "word")
    )
}

fn modulo(lesson: &Lesson) -> (String, String, String) {
    let sample = &lesson.sample;
    let [all_a, all_b] = each(lesson, LessonSide::begun);
    let [kept_a, kept_b] = each(lesson, |side| sample.kept(side));
    let brief = format!(
        "Kept is what {} divides: {kept_a} of {all_a} in A, {kept_b} of {all_b} in B. Fewer shingles, a rougher score.",
        sample.modulo
    );
    let counts = format!("by the sample; by all {}", percent(lesson.formula.result));
    (brief, percent(sample.formula.result), counts)
}

fn minima(lesson: &Lesson) -> (String, String, String) {
    let minima = &lesson.minima;
    let counts = format!(
        "agree: {}; counted {}",
        percent(minima.estimate()),
        percent(lesson.overlap().jaccard())
    );
    (
        "Each function shuffles all shingles. That the first is in both has the resemblance as its chance.".into(),
        format!("{}/{}", minima.agree(), minima.functions),
        counts,
    )
}

/// With a capital first letter.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
