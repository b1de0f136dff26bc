//! Pitfall: a modulo that leaves nothing of a short text.

use crate::base::numbers::counted;
use crate::pipeline::parameters::Params;

use super::super::contents::Lesson;
use super::super::numbers::{percent, percent_of};
use super::super::step::StepNumber;
use crate::shingle::expected::empty_sample;

use super::pitfall::{Exhibit, Pitfall};
use super::{both, taught};

const TEXT: &str = include_str!("../../../assets/lesson/chance-a.txt");
/// Higher than the number of shingles in short texts.
const MODULO: u32 = 20;

/// A text and the same text with another end, with all shingles and with a sample.
pub(super) fn lessons() -> [Lesson; 2] {
    let longer = format!("{} Or so they say.", TEXT.trim_end());
    [1, MODULO].map(|modulo| {
        let params = Params { modulo, ..Params::defaults() };
        taught(["note.txt", "note-again.txt"], [TEXT, &longer], params)
    })
}

pub(super) fn pitfall() -> Pitfall {
    let [whole, sampled] = lessons();
    let [a, b] = whole.sides.each_ref().map(|side| side.shingles.len());
    let is_likelier = |shingles: &u64| empty_sample(*shingles, MODULO) > 0.5;
    let likelier = (0..u64::from(MODULO)).rev().find(is_likelier).unwrap_or(0);
    let [kept_a, kept_b] = sampled.sides.each_ref().map(super::super::side::LessonSide::kept);
    Pitfall {
        title: "Pitfall 2: a sample that became empty".into(),
        says: vec![
            format!(
                "The example is a short note, A, and the same note with a few words more, B. With modulo {MODULO} they have \
                 nothing in common: of {a} and {b} \
                 shingles the sample keeps {kept_a} and {kept_b}. About one in {MODULO} would be kept, and there are not as \
                 many."
            ),
            format!(
                "With n shingles the chance of an empty sample is (1 - 1/m) to the power of n: here {} and {}. With {MODULO} \
                 shingles it would be {}, with {likelier} or fewer a sample is likelier empty than not. A sample is for long \
                 texts: a modulo above n / 50 leaves fewer than fifty shingles, and scores become rough.",
                percent_of(empty_sample(a as u64, MODULO)),
                percent_of(empty_sample(b as u64, MODULO)),
                percent_of(empty_sample(MODULO.into(), MODULO))
            ),
        ],
        brief: format!("A is the beginning of B, but one in {MODULO} of so few shingles is none."),
        number: StepNumber::new(
            (kept_a + kept_b).to_string(),
            format!("kept of {} shingles", a + b),
        ),
        exhibits: vec![
            Exhibit::new(
                format!("modulo 1: {} = {}", whole.formula.numbers, percent(whole.score())),
                "What both share is marked:",
                both(&whole),
            ),
            Exhibit::new(
                format!(
                    "modulo {MODULO}: {} kept, score {}",
                    counted(kept_a + kept_b, "shingle"),
                    percent(sampled.score())
                ),
                "The same texts; nothing is marked:",
                both(&sampled),
            ),
        ],
    }
}
