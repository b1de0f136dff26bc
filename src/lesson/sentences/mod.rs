//! Headings and sentences of each step, with the example's own numbers, for beginners.

mod finding;
pub(in crate::lesson) mod shingling;
mod sketches;

use self::finding::{index, score, sets};
use self::shingling::{forms, hash, texts, window, words};
use self::sketches::{estimates, groups, modulo, pairs};
use super::step::{Step, StepKind, StepNumber, TERMS};
use super::{contents::Lesson, numbers::percent, side::LessonSide};
use crate::base::numbers::{format_count, thousands};
use crate::shingle::HashKind;
use crate::shingle::minhash::{GROUP, MEGASHINGLES, SUPERSHINGLES};

/// Heading, paragraphs, a brief version for an audience far away, the number taught, and the unit of the number.
type StageTexts = (String, Vec<String>, String, String, String);

pub(super) fn step(lesson: &Lesson, kind: StepKind) -> Step {
    let (title, paragraphs, brief, text, counts) = match kind {
        StepKind::Modulo
        | StepKind::Minima
        | StepKind::Supershingles
        | StepKind::Megashingles
        | StepKind::Estimate => sketch_stage(lesson, kind),
        _ => plain_stage(lesson, kind),
    };
    let paragraphs = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    let number = StepNumber { text, counts };
    Step { kind, title, paragraphs, brief, number, first: lesson.first_position(kind) }
}

fn plain_stage(lesson: &Lesson, kind: StepKind) -> StageTexts {
    let params = &lesson.params;
    let two = |count: fn(&LessonSide) -> usize| {
        let [a, b] = count_in_each(lesson, count);
        format!("{} {}", thousands(a), thousands(b))
    };
    match kind {
        StepKind::Texts => (
            "Two texts".into(),
            texts(lesson),
            "Was one made from the other, or both from a third? Count the shared pieces."
                .into(),
            two(|side| side.document.text.chars().count()),
            "characters in A and in B".into(),
        ),
        StepKind::Words => (
            "Cut into words".into(),
            words(lesson),
            "First, each text is cut into words. The separators are dropped.".into(),
            two(|side| side.document.words.len()),
            "words in A and in B".into(),
        ),
        StepKind::Forms => (
            "Counted words and their forms".into(),
            forms(lesson),
            "Marked: dropped words, and words that count in another form.".into(),
            two(|side| side.document.canonical.len()),
            "words left in A and in B".into(),
        ),
        StepKind::Window => (
            format!("A window of {} slides along", format_count(params.width, "word")),
            window(lesson),
            format!(
                "A window of {} slides along the text and shows a shingle each time. A changed word alters up to {} shingles.",
                format_count(params.width, "word"),
                params.width.div_ceil(params.step.max(1))
            ),
            two(LessonSide::shingle_count),
            "shingles that count, in A and in B".into(),
        ),
        StepKind::Hash => (
            "Every shingle becomes a number".into(),
            hash(lesson),
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
            let (title, shared) = ("Two sets and their shared shingles", thousands(truth.shared));
            (title.into(), sets(lesson), brief, shared, "in both sets".into())
        }
        StepKind::Score => {
            let formula = &lesson.formula;
            let brief = format!("{}: {}.", upper(&formula.means), formula.numbers);
            let result = percent(formula.result);
            ("The score".into(), score(lesson), brief, result, params.measure.to_string())
        }
        StepKind::Index => (
            "How pairs are found among many texts".into(),
            index(lesson),
            "For each shingle the list of its texts. Only texts that meet in a list are counted."
                .into(),
            thousands(lesson.truth().shared),
            "lists with both names".into(),
        ),
        StepKind::Glossary => {
            let what = "Terms for this lesson in articles and other programs.";
            let number = TERMS.len().to_string();
            ("The terms of the field".into(), vec![what.into()], what.into(), number, "terms".into())
        }
        // Other steps build their own sentences.
        _ => Default::default(),
    }
}

fn sketch_stage(lesson: &Lesson, kind: StepKind) -> StageTexts {
    let minima = &lesson.minima;
    match kind {
        StepKind::Modulo => {
            let sample = &lesson.sample;
            let [all_a, all_b] = count_in_each(lesson, LessonSide::shingle_count);
            let [kept_a, kept_b] = count_in_each(lesson, |side| sample.kept_count(side));
            (
                "Modulo: keep or drop".into(),
                modulo(lesson),
                format!(
                    "Sample: numbers that {} divides: {kept_a} of {all_a} in A, {kept_b} of {all_b} in B. The score is rougher.",
                    sample.modulo
                ),
                percent(sample.formula.result),
                format!("by the sample; by all {}", percent(lesson.formula.result)),
            )
        }
        StepKind::Minima => (
            format!("{} instead of all shingles", minima.describe_count()),
            sketches::minima(lesson),
            "Each function shuffles all shingles. The chance that both texts have the first shingle is the resemblance."
                .into(),
            format!("{}/{}", minima.agree(), minima.functions),
            format!(
                "agree: {}; counted {}",
                percent(minima.estimate()),
                percent(lesson.overlap().jaccard())
            ),
        ),
        StepKind::Supershingles => (
            "Supershingles: 14 minima in one number".into(),
            groups(lesson),
            format!(
                "{GROUP} minima make one number, alike only if all {GROUP} are. Two of {SUPERSHINGLES} make a near-duplicate."
            ),
            format!("{}/{SUPERSHINGLES}", minima.groups_agree()),
            "supershingles agree".into(),
        ),
        StepKind::Megashingles => (
            "Megashingles: two supershingles at once".into(),
            pairs(lesson),
            format!(
                "Two supershingles make one bucket. Texts that meet in one of {MEGASHINGLES} are a near-duplicate."
            ),
            format!("{}/{MEGASHINGLES}", minima.pairs_agree()),
            "buckets in which they meet".into(),
        ),
        StepKind::Estimate => (
            "Estimates beside the truth".into(),
            estimates(lesson),
            "All shingles give the true score. A sketch holds less and is off by some points."
                .into(),
            percent(lesson.score()),
            "the score of this pair".into(),
        ),
        _ => Default::default(),
    }
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn count_in_each(lesson: &Lesson, count: impl Fn(&LessonSide) -> usize) -> [usize; 2] {
    lesson.sides.each_ref().map(count)
}
